import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { percentile } from '../core/histogram.ts'
import type { AttemptRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { planOf } from './test-plan.ts'
import { anAttempt, aRequest } from './test-records.ts'
import { engines, openSqlite, TEST_NOW, type TestStore } from './test-store.ts'
import { type Way, wayRows, waysTogether, type WaysQuery } from './ways.ts'

const DAY = { from: TEST_NOW - 23 * HOUR_MS, to: TEST_NOW + HOUR_MS, stepMs: HOUR_MS, providers: ['p1'] }

const failure = (errorClass: string, over: Partial<AttemptRecord> = {}) =>
  anAttempt({ errorClass, httpStatus: null, retryable: true, firstTokenMs: null, ...over })

describe.each(engines)('ways on %s', (_name, open) => {
  let store: TestStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const settle = (attempts: AttemptRecord[], at = TEST_NOW) =>
    store.requests.insertSettled([aRequest({ at, attempts: attempts.map((one, n) => ({ ...one, n: n + 1 })) })])
  const read = (over: Partial<WaysQuery> = {}) => store.health.ways({ ...DAY, ...over })
  const told = (found: readonly Way[]) =>
    found
      .map(({ endpointId, credentialId, steps }) => {
        const { answered, failed, limited, failures } = waysTogether(steps)
        return { way: `${endpointId} ${credentialId}`, seen: [answered, failed, limited, Object.fromEntries(failures)] }
      })
      .toSorted((a, b) => a.way.localeCompare(b.way))
      .map(({ way, seen }) => [way, ...seen])

  test('each endpoint and credential has what it was asked, also where another answered in the end', async () => {
    const busy = failure('http_429', { httpStatus: 429 })
    await settle([busy, anAttempt({ credentialId: 'c2' })])
    await settle([failure('overloaded', { httpStatus: 429 }), anAttempt({ endpointId: 'e2', credentialId: 'c2' })])
    await settle([failure('reset'), failure('reset'), failure('http_529', { httpStatus: 529 })])
    await settle([anAttempt({ providerId: 'p2' })])
    expect(told(await read())).toEqual([
      ['e1 c1', 0, 5, 2, { http_429: 2, reset: 2, http_529: 1 }],
      ['e1 c2', 1, 0, 0, {}],
      ['e2 c2', 1, 0, 0, {}],
    ])
    expect((await read({ providers: ['p1', 'p2'] })).map(({ providerId }) => providerId)).toContain('p2')
    expect(await read({ providers: [] })).toEqual([])
  })

  test('what the caller did wrong or did not wait for, and who was skipped, is no failure of a way', async () => {
    await settle([
      failure('breaker', { decision: 'skipped', reason: 'breaker' }),
      failure('caller_gone'),
      failure('http_400', { httpStatus: 400, retryable: false }),
    ])
    expect(told(await read())).toEqual([['e1 c1', 1, 0, 0, {}]])
  })

  test('sums of several writes stand in the step they belong to, with how soon the first token came', async () => {
    const quick = anAttempt({ startedMs: 20, firstTokenMs: 1020 })
    await settle([quick])
    await settle([anAttempt({ startedMs: 0, firstTokenMs: 3000 })])
    await settle([quick], TEST_NOW - 3 * HOUR_MS)
    await settle([quick], DAY.from - 1000)
    const [way] = await read()
    const seen = way?.steps.map(({ answered }) => answered)
    expect(seen).toEqual([...Array<number>(20).fill(0), 1, 0, 0, 2])
    expect(percentile(way?.steps[23]?.firstTokens ?? new Map(), 0.5)).toBeCloseTo(1000, -2)
    expect(percentile(way?.steps[23]?.firstTokens ?? new Map(), 1)).toBeCloseTo(3000, -2)
  })

  test('what is older than a month is deleted', async () => {
    await settle([anAttempt()], TEST_NOW - 32 * DAY_MS)
    await settle([anAttempt()])
    await store.health.purge()
    expect(told(await read({ from: TEST_NOW - 60 * DAY_MS, stepMs: DAY_MS }))).toEqual([['e1 c1', 1, 0, 0, {}]])
  })
})

test('a month of a provider is a stretch of the key, whatever else is kept', async () => {
  await using db = await openSqlite()
  const query = { ...DAY, from: TEST_NOW - 30 * DAY_MS, providers: ['p1', 'p2'] }
  const [search] = await planOf(db, wayRows(db.kysely, query))
  expect(search).toMatch(/^SEARCH way_tick USING PRIMARY KEY \(provider_id=\? AND bucket>\? AND bucket<\?\)$/)
})
