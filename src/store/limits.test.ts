import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { windowAt } from '../core/limit-window.ts'
import { type Limit, LIMIT_WINDOWS, type LimitSubject } from '../core/limits.ts'
import type { RequestRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { inputTotal, NO_USAGE } from '../core/usage.ts'
import type { NewLimit } from './limits.ts'
import { addKey, addUser, anAttempt, aRequest } from './test-records.ts'
import type { Provider } from './provider-view.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const SPEND: NewLimit = { metric: 'cost', window: 'day', max: 2n ** 60n, mode: 'hard', action: 'refuse' }
const PACE: NewLimit = { metric: 'requests', window: 'minute', max: 60n, mode: 'normal', action: 'warn' }
const USER = { subject: 'user', subjectId: 'u1' } as const

async function giveLimits(store: TestStore, limits: readonly NewLimit[]): Promise<void> {
  const given = await store.userAdmin.change('u1', { limits })
  expect(given).toMatchObject({ ok: true })
}

describe.each(engines)('limits on %s', (_, open) => {
  test('are one for each metric and window, and keep their id while they stay', async () => {
    await using store = await open()
    await addUser(store)
    await giveLimits(store, [SPEND, PACE])
    const [spend, pace] = await store.limits.of(USER)
    expect(spend).toEqual({ ...SPEND, ...USER, id: spend?.id })
    await giveLimits(store, [{ ...SPEND, max: 5n, mode: 'normal' }])
    expect(await store.limits.of(USER)).toEqual([{ ...SPEND, ...USER, id: spend?.id, max: 5n, mode: 'normal' }])
    expect(pace?.id).not.toBe(spend?.id)
    await giveLimits(store, [])
    expect(await store.limits.of(USER)).toEqual([])
  })

  test('of an upstream are set for those that are there', async () => {
    await using store = await open()
    const missing = { subject: 'provider', subjectId: 'none' } as const
    expect(await store.limits.put(missing, [SPEND])).toBe(false)
    expect(await store.limits.of(missing)).toEqual([])
  })

  test('of an upstream go with it, and those of a credential with the credential', async () => {
    await using store = await open()
    const [kept, gone] = (await aProvider(store)).credentials.map(({ id }) => id)
    const owners = [
      { subject: 'provider', subjectId: 'p1' },
      { subject: 'credential', subjectId: kept ?? '' },
      { subject: 'credential', subjectId: gone ?? '' },
    ] as const
    for (const owner of owners) expect(await store.limits.put(owner, [SPEND])).toBe(true)
    const limited = async () => new Set((await store.readDirectory()).data.limits.map(({ subjectId }) => subjectId))
    await store.providers.patch('p1', { credentials: [{ ...KEY, id: kept, name: 'renamed' }] })
    expect(await limited()).toEqual(new Set(['p1', kept]))
    await store.providers.remove('p1')
    expect(await limited()).toEqual(new Set())
  })

  test('that an older version left behind with a deleted provider are told of no more', async () => {
    await using store = await open()
    await aProvider(store)
    await store.providers.remove('p1')
    const left = { id: 'l1', subject: 'provider', subject_id: 'p1', metric: 'cost', window: 'day' } as const
    await store.db.kysely
      .insertInto('limit')
      .values({ ...left, max_amount: 1n, mode: 'hard', action: 'refuse' })
      .execute()
    expect(await store.overview.limited()).toEqual([])
  })

  test('of what is there no longer are swept away, and of nothing else', async () => {
    await using store = await open()
    await addGrouped(store)
    const { credentials } = await aProvider(store)
    const owners = { user: 'u1', key: 'k1', group: 'g1', provider: 'p1', credential: credentials[0]?.id ?? '' }
    await setEverywhere(store, owners)
    const owned = async () => new Set((await store.readDirectory()).data.limits.map(({ subject }) => subject))
    await store.limits.purge()
    expect(await owned()).toEqual(new Set(Object.keys(owners)))
    await store.keys.remove({ userId: 'u1', id: 'k1' })
    for (const id of ['u1', 'u2']) await store.userAdmin.remove(id)
    await store.groups.remove('g1')
    await store.providers.remove('p1')
    await store.db.kysely.deleteFrom('limit').execute()
    await setEverywhere(store, owners)
    await store.limits.purge()
    expect(await owned()).toEqual(new Set())
  })

  test('know what was used in their window to the last row, whoever they are for', async () => {
    await using store = await open()
    await addGrouped(store)
    await setEverywhere(store)
    const records = fc.sample(anyRequest, { numRuns: 120, seed: 7 })
    await store.requests.insertSettled(records)
    for (const [zone, now] of [
      ['UTC', TEST_NOW],
      ['Asia/Shanghai', TEST_NOW],
      // Here all windows but the longest begin within an hour.
      ['Asia/Kolkata', TEST_NOW - MINUTE_MS],
    ] as const) {
      const { data } = await store.readDirectory()
      const uses = new Map((await store.limits.use(now, zone)).map((use) => [use.limitId, use]))
      expect(uses.size).toBe(data.limits.length)
      for (const limit of data.limits) {
        const { start, end } = windowAt(limit.window, now, zone)
        const within = records.filter(({ at }) => at >= start && at < (end ?? Infinity))
        const used = within.reduce((sum, record) => sum + usedOf(record, limit), 0n)
        expect(uses.get(limit.id), `${limit.subject} ${limit.metric} ${limit.window} ${zone}`).toEqual({
          limitId: limit.id,
          windowStart: start,
          used,
        })
      }
    }
  })

  test('know what each of several has used', async () => {
    await using store = await open()
    for (const id of ['u1', 'u2']) {
      await addUser(store, id)
      await store.userAdmin.change(id, { limits: [SPEND] })
    }
    const costs = { u1: 3n, u2: 5n }
    await store.requests.insertSettled(
      (['u1', 'u2'] as const).map((userId) => aRequest({ id: userId, userId, costNanos: costs[userId] })),
    )
    const uses = await store.limits.use(TEST_NOW, 'UTC')
    expect(new Set(uses.map(({ used }) => used))).toEqual(new Set([3n, 5n]))
  })

  test('that are counted already are read without what they have used', async () => {
    await using store = await open()
    await store.settings.put('site.timezone', 'Asia/Shanghai')
    await addUser(store)
    await giveLimits(store, [SPEND, PACE])
    const asked = vi.fn((limit: Limit) => limit.metric === 'cost')
    const { limits, limitUse } = (await store.readDirectory({ isCounted: asked, lately: () => [] })).data
    expect(limits.map(({ metric }) => metric).toSorted()).toEqual(['cost', 'requests'])
    expect(limitUse.map(({ limitId }) => limitId)).toEqual(
      limits.filter(({ metric }) => metric === 'requests').map(({ id }) => id),
    )
    expect(asked.mock.lastCall).toEqual([expect.anything(), 'Asia/Shanghai'])
  })

  test('of a credential know what it has used also when its requests are not kept any more', async () => {
    await using store = await open()
    const credentialId = (await aProvider(store)).credentials[0]?.id ?? ''
    await addUser(store)
    await store.limits.put({ subject: 'credential', subjectId: credentialId }, [{ ...SPEND, window: 'total' }])
    const paid = anAttempt({ credentialId, upstreamCostNanos: 7n })
    await store.requests.insertSettled([
      aRequest({ at: TEST_NOW - 2 * DAY_MS, credentialId, upstreamCostNanos: 7n, attempts: [paid] }),
    ])
    expect(await store.retention.requests(TEST_NOW - DAY_MS)).toBe(1)
    expect(await store.limits.use(TEST_NOW, 'UTC')).toMatchObject([{ used: 7n }])
  })

  test('tell of refused requests nothing, and of what runs at once nothing either', async () => {
    await using store = await open()
    await addUser(store)
    await giveLimits(store, [
      { ...PACE, window: 'day' },
      { ...PACE, metric: 'concurrency', window: 'total', max: 5n },
    ])
    await store.requests.insertSettled([aRequest(), aRequest({ status: 'refused' })])
    expect(await store.limits.state(USER, 'UTC')).toMatchObject([
      { limit: { metric: 'concurrency' }, used: 0n, resetsAt: null },
      { limit: { metric: 'requests' }, used: 1n, held: 0n, resetsAt: Date.UTC(2026, 10, 21) },
    ])
    expect(await store.limits.use(TEST_NOW, 'UTC')).toHaveLength(1)
  })

  test('are cut in the operator’s zone once it is set', async () => {
    await using store = await open()
    expect(await store.limits.zone()).toBe('UTC')
    await store.settings.put('site.timezone', 'Asia/Shanghai')
    expect(await store.limits.zone()).toBe('Asia/Shanghai')
    await addUser(store)
    await giveLimits(store, [SPEND])
    const { data } = await store.readDirectory()
    expect(data.limitUse).toMatchObject([{ windowStart: Date.UTC(2026, 10, 19, 16), used: 0n }])
  })
})

const KEY = { name: 'main', priority: 1, weight: 1, status: 'active' } as const

/** A provider of two credentials. */
async function aProvider(store: TestStore): Promise<Provider> {
  const made = await store.providers.create({
    id: 'p1',
    slug: 'p1',
    name: 'Acme',
    preset: 'custom',
    priority: 100,
    weight: 1,
    multiplierMicros: 1_000_000n,
    allowPrivate: false,
    note: '',
    endpoints: [],
    credentials: ['one', 'two'].map((name) => ({ ...KEY, name, secret: `secret of ${name}` })),
    routes: [],
  })
  if (!made.ok) throw new Error(`Refused: ${made.refused}`)
  return made.value
}

const anyRequest = fc
  .record({
    at: fc.oneof(
      fc.integer({ min: TEST_NOW - 40 * DAY_MS, max: TEST_NOW }),
      fc.integer({ min: TEST_NOW - 13 * HOUR_MS, max: TEST_NOW }),
      fc.integer({ min: TEST_NOW - 2 * MINUTE_MS, max: TEST_NOW }),
    ),
    userId: fc.constantFrom('u1', 'u2', 'u3'),
    keyId: fc.constantFrom('k1', 'k2'),
    providerId: fc.constantFrom('p1', 'p2', null),
    credentialId: fc.constantFrom('c1', 'c2', null),
    costNanos: fc.bigInt(0n, 2n ** 50n),
    paid: fc.bigInt(0n, 2n ** 50n),
    lost: fc.option(
      fc.record({
        providerId: fc.constantFrom('p1', 'p2'),
        credentialId: fc.constantFrom('c1', 'c2'),
        upstreamCostNanos: fc.bigInt(0n, 2n ** 50n),
      }),
    ),
    usage: fc.record({ input: fc.nat(1000), cacheWrite1h: fc.nat(1000), output: fc.nat(1000), audioIn: fc.nat(1000) }),
  })
  .map(({ usage, paid, lost, ...draft }) => {
    const { providerId, credentialId } = draft
    const attempts = [
      ...(lost ? [anAttempt(lost)] : []),
      anAttempt({ n: 2, providerId: providerId ?? '', credentialId: credentialId ?? '', upstreamCostNanos: paid }),
    ]
    const upstreamCostNanos = paid + (lost?.upstreamCostNanos ?? 0n)
    return aRequest({ ...draft, usage: { ...NO_USAGE, ...usage }, attempts, upstreamCostNanos })
  })

/** Two of the three users share a group. */
async function addGrouped(store: TestStore): Promise<void> {
  const group = { id: 'g1', name: 'Team', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: true }
  await store.groups.create({ ...group, limits: [] })
  for (const id of ['u1', 'u2']) await addUser(store, id)
  await addKey(store)
  await store.groups.patch('g1', { isDefault: false, ifVersion: undefined })
  await addUser(store, 'u3')
}

const OWNERS = { user: 'u1', key: 'k1', group: 'g1', provider: 'p1', credential: 'c1' }

/** Every limit there can be, for one of each kind, written past the checks that a provider is there. */
async function setEverywhere(store: TestStore, owners: Record<LimitSubject, string> = OWNERS): Promise<void> {
  let n = 0
  for (const [subject, subject_id] of Object.entries(owners) as [LimitSubject, string][]) {
    for (const metric of ['cost', 'requests', 'tokens'] as const) {
      for (const window of LIMIT_WINDOWS) {
        n += 1
        const row = { id: `l${n}`, subject, subject_id, metric, window, max_amount: 1n }
        await store.db.kysely
          .insertInto('limit')
          .values({ ...row, mode: 'normal', action: 'warn' })
          .execute()
      }
    }
  }
}

function idOf(record: RequestRecord, subject: LimitSubject): string | null {
  switch (subject) {
    case 'user':
      return record.userId
    case 'key':
      return record.keyId
    case 'group':
      return record.userId === 'u3' ? null : 'g1'
    case 'provider':
      return record.providerId
    case 'credential':
      return record.credentialId
  }
  return subject satisfies never
}

/** What a request used of a limit; what upstreams charge counts where each of them was asked. */
function usedOf(record: RequestRecord, { metric, subject, subjectId }: Limit): bigint {
  if (metric === 'cost' && (subject === 'provider' || subject === 'credential')) {
    const own = record.attempts.filter((attempt) => attempt[`${subject}Id`] === subjectId)
    return own.reduce((sum, { upstreamCostNanos }) => sum + upstreamCostNanos, 0n)
  }
  if (idOf(record, subject) !== subjectId) return 0n
  if (metric === 'requests') return 1n
  if (metric === 'tokens') return BigInt(inputTotal(record.usage) + record.usage.output + record.usage.audioIn)
  return record.costNanos
}
