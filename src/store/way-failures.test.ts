import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idFrom } from '../core/ids.ts'
import type { AttemptRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { planOf } from './test-plan.ts'
import { anAttempt, aRequest } from './test-records.ts'
import { engines, openSqlite, TEST_NOW, type TestStore } from './test-store.ts'
import { failedAttempts } from './way-failures.ts'

const DAY = { provider: 'p1', from: TEST_NOW - 23 * HOUR_MS, to: TEST_NOW + HOUR_MS, stepMs: HOUR_MS }

const failure = (errorClass: string, over: Partial<AttemptRecord> = {}) =>
  anAttempt({ errorClass, httpStatus: null, retryable: true, firstTokenMs: null, startedMs: 0, ...over })
const busy = (over: Partial<AttemptRecord> = {}) => failure('http_429', { httpStatus: 429, ...over })

/** An id as a request of that moment has it. */
const idOf = (at: number, tail = 'aaaa') => idFrom(at).slice(0, -4) + tail

describe.each(engines)('failures of ways on %s', (_name, open) => {
  let store: TestStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const settle = (at: number, attempts: AttemptRecord[], tail = 'aaaa') =>
    store.requests.insertSettled([
      aRequest({ id: idOf(at, tail), at, attempts: attempts.map((one, n) => ({ ...one, n: n + 1 })) }),
    ])

  test('each class has its numbers by step and credential, also where another answered in the end', async () => {
    await settle(TEST_NOW - 3 * HOUR_MS, [busy(), busy({ credentialId: 'c2' }), failure('reset'), anAttempt()])
    await settle(TEST_NOW, [busy(), anAttempt({ credentialId: 'c2' })])
    await settle(TEST_NOW + MINUTE_MS, [anAttempt()])
    await settle(TEST_NOW, [busy({ providerId: 'p2' })], 'bbbb')
    const { classes: told } = await store.health.failures(DAY)
    expect(told.map(({ kind, count, byCredential }) => [kind, count, Object.fromEntries(byCredential)])).toEqual([
      ['http_429', 3, { c1: 2, c2: 1 }],
      ['reset', 1, { c1: 1 }],
    ])
    expect(told[0]?.steps).toEqual([...Array<number>(20).fill(0), 2, 0, 0, 1])
  })

  test('the first and the last of a class are requests that can be opened', async () => {
    const [early, late] = [TEST_NOW - 3 * HOUR_MS + 1234, TEST_NOW + 5678]
    await settle(early, [busy({ startedMs: 100 }), anAttempt()])
    await settle(early + 1, [busy(), failure('reset', { credentialId: 'c2' })])
    await settle(late - 1, [busy()])
    await settle(late, [anAttempt(), failure('overloaded', { httpStatus: 429, startedMs: 40 })])
    await settle(late + 1, [failure('http_429', { httpStatus: 429, retryable: false })])
    const { classes, latest } = await store.health.failures(DAY)
    expect(classes[0]).toMatchObject({
      count: 4,
      first: { at: early + 100, requestId: idOf(early) },
      last: { at: late + 40, requestId: idOf(late) },
    })
    expect(Object.fromEntries(latest)).toEqual({
      c1: { kind: 'http_429', at: late + 40, requestId: idOf(late) },
      c2: { kind: 'reset', at: early + 1, requestId: idOf(early + 1) },
    })
  })

  test('an attempt that began in the next twelve minutes is still found', async () => {
    const at = TEST_NOW - 1000
    await settle(at, [failure('reset', { startedMs: 3000 })])
    expect((await store.health.failures(DAY)).classes).toMatchObject([{ last: { at: at + 3000, requestId: idOf(at) } }])
  })

  test('where rows are kept for less long than sums, a class still says when', async () => {
    await settle(TEST_NOW + 1234, [failure('reset')])
    await store.retention.requests(TEST_NOW + DAY_MS)
    const gone = { at: TEST_NOW, requestId: null }
    expect((await store.health.failures(DAY)).classes).toMatchObject([{ kind: 'reset', first: gone, last: gone }])
  })
})

test('a request that failed is looked for in a stretch of the key of attempts', async () => {
  await using db = await openSqlite()
  const query = { provider: 'p1', kind: 'reset', bucket: TEST_NOW, order: 'desc' } as const
  expect(await planOf(db, failedAttempts(db.kysely, query))).toEqual([
    expect.stringMatching(/^SEARCH attempt USING INDEX \S+ \(request_id>\? AND request_id<\?\)$/),
    expect.stringMatching(/^SEARCH request USING INDEX \S+ \(id=\?\)$/),
  ])
})
