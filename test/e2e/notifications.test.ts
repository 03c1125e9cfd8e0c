import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminCreateChannel,
  adminListAlerts,
  adminPatchChannel,
  adminTestChannel,
} from '../../src/contract/notifications.ts'
import { listNotices } from '../../src/contract/notices.ts'
import { adminGetSystem } from '../../src/contract/system.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'

type Told = { headers: Record<string, unknown>; body: string }

let vendor: Vendor
let gateway: Gateway
const told: Told[] = []
const hooks = createServer((request, reply) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
  request.on('end', () => {
    told.push({ headers: request.headers, body })
    reply.end()
  })
})
beforeAll(async () => {
  vendor = await startVendor()
  gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.addProvider({ vendor, models: ['m'] })
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
  hooks.close()
})

async function addHook(allowPrivate: boolean) {
  const url = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`
  const setup = { kind: 'webhook', config: {}, secrets: { url, signing_key: 'k1' } } as const
  return gateway.call(adminCreateChannel, { body: { name: 'ops', setup, allow_private: allowPrivate, locale: 'en' } })
}

test('a test message goes through the wall, and a private address only where that is allowed', async () => {
  const outside = await addHook(false)
  const refused = await gateway.call(adminTestChannel, { params: { id: outside.id } })
  expect(refused).toEqual({ ok: false, problem: 'blocked_address' })
  // It would be tried again and again below.
  await gateway.call(adminPatchChannel, { params: { id: outside.id }, body: { enabled: false } })
  const inside = await addHook(true)
  expect(await gateway.call(adminTestChannel, { params: { id: inside.id } })).toEqual({ ok: true, problem: null })
  const [{ headers, body }] = told as [Told]
  const signed = createHmac('sha256', 'k1')
    .update(`${String(headers['x-yumen-timestamp'])}.${body}`)
    .digest('hex')
  expect(headers['x-yumen-signature']).toBe(`sha256=${signed}`)
  expect(JSON.parse(body)).toMatchObject({ rule: 'test', title: '[Yumen] Test notification' })
})

test('a budget that is used up to a threshold is told of, and stands in the history', async () => {
  const before = told.length
  const limits = [{ metric: 'requests', window: 'total', max: 2 }] as const
  const { secret } = await gateway.addKey({ limits: [...limits] })
  await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  await expect.poll(() => told.length).toBe(before + 1)
  const message = JSON.parse(told.at(-1)?.body ?? '{}') as { title: string }
  expect(message.title).toBe(`[Yumen] 50% of a limit used: key test`)
  const alerts = async () => (await gateway.call(adminListAlerts, {})).items
  await expect
    .poll(async () => (await alerts()).flatMap(({ deliveries }) => deliveries.map(({ ok }) => ok)), { timeout: 20_000 })
    .toContain(true)
  expect((await alerts())[0]).toMatchObject({ rule: 'budget_threshold', facts: { percent: 50 } })
  // Its owner is told, too.
  const own = async () => (await gateway.call(listNotices)).items.map(({ kind, link }) => [kind, link])
  await expect.poll(own).toEqual([['limit_50', '/dashboard/usage']])
})

test('the system page tells of the jobs of a running gateway', async () => {
  const { jobs, journal, database } = await gateway.call(adminGetSystem)
  expect(jobs.map(({ name }) => name)).toEqual(['upkeep', 'batches', 'notices', 'balances', 'retention', 'verify'])
  expect(jobs[0]?.last).toMatchObject({ ok: true })
  expect([journal.ready, database.engine]).toEqual([true, 'sqlite'])
})
