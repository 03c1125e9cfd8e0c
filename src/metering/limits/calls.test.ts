import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../core/time.ts'
import { askFor, limitOf, PAYER, settledWith, testLimits } from './test-limits.ts'

const ofMinute = limitOf({
  id: 'minute',
  subject: 'key',
  subjectId: 'k1',
  metric: 'requests',
  window: 'minute',
  max: 2n,
})
const ofDay = limitOf({ id: 'day', metric: 'requests', window: 'day', max: 3n })
const atOnce = limitOf({
  id: 'once',
  subject: 'group',
  subjectId: 'g1',
  metric: 'concurrency',
  window: 'total',
  max: 1n,
})
const usedOf = (limits: ReturnType<typeof testLimits>['limits']) =>
  (['key', 'user', 'group'] as const).flatMap((subject) =>
    limits.stateOf(subject, { key: 'k1', user: 'u1', group: 'g1' }[subject]).map(({ used, held }) => [used, held]),
  )

test('a call counts as a request when it is over, and takes its place among those at once until then', () => {
  const { limits } = testLimits({ limits: [ofMinute, ofDay, atOnce] })
  const call = limits.admitCall(PAYER)
  expect(usedOf(limits)).toEqual([
    [0n, 1n],
    [0n, 1n],
    [0n, 1n],
  ])
  expect(limits.check()).toBeNull()
  expect(() => limits.admitCall(PAYER)).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  call[Symbol.dispose]()
  call[Symbol.dispose]()
  expect(usedOf(limits)).toEqual([
    [1n, 0n],
    [1n, 0n],
    [0n, 0n],
  ])
  expect(limits.check()).toBeNull()
})

test('calls and requests count in the same windows, each refused with the reason that lasts longest', () => {
  const { limits, clock } = testLimits({ limits: [ofMinute, ofDay] })
  limits.admit(askFor(1, 1)).settle(settledWith(1))
  limits.admitCall(PAYER)[Symbol.dispose]()
  expect(() => limits.admit(askFor(1, 1))).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  clock.now += MINUTE_MS
  limits.admitCall(PAYER)[Symbol.dispose]()
  for (const next of [() => limits.admit(askFor(1, 1)), () => limits.admitCall(PAYER)])
    expect(next).toThrow(expect.objectContaining({ code: 'limit_reached_day' }))
})

test('what is only looked at is paced, and takes nothing of a day', () => {
  const { limits, clock } = testLimits({ limits: [ofMinute, { ...ofDay, max: 1n }] })
  limits.admitCall(PAYER)[Symbol.dispose]()
  limits.admitCall(PAYER, { looks: true })[Symbol.dispose]()
  expect(() => limits.admitCall(PAYER, { looks: true })).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  clock.now += MINUTE_MS
  limits.admitCall(PAYER, { looks: true })[Symbol.dispose]()
  expect(usedOf(limits)).toEqual([
    [1n, 0n],
    [1n, 0n],
  ])
})

test('money and tokens that are used up stand against no call', () => {
  const { limits } = testLimits({ limits: [limitOf({ max: 0n }), limitOf({ id: 't', metric: 'tokens', max: 0n })] })
  limits.admitCall({ ...PAYER, billing: 'prepaid' })[Symbol.dispose]()
  expect(usedOf(limits)).toEqual([
    [0n, 0n],
    [0n, 0n],
  ])
})

test('a limit that only warns says of calls too that it was passed', () => {
  const { limits, warned } = testLimits({ limits: [{ ...ofMinute, max: 1n, action: 'warn' }] })
  for (let n = 0; n < 2; n += 1) limits.admitCall(PAYER)[Symbol.dispose]()
  expect(warned).toEqual([['minute', 1]])
})

test('what is over already came at no pace: no limit by the minute or at once stands against charging it', () => {
  const { limits } = testLimits({ limits: [{ ...ofMinute, max: 1n }, atOnce] })
  const over = { ...askFor(0, 0).size, over: true }
  using _looking = limits.admitCall(PAYER, { looks: true })
  limits.admit(askFor(0, 0, { size: over })).settle(settledWith(5))
  expect(limits.check()).toBeNull()
  const { limits: daily } = testLimits({ limits: [{ ...ofDay, max: 0n }] })
  expect(() => daily.admit(askFor(0, 0, { size: over }))).toThrow(/today/)
})

test('whether one more is let in can be asked without taking anything', () => {
  const { limits } = testLimits({ limits: [{ ...ofMinute, max: 1n }] })
  for (let n = 0; n < 2; n += 1) expect(limits.refusesCall(PAYER)).toBeNull()
  limits.admitCall(PAYER)[Symbol.dispose]()
  expect(limits.refusesCall(PAYER)).toMatchObject({ code: 'rate_limited' })
})
