import { describe, expect, test, vi } from 'vitest'
import type { RequestRecord } from '../core/records.ts'
import type { Usage } from '../core/usage.ts'
import { toRequestRow } from './request-rows.ts'
import { settler } from './settle.ts'
import { addKey, addUser, aFailure, anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

/** Figures of which none is like another. */
const usageFrom = (first: number): Usage => ({
  input: first,
  cacheRead: first + 1,
  cacheWrite5m: first + 2,
  cacheWrite1h: first + 3,
  output: first + 4,
  reasoning: first + 5,
  audioIn: first + 6,
  audioOut: first + 7,
  imageIn: first + 8,
  imageOut: first + 9,
  requests: first + 10,
  searches: first + 11,
})

/** A request of which no two columns hold the same. */
const VARIED: RequestRecord = aRequest({
  protocolIn: 'anthropic-messages',
  protocolOut: 'openai-responses',
  modelAsked: 'asked',
  model: 'model',
  modelAnswered: 'answered',
  status: 'failed',
  end: 'upstream_truncated',
  httpStatus: 299,
  errorClass: 'truncated',
  errorMessage: 'It ended early.',
  queueMs: 3,
  headersMs: 81,
  firstTokenMs: 121,
  totalMs: 901,
  usage: usageFrom(1000),
  usageSource: 'partial',
  usageRaw: '{"a":1}',
  costNanos: 7_001n,
  upstreamCostNanos: 7_002n,
  priceVersion: 'v1',
  serviceTier: 'priority',
  multiplierMicros: 1_500_000n,
  attempts: [
    anAttempt({ n: 1, providerId: 'p2', decision: 'skipped', reason: 'cooling', headersMs: null, httpStatus: null }),
    anAttempt({ n: 2, errorClass: 'cut', retryable: true, usage: usageFrom(2000), upstreamCostNanos: 7_002n }),
  ],
})

describe.each(engines)('settling on %s', (_, open) => {
  test('puts each value where it belongs, also beside rows that are of another kind', async () => {
    await using store = await open()
    const plain = aRequest({ attempts: [] })
    await store.requests.insertSettled([plain, VARIED, aRequest()])
    const { usageRaw, attempts, ...seen } = VARIED
    expect(await store.requests.get(VARIED.id, null)).toMatchObject({ ...seen, usageRaw, attempts, attemptsMade: 1 })
    expect(await store.requests.get(plain.id, null)).toMatchObject(plain)
    const row = await store.db.kysely.selectFrom('request').selectAll().where('id', '=', VARIED.id).executeTakeFirst()
    expect(row).toEqual(toRequestRow(VARIED))
  })

  test('writes any number of rows of any number of kinds', async () => {
    await using store = await open()
    const records = [1, 2, 3, 60, 127, 128, 129, 300].flatMap((count) =>
      Array.from({ length: count }, (_, n) =>
        n % 3 === 0 ? aFailure(500, `error_${n % 40}`, { keyId: `k${n % 5}` }) : aRequest({ keyId: `k${n % 7}` }),
      ),
    )
    await store.requests.insertSettled(records.slice(0, 1))
    await store.requests.insertSettled(records.slice(1, 3))
    await store.requests.insertSettled(records.slice(3, 70))
    await store.requests.insertSettled(records.slice(70))
    const rows = await store.db.kysely.selectFrom('request').selectAll().orderBy('id').execute()
    expect(rows).toEqual(records.map(toRequestRow).toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    const attempts = await store.db.kysely.selectFrom('attempt').select('request_id').orderBy('request_id').execute()
    expect(attempts.map((attempt) => attempt.request_id)).toEqual(rows.map(({ id }) => id))
  })

  test('counts what is new of a batch of which some are stored, in whatever kind they come again', async () => {
    await using store = await open()
    await fill(store)
    const [stored, added] = [
      [aRequest(), VARIED],
      Array.from({ length: 5 }, (_, n) => aRequest({ costNanos: BigInt(n + 1) })),
    ]
    await store.requests.insertSettled(stored)
    const again = stored.map((record) => ({ ...record, keyId: 'k2', costNanos: 100n }))
    await store.requests.insertSettled([...added, ...again], { node: 'n1', segment: 1, offset: 9 })
    expect(await totals(store)).toEqual({ rows: 7, attempts: 8, requests: 7, cost: 8_016n, spent: 8_016n, credit: 0n })
    expect(await store.journal.get('n1')).toEqual({ node: 'n1', segment: 1, offset: 9 })
    expect(await store.requests.get(stored[0]?.id ?? '', null)).toMatchObject({ keyId: 'k1', costNanos: 1_000n })
  })

  test('counts a request that is twice in a batch once, as it was told last', async () => {
    await using store = await open()
    await fill(store)
    const twice = aRequest({ costNanos: 5n })
    await store.requests.insertSettled([twice, aRequest(), { ...twice, costNanos: 9n, keyId: 'k2' }])
    expect(await totals(store)).toEqual({ rows: 2, attempts: 2, requests: 2, cost: 1_009n, spent: 1_009n, credit: 0n })
    expect(await store.requests.get(twice.id, null)).toMatchObject({ costNanos: 9n, keyId: 'k2' })
  })

  test('moves the marks of a key and of a credential to their latest request, of whatever kind that was', async () => {
    await using store = await open()
    await fill(store)
    const [one, other] = await credentialsOf(store)
    const ats = [-3, 0, -1, -2, -4, -5].map((ms) => TEST_NOW + ms)
    await store.requests.insertSettled([
      ...ats.map((at, n) => aRequest({ at, client: `c${n % 3}`, credentialId: one })),
      aRequest({ at: TEST_NOW - 9, credentialId: other }),
      aRequest({ at: TEST_NOW - 8, credentialId: null }),
    ])
    const key = await store.keys.get({ userId: 'u1', id: 'k1' }, 'UTC')
    expect(key).toMatchObject({ lastUsedAt: TEST_NOW, lastUsedClient: 'c1' })
    const marks = async () => (await store.providers.get('p1'))?.credentials.map(({ lastUsedAt }) => lastUsedAt)
    expect(await marks()).toEqual([TEST_NOW, TEST_NOW - 9])
    await store.requests.insertSettled([aRequest({ at: TEST_NOW - 99, credentialId: other })])
    expect(await marks()).toEqual([TEST_NOW, TEST_NOW - 9])
  })
})

test('what the database does not take is told, and not tried twice', async () => {
  const transaction = vi.fn(() => Promise.reject(new Error('the disk is full')))
  await expect(settler(transaction)([], undefined)).rejects.toThrow('the disk is full')
  expect(transaction).toHaveBeenCalledOnce()
})

async function fill(store: TestStore): Promise<void> {
  await addUser(store)
  await addKey(store)
}

/** The ids of the credentials of a provider. */
async function credentialsOf(store: TestStore): Promise<[string, string]> {
  const facts = { slug: 'p1', name: 'Acme', preset: 'custom', priority: 100, weight: 1, note: '' }
  const common = { priority: 1, weight: 1, status: 'active' } as const
  const credentials = ['one', 'two'].map((name) => ({ ...common, name, secret: name }))
  const more = { multiplierMicros: 1_000_000n, allowPrivate: false, endpoints: [], routes: [] }
  const made = await store.providers.create({ id: 'p1', ...facts, ...more, credentials })
  if (!made.ok) throw new Error(`Refused: ${made.refused}`)
  const [one, other] = made.value.credentials.map(({ id }) => id)
  return [one ?? '', other ?? '']
}

async function totals({ db: { kysely }, accounts }: TestStore) {
  const cells = await kysely.selectFrom('rollup_hour').select(['requests', 'cost_nanos']).execute()
  return {
    rows: (await kysely.selectFrom('request').select('id').execute()).length,
    attempts: (await kysely.selectFrom('attempt').select('n').execute()).length,
    requests: cells.reduce((sum, cell) => sum + cell.requests, 0),
    cost: cells.reduce((sum, cell) => sum + cell.cost_nanos, 0n),
    spent: (await accounts.get('u1')).spent,
    credit: (await accounts.get('u1')).credit,
  }
}
