import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHistogram } from '../core/histogram.ts'
import { newId } from '../core/ids.ts'
import type { RequestRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { requestPage } from './requests.ts'
import { planOf } from './test-plan.ts'
import { aFailure, addKey, addUser, anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const EVER = { from: 0, to: TEST_NOW + 365 * DAY_MS }

describe.each(engines)('requests on %s', (_, open) => {
  test('are read back as they were settled, with the names of today', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    const record = aRequest({
      usageRaw: '{"prompt_tokens":10}',
      costNanos: 9_007_199_254_740_993n,
      attempts: [
        anAttempt({ n: 1, decision: 'skipped', reason: 'cooling', hindrance: { leftMs: 42_000 } }),
        anAttempt({ n: 2, decision: 'skipped', reason: 'concurrency', hindrance: { inFlight: 8, limit: 8 } }),
        anAttempt({ n: 3, decision: 'skipped', reason: 'rate' }),
        anAttempt({ n: 4, usage: { ...NO_USAGE, reasoning: 7 } }),
        anAttempt({
          n: 5,
          decision: 'skipped',
          reason: 'limited',
          hindrance: { leftMs: 42_000, by: 'claude-opus-4-8' },
        }),
      ],
    })
    await store.requests.insertSettled([record])
    const names = { userName: 'User u1', keyName: 'Key k1', providerName: 'p1' }
    expect(await store.requests.get(record.id, 'u1')).toEqual({
      ...record,
      ...names,
      attemptsMade: 1,
      credentialNames: new Map(),
    })
    expect(await store.requests.get(record.id, null)).toMatchObject({ id: record.id })
    expect(await store.requests.get(record.id, 'somebody-else')).toBeUndefined()
    expect(await store.requests.get('missing', null)).toBeUndefined()
  })

  test('are stored whatever their callers and upstreams called things: a NUL or a long word must not stop the rows behind', async () => {
    await using store = await open()
    const record = aRequest({
      modelAsked: 'a\0b',
      modelAnswered: 'x'.repeat(5000),
      errorClass: 'e\0',
      errorMessage: 'The model `a\0b` does not exist.',
      attempts: [anAttempt({ errorClass: '\0' })],
    })
    await store.requests.insertSettled([record, aRequest()])
    expect(await store.requests.get(record.id, null)).toMatchObject({
      modelAsked: 'a\u{fffd}b',
      modelAnswered: 'x'.repeat(200),
      errorClass: 'e\u{fffd}',
      errorMessage: 'The model `a\u{fffd}b` does not exist.',
    })
  })

  test('keep fractions of a millisecond out of the columns', async () => {
    await using store = await open()
    const record = aRequest({
      queueMs: 0.4,
      firstTokenMs: 12.7,
      totalMs: 99.5,
      attempts: [anAttempt({ startedMs: 0.2 })],
    })
    await store.requests.insertSettled([record])
    expect(await store.requests.get(record.id, null)).toMatchObject({ queueMs: 0, firstTokenMs: 13, totalMs: 100 })
  })

  test('move the position in the journal along with the rows, or neither', async () => {
    await using store = await open()
    expect(await store.journal.get('n1')).toBeNull()
    await store.requests.insertSettled([aRequest()], { node: 'n1', segment: 1, offset: 100 })
    await store.requests.insertSettled([], { node: 'n1', segment: 2, offset: 5_000_000_000 })
    const unwritable = aRequest({ attempts: [anAttempt({ n: 1 }), anAttempt({ n: 1 })] })
    const failing = store.requests.insertSettled([unwritable], { node: 'n1', segment: 3, offset: 1 })
    await expect(failing).rejects.toThrow()
    expect(await store.journal.get('n1')).toEqual({ node: 'n1', segment: 2, offset: 5_000_000_000 })
    expect(await store.journal.get('n2')).toBeNull()
    expect(await store.requests.get(unwritable.id, null)).toBeUndefined()
  })

  test('change nothing when a batch is replayed, in whole or in part', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    const batch = [aRequest(), aFailure(500, 'server_error'), aRequest({ at: TEST_NOW - HOUR_MS })]
    await store.requests.insertSettled(batch)
    const before = await everything(store)
    await store.requests.insertSettled(batch)
    expect(await everything(store)).toEqual(before)
    const added = aRequest()
    await store.requests.insertSettled([...batch, added, added])
    expect((await everything(store)).requests).toHaveLength(4)
    expect((await store.usage.summary(EVER)).current).toMatchObject({ requests: 4, costNanos: 3_000n })
  })

  test('write nothing when one of a batch cannot be written', async () => {
    await using store = await open()
    const broken = { ...aRequest(), httpStatus: null } as unknown as RequestRecord
    await expect(store.requests.insertSettled([aRequest(), broken])).rejects.toThrow()
    expect(await everything(store)).toMatchObject({ requests: [], attempts: [], rollups: [] })
  })

  test('move the last-used marks of keys forward only', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    await store.requests.insertSettled([aRequest({ ip: '192.0.2.9', model: 'm9' }), aRequest({ at: TEST_NOW - 5 })])
    await store.requests.insertSettled([aRequest({ at: TEST_NOW - HOUR_MS, ip: '192.0.2.10' })])
    const key = await store.keys.get({ userId: 'u1', id: 'k1' }, 'UTC')
    expect(key).toMatchObject({
      lastUsedAt: TEST_NOW,
      lastUsedIp: '192.0.2.9',
      lastUsedClient: 'curl',
      lastUsedModel: 'm9',
    })
  })

  test('page without skipping or repeating while newer ones come in', async () => {
    await using store = await open()
    // Many share a millisecond, and ids do not follow the time.
    const first = Array.from({ length: 23 }, (_, n) => aRequest({ at: TEST_NOW - (n % 5) }))
    await store.requests.insertSettled(first)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await store.requests.list({ ...EVER, limit: 4, cursor })
      seen.push(...page.items.map((item) => item.id))
      await store.requests.insertSettled([aRequest({ at: TEST_NOW + 1 + seen.length })])
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.toSorted()).toEqual(first.map((record) => record.id).toSorted())
  })

  test('are found by filters, which are combined, and by words', async () => {
    await using store = await open()
    const id = newId()
    await store.requests.insertSettled([
      aRequest({ id, client: 'Claude Code', model: 'sonnet' }),
      aRequest({ model: 'haiku', providerId: 'p2' }),
      aFailure(429, 'rate_limited'),
      aFailure(404, 'model_missing', {
        model: null,
        modelAsked: '100%_odd\\name',
        providerId: null,
        status: 'refused',
      }),
      aFailure(200, 'truncated'),
    ])
    const count = async (filter: object) => (await store.requests.list({ ...EVER, limit: 50, ...filter })).items.length
    expect(await count({})).toBe(5)
    expect(await count({ models: ['sonnet', 'haiku'] })).toBe(2)
    expect(await count({ models: ['sonnet', 'haiku'], providers: ['p2'] })).toBe(1)
    expect(await count({ models: [''] })).toBe(1)
    expect(await count({ statuses: ['failed'] })).toBe(2)
    expect(await count({ statuses: ['429'] })).toBe(1)
    expect(await count({ statuses: ['4xx'] })).toBe(1)
    expect(await count({ statuses: ['429', '5xx', 'refused'] })).toBe(3)
    expect(await count({ users: [] })).toBe(0)
    expect(await count({ q: 'claude c' })).toBe(1)
    expect(await count({ q: id.slice(0, 36).toUpperCase() })).toBe(1)
    expect(await count({ q: '%_odd\\' })).toBe(1)
    expect(await count({ q: '%%' })).toBe(0)
    expect(await count({ q: "'; drop table request --" })).toBe(0)
    expect(await count({ cursor: 'not a cursor' })).toBe(5)
    expect(await count({ from: TEST_NOW, to: TEST_NOW })).toBe(0)
  })

  test('add up to the hourly sums, whatever the batches', async () => {
    await using store = await open()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyRequest, { maxLength: 12 }), { maxLength: 4 }), async (drafts) => {
        run += 1
        const userId = `run-${run}`
        const batches = drafts.map((batch) => batch.map((draft) => ({ ...draft, id: newId(), userId })))
        for (const batch of batches) await store.requests.insertSettled(batch)
        await expectSums(store, userId, batches.flat())
      }),
      { numRuns: 25 },
    )
  })
})

const anyRequest = fc
  .record({
    at: fc.integer({ min: TEST_NOW - 3 * HOUR_MS, max: TEST_NOW }),
    keyId: fc.constantFrom('k1', 'k2'),
    model: fc.constantFrom('m1', 'm2', null),
    status: fc.constantFrom('succeeded', 'failed', 'cancelled', 'refused'),
    httpStatus: fc.constantFrom(200, 429, 500),
    firstTokenMs: fc.option(fc.integer({ min: 0, max: 60_000 })),
    totalMs: fc.integer({ min: 0, max: 600_000 }),
    costNanos: fc.bigInt(0n, 2n ** 55n),
    input: fc.nat(1_000_000),
    cacheWrite5m: fc.nat(1_000),
    cacheWrite1h: fc.nat(1_000),
  })
  .map(({ input, cacheWrite5m, cacheWrite1h, ...draft }) =>
    aRequest({ ...draft, usage: { ...NO_USAGE, input, cacheWrite5m, cacheWrite1h } }),
  )

async function expectSums(store: TestStore, userId: string, records: readonly RequestRecord[]): Promise<void> {
  const cells = await store.db.kysely.selectFrom('rollup_hour').selectAll().where('user_id', '=', userId).execute()
  const sum = (pick: (cell: (typeof cells)[number]) => number) => cells.reduce((total, cell) => total + pick(cell), 0)
  const counted = (text: string) => [...readHistogram(text).values()].reduce((a, b) => a + b, 0)
  expect(sum((cell) => cell.requests)).toBe(records.length)
  expect(cells.reduce((total, cell) => total + cell.cost_nanos, 0n)).toBe(
    records.reduce((total, record) => total + record.costNanos, 0n),
  )
  expect(sum((cell) => cell.input)).toBe(records.reduce((total, { usage }) => total + usage.input, 0))
  expect(sum((cell) => cell.cache_write)).toBe(
    records.reduce((total, { usage }) => total + usage.cacheWrite5m + usage.cacheWrite1h, 0),
  )
  expect(sum((cell) => counted(cell.total_hist))).toBe(records.length)
  expect(sum((cell) => counted(cell.first_token_hist))).toBe(
    records.filter((record) => record.firstTokenMs !== null).length,
  )
  const { current } = await store.usage.summary({ ...EVER, users: [userId] })
  expect(current.failed + current.succeeded + current.cancelled).toBe(records.length)
}

async function everything(store: TestStore) {
  const { kysely } = store.db
  return {
    requests: await kysely.selectFrom('request').selectAll().orderBy('id').execute(),
    attempts: await kysely.selectFrom('attempt').selectAll().orderBy('request_id').orderBy('n').execute(),
    rollups: await kysely.selectFrom('rollup_hour').selectAll().orderBy('bucket').orderBy('http_status').execute(),
    keys: await kysely.selectFrom('api_key').selectAll().orderBy('id').execute(),
  }
}

const READ_BY = {
  sqlite: (column: string) => `INDEX request_by_${column}_at_id (${column}=? AND at>? AND at<?)`,
  postgres: (column: string) => `Index Cond: ((${column} = `,
}

test.each(engines)(
  'on %s the requests of one model, or of one user, are read from its index, newest first',
  async (_, open) => {
    await using store = await open()
    const { kysely, engine } = store.db
    const planFor = async (choice: { users?: string[]; models?: string[] }) =>
      String(await planOf(store.db, requestPage(kysely, { from: 0, to: TEST_NOW, limit: 50, ...choice })))
    const [ofModel, ofUser] = [await planFor({ models: ['m'] }), await planFor({ users: ['u1'], models: ['m'] })]
    expect(ofModel).toContain(READ_BY[engine.kind]('model'))
    expect(ofUser).toContain(READ_BY[engine.kind]('user_id'))
    expect(ofModel + ofUser).not.toMatch(/sort|temp b-tree/i)
  },
)
