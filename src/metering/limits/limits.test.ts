import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Limit } from '../../core/limits.ts'
import { MINUTE_MS } from '../../core/time.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { Limits } from './limits.ts'
import { askFor, limitOf, MODEL, PAYER, settledWith, testLimits, tokensOut } from './test-limits.ts'

const stateOf = (limits: Limits, subject: 'user' | 'key' | 'group' = 'user', id = 'u1') =>
  limits.stateOf(subject, id).map(({ used, held }) => [used, held])

/** The code of a refusal, and what it says besides. */
function refusal(run: () => unknown): { code: string } & Record<string, string | number> {
  try {
    run()
  } catch (error) {
    if (error instanceof GatewayError) return { code: error.code, ...error.details }
    throw error
  }
  return { code: 'admitted' }
}

test('a request holds its estimate and, settled, counts what it used; a second settle changes nothing', () => {
  const { limits } = testLimits({ limits: [limitOf()] })
  const hold = limits.admit(askFor(10, 20))
  expect(stateOf(limits)).toEqual([[0n, 30n]])
  hold.settle(settledWith(25))
  hold.settle(settledWith(25))
  hold.settle(null)
  expect(stateOf(limits)).toEqual([[25n, 0n]])
})

test('all budgets are taken or none', () => {
  const group = limitOf({ id: 'g', subject: 'group', subjectId: 'g1', max: 20n, mode: 'hard' })
  const { limits } = testLimits({ limits: [limitOf(), group] })
  expect(refusal(() => limits.admit(askFor(10, 20))).code).toBe('limit_reached_day')
  expect(stateOf(limits)).toEqual([[0n, 0n]])
  expect(stateOf(limits, 'group', 'g1')).toEqual([[0n, 0n]])
})

test('what an upstream has begun is let in without room, is told what stands against it, and counts to the end', () => {
  const account = { userId: 'u1', credit: 10n, spent: 10n }
  const { limits } = testLimits({ limits: [limitOf({ max: 40n, mode: 'hard' })], accounts: [account] })
  const payer = { ...PAYER, billing: 'prepaid' as const }
  expect(limits.admit({ ...askFor(10, 20), isBegun: true }).against).toBeNull()
  const hold = limits.admit({ ...askFor(10, 20), payer, isBegun: true })
  expect(hold.against?.code).toBe('balance_exhausted')
  hold.settle(settledWith(25))
  expect(stateOf(limits)).toEqual([[25n, 30n]])
  expect(limits.accountOf('u1')).toMatchObject({ spent: 35n })
  expect(limits.check()).toBeNull()
})

test('what is left but smaller than the estimate serves one request alone, and no second one beside it', () => {
  const { limits } = testLimits({ limits: [limitOf()], limitUse: [{ limitId: 'l1', windowStart: day, used: 95n }] })
  const alone = limits.admit(askFor(10, 20))
  expect(refusal(() => limits.admit(askFor(1, 1))).code).toBe('limit_reached_day')
  alone.settle(settledWith(4))
  limits.admit(askFor(10, 20)).settle(settledWith(1))
  expect(refusal(() => limits.admit(askFor(1, 1))).code).toBe('limit_reached_day')
})

const day = Date.parse('2026-11-19T16:00:00Z')

test('a hard limit holds the worst case and refuses what does not fit whole', () => {
  const { limits } = testLimits({ limits: [limitOf({ mode: 'hard' })] })
  const model = { ...MODEL, maxOutput: 90 }
  expect(refusal(() => limits.admit(askFor(11, null, { model }))).code).toBe('limit_reached_day')
  limits.admit(askFor(10, null, { model }))
  expect(stateOf(limits)).toEqual([[0n, 100n]])
})

test('a prepaid balance is a budget like any other; who is unlimited only has it counted', () => {
  const accounts = [{ userId: 'u1', credit: 50n, spent: 30n }]
  const { limits, replace } = testLimits({ accounts })
  const payer = { ...PAYER, billing: 'prepaid' as const }
  const hold = limits.admit(askFor(5, 15, { payer }))
  expect(limits.accountOf('u1')).toEqual({ credit: 50n, spent: 30n, held: 20n })
  expect(refusal(() => limits.admit(askFor(1, 1, { payer })))).toEqual({ code: 'balance_exhausted' })
  limits.admit(askFor(1, 1)).settle(settledWith(7))
  hold.settle(settledWith(20))
  expect(limits.accountOf('u1')).toEqual({ credit: 50n, spent: 57n, held: 0n })
  replace({ accounts: [{ userId: 'u1', credit: 90n, spent: 30n }] })
  limits.admit(askFor(5, 15, { payer }))
  expect(limits.accountOf('u1')).toEqual({ credit: 90n, spent: 57n, held: 20n })
})

test('without an account or with nothing in it, only what costs nothing is let through', () => {
  const { limits } = testLimits({})
  const payer = { ...PAYER, billing: 'prepaid' as const }
  expect(refusal(() => limits.admit(askFor(1, 1, { payer }))).code).toBe('balance_exhausted')
  expect(refusal(() => limits.admit(askFor(1, 1, { payer, model: { ...MODEL, price: null } }))).code).toBe('admitted')
})

test('requests a minute count where they were admitted, and those at once until they end', () => {
  const pace = limitOf({ id: 'rpm', metric: 'requests', window: 'minute', max: 2n })
  const atOnce = limitOf({ id: 'c', subject: 'key', subjectId: 'k1', metric: 'concurrency', max: 3n })
  const { limits, clock } = testLimits({ limits: [pace, atOnce] })
  const first = [limits.admit(askFor(1, 1)), limits.admit(askFor(1, 1))]
  expect(refusal(() => limits.admit(askFor(1, 1)))).toEqual({ code: 'rate_limited', seconds: 30 })
  clock.now += 30_000
  limits.admit(askFor(1, 1))
  expect(refusal(() => limits.admit(askFor(1, 1)))).toEqual({ code: 'rate_limited', seconds: 1 })
  for (const hold of first) hold.settle(settledWith(1))
  limits.admit(askFor(1, 1))
  expect(stateOf(limits)).toEqual([[0n, 2n]])
})

test('a request that was refused later counts as none', () => {
  const { limits } = testLimits({ limits: [limitOf({ metric: 'requests', max: 2n })] })
  limits.admit(askFor(1, 1)).settle(settledWith(0, { status: 'refused' }))
  expect(stateOf(limits)).toEqual([[0n, 0n]])
})

test('a refusal says when the window starts again, and of several reasons the one that lasts longest', () => {
  const limits = ['minute', 'day', 'month'].map((window) =>
    limitOf({ id: window, metric: 'requests', window: window as 'day', max: 0n }),
  )
  const told = refusal(() => testLimits({ limits }).limits.admit(askFor(1, 1)))
  expect(told).toMatchObject({ code: 'limit_reached_month', resets: '2026-12-01 00:00 (Asia/Shanghai)' })
  expect(told.seconds).toBe((Date.parse('2026-11-30T16:00:00Z') - Date.parse('2026-11-20T10:00:30Z')) / 1000)
  const total = limitOf({ window: 'total', max: 0n })
  expect(refusal(() => testLimits({ limits: [total, ...limits] }).limits.admit(askFor(1, 1)))).toEqual({
    code: 'limit_reached_total',
  })
})

test('a limit by the minute tells nothing, minute after minute, unless it refuses nobody and is reached', () => {
  const perMinute = (action: Limit['action']) => limitOf({ id: action, metric: 'tokens', window: 'minute', action })
  const { limits, warned, clock } = testLimits({ limits: [perMinute('refuse'), perMinute('warn')] })
  for (let minute = 0; minute < 3; minute += 1) {
    for (const tokens of [50, 30, 20]) limits.admit(askFor(1, 1)).settle(settledWith(tokens))
    clock.now += MINUTE_MS
  }
  expect(warned).toEqual(Array.from({ length: 3 }, () => ['warn', 1]))
})

test('a limit that only warns never refuses, and tells each threshold once', () => {
  const { limits, warned } = testLimits({ limits: [limitOf({ action: 'warn' })] })
  for (const tokens of [49, 1, 29, 20, 70, 5]) limits.admit(askFor(90, 90)).settle(settledWith(tokens))
  expect(warned).toEqual([
    ['l1', 0.5],
    ['l1', 0.8],
    ['l1', 1],
  ])
})

test('what is held grows with the answer, while there is room', () => {
  const { limits } = testLimits({ limits: [limitOf()] })
  const hold = limits.admit(askFor(10, 20))
  expect(hold.covers(tokensOut(25), 25n)).toBe(null)
  expect(stateOf(limits)).toEqual([[0n, 30n]])
  expect(hold.covers(tokensOut(26), 26n)).toBe(null)
  expect(stateOf(limits)).toEqual([[0n, 50n]])
  const other = limits.admit(askFor(10, 30))
  expect(hold.covers(tokensOut(46), 46n)).toBe(null)
  expect(stateOf(limits)).toEqual([[0n, 100n]])
  // Nothing is left: it goes on to the end of what it holds, and not a piece further.
  expect(hold.covers(tokensOut(60), 60n)).toBe(null)
  expect(hold.covers(tokensOut(61), 61n)?.code).toBe('limit_reached_midway')
  other.settle(settledWith(1))
  expect(hold.covers(tokensOut(61), 61n)).toBe(null)
})

test('a hard limit is never extended', () => {
  const { limits } = testLimits({ limits: [limitOf({ mode: 'hard' })] })
  const hold = limits.admit(askFor(10, 20))
  expect(hold.strict).toBe(true)
  expect(hold.covers(tokensOut(30), 30n)).toBe(null)
  expect(hold.covers(tokensOut(31), 31n)?.code).toBe('limit_reached_midway')
  expect(stateOf(limits)).toEqual([[0n, 30n]])
})

test.each(['normal', 'hard'] as const)('%s limits by the minute pace requests and stop no answer', (mode) => {
  const { limits } = testLimits({ limits: [limitOf({ metric: 'tokens', window: 'minute', max: 50n, mode })] })
  const hold = limits.admit(askFor(10, 20))
  expect(hold.strideTokens).toBe(Infinity)
  expect(hold.covers(tokensOut(500), 500n)).toBe(null)
  hold.settle(settledWith(500))
  expect(stateOf(limits)).toEqual([[500n, 0n]])
})

test('the usual length of a model’s answers takes the place of the first guess', () => {
  const { limits } = testLimits({ limits: [limitOf({ max: 100_000n })] })
  const row = settledWith(50, { model: 'm1', end: 'complete', usageSource: 'upstream' })
  for (let i = 0; i < 16; i += 1) {
    const hold = limits.admit(askFor(0, null))
    expect(stateOf(limits).at(0)?.[1]).toBe(1000n)
    hold.settle(row)
  }
  limits.admit(askFor(0, null))
  const [, held = 0n] = stateOf(limits)[0] ?? []
  expect(held).toBeGreaterThanOrEqual(48n)
  expect(held).toBeLessThanOrEqual(53n)
})

test('a reload keeps what was counted, changes what was changed, and begins a new limit with the database’s figure', () => {
  const { limits, replace } = testLimits({ limits: [limitOf()] })
  const open = limits.admit(askFor(10, 10))
  limits.admit(askFor(10, 10)).settle(settledWith(30))
  const made = limitOf({ id: 'l2', metric: 'tokens', window: 'total' })
  const use = { limitId: 'l2', windowStart: 0, used: 7n }
  replace({ limits: [limitOf({ max: 40n }), made], limitUse: [use, { limitId: 'l1', windowStart: day, used: 0n }] })
  expect(stateOf(limits)).toEqual([
    [30n, 20n],
    [7n, 20n],
  ])
  expect(refusal(() => limits.admit(askFor(1, 1))).code).toBe('limit_reached_day')
  open.settle(settledWith(5))
  expect(stateOf(limits)).toEqual([
    [35n, 0n],
    [12n, 0n],
  ])
})

test('after the journal of an earlier process is read, its requests are counted beside those of this one', () => {
  const accounts = (spent: bigint) => [{ userId: 'u1', credit: 100n, spent }]
  const { limits, reseed } = testLimits({
    limits: [limitOf()],
    accounts: accounts(10n),
    limitUse: [{ limitId: 'l1', windowStart: day, used: 10n }],
  })
  limits.admit(askFor(1, 1)).settle(settledWith(5))
  reseed({ limits: [limitOf()], accounts: accounts(40n), limitUse: [{ limitId: 'l1', windowStart: day, used: 40n }] })
  expect(stateOf(limits)).toEqual([[45n, 0n]])
  expect(limits.accountOf('u1')?.spent).toBe(45n)
})

test('in whatever order requests are settled, the figures are the same', () => {
  const order = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 })
  fc.assert(
    fc.property(order, order, (one, other) => {
      const figures = [one, other].map((settling) => {
        const { limits } = testLimits({ limits: [limitOf({ max: 1000n })] })
        const holds = [1, 2, 3, 4, 5, 6].map((n) => limits.admit(askFor(n, n)))
        return settling.map((n) => {
          holds[n - 1]?.settle(settledWith(n * 7))
          return stateOf(limits)
        })
      })
      expect(figures[0]?.at(-1)).toEqual([[147n, 0n]])
      expect(figures[1]?.at(-1)).toEqual(figures[0]?.at(-1))
    }),
  )
})

test('a limit that is deleted stops nobody any more', () => {
  const { limits, replace } = testLimits({ limits: [limitOf()] })
  const hold = limits.admit(askFor(10, 20))
  replace({})
  expect(hold.covers(tokensOut(5000), 5000n)).toBe(null)
  hold.settle(settledWith(5000))
  expect(stateOf(limits)).toEqual([])
})

test('a clock set back opens no day a second time, and keeps nobody out of the minute', () => {
  const rpm = limitOf({ id: 'rpm', metric: 'requests', window: 'minute', max: 1n })
  const { limits, clock } = testLimits({ limits: [limitOf(), rpm] })
  limits.admit(askFor(1, 1)).settle(settledWith(9))
  clock.now -= 24 * 3_600_000
  limits.admit(askFor(1, 1)).settle(settledWith(1))
  expect(stateOf(limits)[0]).toEqual([10n, 0n])
})

test('a candidate is passed over while its provider or credential is full', () => {
  const atOnce = limitOf({ id: 'a', subject: 'credential', subjectId: 'c1', metric: 'concurrency', max: 1n })
  const cost = limitOf({ id: 'b', subject: 'provider', subjectId: 'p1', metric: 'cost', max: 10n })
  const { limits } = testLimits({ limits: [atOnce, cost] })
  const target = (credential: string) => ({ provider: { id: 'p1' }, credential: { id: credential } }) as TargetEntry
  const hold = limits.admit(askFor(1, 1))
  const first = target('c1')
  hold.asking(first)
  expect(limits.admitsTarget('p1', 'c1')?.reason).toBe('concurrency')
  expect(limits.admitsTarget('p1', 'c2')).toBe(null)
  hold.lost(first, { usage: NO_USAGE, upstreamCostNanos: 0n })
  hold.asking(target('c2'))
  expect(limits.admitsTarget('p1', 'c1')).toBe(null)
  hold.settle(settledWith(10))
  expect(limits.admitsTarget('p1', 'c1')?.reason).toBe('rate')
})

test('of two candidates asked at once each counts in its own limits: who answers what is used, the other what it told', () => {
  const most = (id: string) => limitOf({ id, subject: 'credential', subjectId: id, metric: 'cost', max: 100n })
  const { limits } = testLimits({ limits: [most('c1'), most('c2')] })
  const target = (credential: string) => ({ provider: { id: 'p1' }, credential: { id: credential } }) as TargetEntry
  const [slow, fast] = [target('c1'), target('c2')]
  const hold = limits.admit(askFor(1, 1))
  hold.asking(slow)
  hold.asking(fast)
  expect(limits.check()).toBeNull()
  hold.lost(slow, { usage: tokensOut(3), upstreamCostNanos: 3n })
  hold.settle(settledWith(10, { upstreamCostNanos: 13n }))
  const counted = ['c1', 'c2'].map((id) => limits.stateOf('credential', id).map(({ used, held }) => [used, held]))
  expect(counted).toEqual([[[3n, 0n]], [[10n, 0n]]])
})
