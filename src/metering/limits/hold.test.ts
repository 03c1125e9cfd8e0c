import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import type { LimitMetric } from '../../core/limits.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { askFor, limitOf, MODEL, settledWith, testLimits, tokensOut } from './test-limits.ts'

const METRICS: readonly LimitMetric[] = ['cost', 'tokens', 'requests', 'concurrency']
const ofEach = (subject: 'user' | 'provider', subjectId: string) =>
  METRICS.map((metric) => limitOf({ id: `${subject} ${metric}`, subject, subjectId, metric, max: 10_000n }))
const TARGET = { provider: { id: 'p1' }, credential: { id: 'c1' } } as TargetEntry

function stage(...limits: ReturnType<typeof limitOf>[]) {
  const world = testLimits({ limits })
  const of = (subject: 'user' | 'provider', id: string, what: 'used' | 'held') =>
    world.limits.stateOf(subject, id).map((state) => state[what])
  return { ...world, of }
}

test('the money that is held is the most that is held of any budget of money', () => {
  const price = { version: 'v', rates: { input: 500_000n, output: 500_000n }, tiers: [] }
  const { limits } = stage(
    limitOf({ mode: 'hard', max: 10_000n }),
    limitOf({ id: 'k', subject: 'key', subjectId: 'k1', max: 10_000n }),
    limitOf({ id: 'g', subject: 'group', subjectId: 'g1', metric: 'tokens', max: 10_000n }),
  )
  const admitted = (over: Partial<typeof MODEL>) => limits.admit(askFor(10, null, { model: { ...MODEL, ...over } }))
  expect(admitted({ price, maxOutput: 2000 }).costNanos).toBe(1005n)
  expect(admitted({ price: null, maxOutput: 10 }).costNanos).toBe(0n)
})

test('a request that ends without a record counts nowhere', () => {
  const { limits, of } = stage(...ofEach('user', 'u1'), ...ofEach('provider', 'p1'))
  const hold = limits.admit(askFor(10, 20))
  hold.asking(TARGET)
  expect([of('user', 'u1', 'held'), of('provider', 'p1', 'held')]).toEqual(Array(2).fill([30n, 30n, 1n, 1n]))
  hold.settle(null)
  for (const what of ['used', 'held'] as const)
    expect([of('user', 'u1', what), of('provider', 'p1', what)]).toEqual(Array(2).fill([0n, 0n, 0n, 0n]))
})

test('with a provider each attempt is a request, and for who pays all of them are one', () => {
  const { limits, of } = stage(...ofEach('user', 'u1'), ...ofEach('provider', 'p1'))
  const hold = limits.admit(askFor(10, 20))
  hold.asking(TARGET)
  hold.lost(TARGET, { usage: tokensOut(3), upstreamCostNanos: 4n })
  expect(of('provider', 'p1', 'used')).toEqual([4n, 3n, 1n, 0n])
  hold.asking(TARGET)
  hold.settle(settledWith(20, { upstreamCostNanos: 11n }))
  expect(of('provider', 'p1', 'used')).toEqual([11n, 23n, 2n, 0n])
  expect(of('user', 'u1', 'used')).toEqual([20n, 20n, 1n, 0n])
})

test('a step is watched in sixteenths, and not at all where nothing grows', () => {
  const pace = limitOf({ id: 'rpm', metric: 'requests', window: 'minute' })
  const { limits } = stage(limitOf({ max: 10_000n }), pace)
  expect([320, 1].map((tokens) => limits.admit(askFor(10, tokens)).strideTokens)).toEqual([20, 1])
  expect(stage(pace).limits.admit(askFor(10, 320)).strideTokens).toBe(Infinity)
})

test('how many requests there are, however hard the limit, stops no answer', () => {
  const hold = stage(limitOf({ metric: 'requests', mode: 'hard' })).limits.admit(askFor(10, 20))
  expect([hold.strict, hold.covers({ ...NO_USAGE, output: 500 }, 500n)]).toEqual([false, null])
  expect(stage(limitOf({ metric: 'tokens', mode: 'hard' })).limits.admit(askFor(10, 20)).strict).toBe(true)
})

test('limits that are made one after the other while a request runs all count it, and a hard one watches it', () => {
  const [first, second] = ofEach('provider', 'p1')
  const hard = limitOf({ mode: 'hard' })
  const { limits, replace } = stage()
  const hold = limits.admit(askFor(10, 20))
  hold.asking(TARGET)
  for (const made of [[first], [first, second, hard]]) replace({ limits: made.filter((one) => one !== undefined) })
  expect([hold.strict, hold.strideTokens]).toEqual([true, 1])
  hold.settle(settledWith(20))
  expect(limits.check()).toBeNull()
})

test.each(METRICS)('a candidate may be asked while one of its %s is left', (metric) => {
  const admits = (max: bigint) =>
    stage(limitOf({ subject: 'provider', subjectId: 'p1', metric, max, mode: 'hard' })).limits.admitsTarget('p1', 'c1')
  expect([admits(1n), admits(0n)?.reason]).toEqual([null, metric === 'concurrency' ? 'concurrency' : 'rate'])
})

test('of a candidate that is full in more than one way it is told that it has too much to do at once', () => {
  const full = ofEach('provider', 'p1').map((limit) => ({ ...limit, max: 0n }))
  expect(stage(...full).limits.admitsTarget('p1', 'c1')).toEqual({ reason: 'concurrency', until: null })
})

test('a candidate is passed over until the last of the windows that are full ends, and for good where one never does', () => {
  const perMinute = limitOf({
    id: 'a',
    subject: 'credential',
    subjectId: 'c1',
    metric: 'requests',
    window: 'minute',
    max: 0n,
  })
  const perDay = limitOf({ id: 'b', subject: 'provider', subjectId: 'p1', window: 'day', max: 0n })
  const inAll = limitOf({ id: 'c', subject: 'provider', subjectId: 'p2', window: 'total', max: 0n })
  const { limits } = stage(perMinute, perDay, inAll)
  const until = (provider: string, credential: string) => limits.admitsTarget(provider, credential)?.until
  expect(until('p0', 'c1')).toBe(Date.parse('2026-11-20T10:01:00Z'))
  expect(until('p1', 'c1')).toBe(Date.parse('2026-11-20T16:00:00Z'))
  expect(until('p2', 'c1')).toBe(Infinity)
})
