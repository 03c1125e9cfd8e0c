import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { percentile } from '../core/histogram.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { HealthQuery } from './health.ts'
import { type Observed, together } from './observation.ts'
import { HEALTH_TICK_MS } from './tick-cells.ts'
import { aFailure, anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const FROM = TEST_NOW - 24 * HOUR_MS
const DAY = { from: FROM, to: TEST_NOW + HEALTH_TICK_MS, stepMs: HOUR_MS, by: 'model' } as const

describe.each(engines)('health on %s', (_name, open) => {
  let store: TestStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const settle = (...records: Parameters<typeof aRequest>[0][]) =>
    store.requests.insertSettled(records.map((record) => aRequest(record)))
  const read = (more: Partial<HealthQuery> = {}) => store.health.series({ ...DAY, ...more })
  const sums = (steps: readonly Observed[] | undefined) =>
    (steps ?? []).flatMap(({ answered, failed, limited }, step) =>
      answered + failed === 0 ? [] : [{ step, answered, failed, limited }],
    )

  test('a request that another provider answered in the end is well for its model and a failure of the first', async () => {
    const busy = { providerId: 'p1', errorClass: 'http_429', httpStatus: 429, retryable: true, firstTokenMs: null }
    const attempts = [anAttempt(busy), anAttempt({ n: 2, providerId: 'p2' })]
    await settle({ at: FROM + 3 * HOUR_MS, attempts })
    expect(sums((await read()).get('m1'))).toEqual([{ step: 3, answered: 1, failed: 0, limited: 0 }])
    const asked = await read({ by: 'provider', providers: ['p1', 'p2'] })
    expect(sums(asked.get('p1'))).toEqual([{ step: 3, answered: 0, failed: 1, limited: 1 }])
    expect(sums(asked.get('p2'))).toEqual([{ step: 3, answered: 1, failed: 0, limited: 0 }])
  })

  test('what failed counts as passed on where another provider was asked after it, and not where nobody else was', async () => {
    const busy = { errorClass: 'http_429', httpStatus: 429, retryable: true, firstTokenMs: null }
    const own = [anAttempt({ ...busy, n: 1 }), anAttempt({ ...busy, n: 2 })]
    const skipped = anAttempt({ n: 3, providerId: 'p2', decision: 'skipped', reason: 'breaker' })
    await settle(
      { at: FROM, attempts: [...own, anAttempt({ n: 3, providerId: 'p2' })] },
      { at: FROM, attempts: [...own, skipped] },
      { at: FROM, attempts: [anAttempt({})] },
    )
    const asked = await read({ by: 'provider', providers: ['p1', 'p2'] })
    const [first, second] = ['p1', 'p2'].map((id) => together(asked.get(id) ?? []))
    expect(first).toMatchObject({ answered: 1, failed: 4, passedOn: 2 })
    expect(second).toMatchObject({ answered: 1, failed: 0, passedOn: 0 })
    expect(together((await read()).get('m1') ?? []).passedOn, 'requests go nowhere else').toBe(0)
  })

  test('what the caller did wrong, and what the caller did not wait for, is no failure of anybody', async () => {
    const theirs = anAttempt({ errorClass: 'http_400', httpStatus: 400, firstTokenMs: null })
    const left = anAttempt({ errorClass: 'caller_gone', firstTokenMs: null })
    const outrun = anAttempt({ n: 2, errorClass: 'hedged', httpStatus: null, firstTokenMs: null })
    const unsaid = anAttempt({ errorClass: 'not_translatable', httpStatus: null, firstTokenMs: null, retryable: true })
    await store.requests.insertSettled([
      aFailure(400, 'http_400', { attempts: [theirs] }),
      aRequest({ status: 'cancelled', firstTokenMs: null, attempts: [left, outrun] }),
      aFailure(400, 'not_translatable', { end: 'gateway_error', attempts: [unsaid] }),
    ])
    expect(sums((await read()).get('m1'))).toEqual([])
    expect(sums((await read({ by: 'provider', providers: ['p1'] })).get('p1'))).toEqual([
      { step: 24, answered: 1, failed: 0, limited: 0 },
    ])
  })

  test('an answer that broke off, and a request nobody answered, are failures', async () => {
    const broken = anAttempt({ errorClass: 'idle_timeout' })
    await store.requests.insertSettled([
      aRequest({ status: 'failed', end: 'idle_timeout', errorClass: 'idle_timeout', attempts: [broken] }),
      aFailure(503, 'no_upstream', {
        status: 'refused',
        attempts: [anAttempt({ decision: 'skipped', reason: 'breaker' })],
      }),
    ])
    expect(sums((await read()).get('m1'))).toEqual([{ step: 24, answered: 0, failed: 2, limited: 0 }])
    expect(sums((await read({ by: 'provider', providers: ['p1'] })).get('p1'))).toEqual([
      { step: 24, answered: 0, failed: 1, limited: 0 },
    ])
  })

  test('sums of several writes add up, and a repeated batch changes nothing', async () => {
    const record = aRequest({ firstTokenMs: 1000, totalMs: 3000, usage: { ...NO_USAGE, output: 100 } })
    await store.requests.insertSettled([record])
    await store.requests.insertSettled([record])
    await settle({ firstTokenMs: 3000, totalMs: 4000, usage: { ...NO_USAGE, output: 20 } })
    const seen = (await read()).get('m1')?.[24]
    expect(seen).toMatchObject({ answered: 2, output: 120, writingMs: 3000 })
    expect(percentile(seen?.firstTokens ?? new Map(), 1)).toBeCloseTo(3000, -2)
  })

  test('what was begun and given up is an answer, and how soon it came counts from when it was asked for', async () => {
    const asked = { startedMs: 5000, firstTokenMs: 6000, endedMs: 8000, usage: { ...NO_USAGE, output: 50 } }
    const left = { status: 'cancelled', end: 'caller_gone', errorClass: 'caller_gone' } as const
    const cut = { status: 'failed', end: 'limit', errorClass: 'limit_reached_midway' } as const
    await settle(
      { ...left, usage: NO_USAGE, attempts: [anAttempt({ ...asked, errorClass: 'caller_gone' })] },
      { ...cut, firstTokenMs: 20, totalMs: 20, usage: { ...NO_USAGE, output: 7 }, attempts: [] },
    )
    const seen = (await read({ by: 'provider', providers: ['p1'] })).get('p1')?.[24]
    expect(seen).toMatchObject({ answered: 1, failed: 0, output: 50, writingMs: 2000 })
    expect(percentile(seen?.firstTokens ?? new Map(), 1)).toBeCloseTo(1000, -2)
    // What took no time tells no speed.
    expect((await read()).get('m1')?.[24]).toMatchObject({ answered: 2, failed: 0, output: 0 })
  })

  test('steps are as long as asked for, and only the model, the providers and the time that are meant count', async () => {
    await settle(
      { at: FROM },
      { at: FROM + HEALTH_TICK_MS },
      { at: FROM - 1 },
      { model: 'm2' },
      { protocolIn: 'gemini-generate' },
    )
    const fine = await read({ stepMs: HEALTH_TICK_MS, model: 'm1' })
    expect([...fine.keys()]).toEqual(['m1'])
    expect(fine.get('m1')).toHaveLength(121)
    expect(sums(fine.get('m1')).map(({ step }) => step)).toEqual([0, 1, 120])
    const spoken = await read({ by: 'protocol', providers: ['p1'] })
    expect([...spoken.keys()].toSorted()).toEqual(['gemini-generate', 'openai-chat'])
    expect(await read({ providers: [] })).toEqual(new Map())
  })

  test('what is older than is ever shown is deleted', async () => {
    await settle({ at: TEST_NOW - 63 * DAY_MS }, {})
    await store.health.purge()
    const long = await read({ from: TEST_NOW - 70 * DAY_MS, stepMs: DAY_MS })
    expect(sums(long.get('m1'))).toHaveLength(1)
  })

  test('what was served is counted by model, of the requests that are meant, and how long the answers took', async () => {
    await settle({ totalMs: 900 }, { model: 'm2' }, { userId: 'u2' }, { providerId: 'p2' }, { at: FROM - HOUR_MS })
    await store.requests.insertSettled([aFailure(503, 'upstream_failed')])
    const own = await store.health.served({ from: FROM, to: TEST_NOW + 1, users: ['u1'], providers: ['p1'] })
    expect(own.byModel).toEqual(
      new Map([
        ['m1', 2],
        ['m2', 1],
      ]),
    )
    expect(own.before).toBe(1)
    expect([...own.durations.values()]).toEqual([2])
  })
})
