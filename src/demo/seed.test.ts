import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOf } from '../catalog/cost.ts'
import { DAY_MS } from '../core/time.ts'
import { priceThen } from '../core/price.ts'
import { openStore } from '../store/store.ts'
import type { StoredRequest } from '../store/requests.ts'
import { createEnvelope } from '../vault/envelope.ts'
import { diceOf } from './dice.ts'
import { createPast } from './past.ts'
import { seedDemo } from './seed.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30)
const vault = { hashKey: (key: string) => `hash of ${key.length} characters ${randomBytes(8).toString('hex')}` }

async function seeded(seed: number, requests = 1500, now = NOW) {
  const past = createPast({ now: () => now, monotonicMs: () => 0 })
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-demo-'))
  const store = await openStore({ dataDir, envelope: createEnvelope(randomBytes(32), 'test'), clock: past })
  await seedDemo({ store, vault, past, dice: diceOf(seed), vendorOrigin: 'http://127.0.0.1:9', requests })
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

type Seeded = Awaited<ReturnType<typeof seeded>>

async function everyRequest({ store }: Seeded): Promise<StoredRequest[]> {
  const all: StoredRequest[] = []
  let cursor: string | undefined
  do {
    const page = await store.requests.list({ from: NOW - 31 * DAY_MS, to: NOW, limit: 200, cursor })
    all.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return all
}

test('what is left at one of its vendors is known from now, and is no trouble', async () => {
  await using demo = await seeded(1, 50)
  const told = (await demo.store.providers.list()).filter(({ balanceAlert }) => balanceAlert !== null)
  const [only] = told.flatMap(({ balanceAlert, credentials: [first] }) => ({ balanceAlert, ...first?.balance }))
  expect(told).toHaveLength(1)
  expect(only).toEqual({ balanceAlert: 50_000_000_000n, nanos: 214_750_000_000n, currency: 'USD', at: NOW })
})

test('it fills thirty days with eight models, four providers and five users', async () => {
  await using demo = await seeded(1)
  const requests = await everyRequest(demo)
  expect(requests.length).toBeGreaterThan(1300)
  expect(requests.length).toBeLessThan(1700)
  expect(new Set(requests.map((request) => request.model)).size).toBe(8)
  expect(new Set(requests.map((request) => request.providerName)).size).toBe(4)
  expect(new Set(requests.map((request) => request.userName)).size).toBe(5)
  expect(new Set(requests.map((request) => Math.floor(request.at / DAY_MS))).size).toBeGreaterThan(28)
  expect(Math.max(...requests.map((request) => request.at))).toBeLessThan(NOW)
  const failed = requests.filter((request) => request.status === 'failed').length / requests.length
  expect(failed).toBeGreaterThan(0.015)
  expect(failed).toBeLessThan(0.05)
})

test('every request costs what its usage costs at its price, and a failed one nothing', async () => {
  await using demo = await seeded(2, 300)
  for (const request of await everyRequest(demo)) {
    const price = await demo.store.models.get(request.model ?? '').then((model) => model?.price)
    if (!price) throw new Error('a demo model without a price')
    expect(request.priceVersion).toBe(price.version)
    expect(request.costNanos).toBe(
      billOf(request.usage, priceThen(price, request.at), request.multiplierMicros).costNanos,
    )
    expect(request.costNanos === 0n).toBe(request.status === 'failed')
  }
})

test.each([2, 20, 30])('on day %i of a month one budget is nearly spent, and none is used up', async (day) => {
  await using demo = await seeded(5, 1500, Date.UTC(2026, 10, day, 9, 30))
  const { items } = await demo.store.userAdmin.list({ zone: 'UTC', sort: 'name', limit: 50 })
  const spent = await Promise.all(
    items.map(async ({ id, name }) => {
      const [state] = await demo.store.limits.state({ subject: 'user', subjectId: id }, 'UTC')
      return [name, state && Number((100n * state.used) / state.limit.max)] as const
    }),
  )
  const budgets = spent.filter(([, percent]) => percent !== undefined)
  expect(budgets.map(([name]) => name)).toEqual(['陈薇', '周明'])
  const [some = 0, most = 0] = budgets.map(([, percent]) => percent)
  expect([some > 50, some < 67, most >= 80, most < 97]).toEqual([true, true, true, true])
})

test('every model can be reached, and reaches the demo provider', async () => {
  await using demo = await seeded(3, 50)
  const { data, unreadable } = await demo.store.readDirectory()
  expect(unreadable).toEqual([])
  for (const model of data.models) {
    const targets = data.targets.filter((target) => target.model === model.id)
    expect(targets.length, model.id).toBeGreaterThan(0)
    for (const { endpoint, provider } of targets) {
      expect(endpoint.baseUrl).toBe(endpoint.dialect === 'openai' ? 'http://127.0.0.1:9/v1' : 'http://127.0.0.1:9')
      expect(provider.allowPrivate).toBe(true)
    }
  }
})

test('the same dice give the same traffic', async () => {
  await using one = await seeded(4, 100)
  await using other = await seeded(4, 100)
  const told = (requests: StoredRequest[]) => requests.map(({ id, at, costNanos }) => [id, at, costNanos])
  expect(told(await everyRequest(one))).toEqual(told(await everyRequest(other)))
})

test('people and keys are older than what they asked for, and the audit log tells of all that was done', async () => {
  await using demo = await seeded(6, 300)
  const { store } = demo
  const first = Math.min(...(await everyRequest(demo)).map(({ at }) => at))
  const { items: users } = await store.userAdmin.list({ zone: 'UTC', sort: 'name', limit: 50 })
  for (const { createdAt } of users) expect(createdAt).toBeLessThan(first)
  const { items } = await store.audit.list({ limit: 200 })
  const times = items.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(times.at(-1)).toBeLessThan(first)
  const actions = new Set(items.map(({ action }) => action))
  for (const action of ['provider.created', 'user.created', 'settings.changed', 'provider.bill_imported'])
    expect(actions).toContain(action)
  expect(await store.audit.verify()).toEqual({ checked: items.length, unchained: 0, breach: null })
})

test('bad times were told of and are over, and one provider asked for more than was reckoned', async () => {
  await using demo = await seeded(7)
  const { items } = await demo.store.alerts.list({ limit: 10 })
  expect(items.length).toBe(2)
  for (const { firedAt, resolvedAt } of items) expect(resolvedAt).toBeGreaterThan(firedAt)
  const by = { day: false, model: false }
  const rows = await demo.store.bills.reconcile({ from: NOW - 31 * DAY_MS, to: NOW, zone: 'Asia/Shanghai', by })
  const off = rows.map(({ providerName, recordedNanos, billed }) => [
    providerName,
    billed && Math.abs(Number(((billed.nanos - recordedNanos) * 1000n) / recordedNanos)) > 10,
  ])
  expect(Object.fromEntries(off)).toEqual({ Anthropic: false, OpenAI: false, 阿里云百炼: true, OpenRouter: null })
})
