import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { DAY_MS, HOUR_MS } from '../../core/time.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { askFor, limitOf, PAYER, settledWith, testLimits, tokensOut } from './test-limits.ts'

const targetOf = (credential: string) => ({ provider: { id: 'p1' }, credential: { id: credential } }) as TargetEntry
const ofProvider = limitOf({ id: 'p', subject: 'provider', subjectId: 'p1' })
const ofCredential = limitOf({ id: 'c', subject: 'credential', subjectId: 'c1', metric: 'concurrency' })

test('a limit of a provider or credential counts what is under way there when it is made', () => {
  const { limits, replace } = testLimits()
  const hold = limits.admit(askFor(10, 20))
  const [first, second] = [targetOf('c1'), targetOf('c2')]
  hold.asking(first)
  hold.asking(second)
  replace({ limits: [ofProvider, ofCredential] })
  const stateOf = (subject: 'provider' | 'credential', id: string) =>
    limits.stateOf(subject, id).map(({ used, held }) => [used, held])
  expect([stateOf('provider', 'p1'), stateOf('credential', 'c1')]).toEqual([[[0n, 60n]], [[0n, 1n]]])
  expect(limits.check()).toBeNull()
  hold.lost(first, { usage: tokensOut(3), upstreamCostNanos: 3n })
  expect([stateOf('provider', 'p1'), stateOf('credential', 'c1')]).toEqual([[[3n, 30n]], [[0n, 0n]]])
  hold.settle(settledWith(25, { upstreamCostNanos: 28n }))
  expect(stateOf('provider', 'p1')).toEqual([[28n, 0n]])
})

test.each([
  ['is deleted', []],
  ['only warns from now on', [limitOf({ mode: 'hard', action: 'warn' })]],
])('a hard limit that %s ends no answer that holds some of it', (_name, then) => {
  const { limits, replace } = testLimits({ limits: [limitOf({ mode: 'hard' })] })
  const hold = limits.admit(askFor(10, 20))
  replace({ limits: then })
  expect(hold.covers({ ...NO_USAGE, output: 90 }, 90n)).toBeNull()
})

test('a clock that was years ahead keeps no window of then, once it is set right', () => {
  const month = limitOf({ id: 'm', window: 'month', max: 1000n })
  const { limits, clock } = testLimits({ limits: [limitOf(), month] })
  const right = clock.now
  clock.now += 4 * 365 * DAY_MS
  limits.admit(askFor(1, 1)).settle(settledWith(100))
  clock.now = right + DAY_MS
  limits.admit(askFor(1, 1)).settle(settledWith(40))
  expect(
    limits.stateOf('user', 'u1').map(({ used, resetsAt }) => [used, new Date(resetsAt ?? 0).toISOString()]),
  ).toEqual([
    [40n, '2026-11-21T16:00:00.000Z'],
    [40n, '2026-11-30T16:00:00.000Z'],
  ])
})

test.each([
  ['hours', 7 * HOUR_MS],
  ['a month', 31 * DAY_MS],
  ['minus a week', -7 * DAY_MS],
])(
  'a limit that is used up stays so when a clock goes wrong by %s and is put right, though somebody has looked at it',
  (_, ms) => {
    const { limits, clock, replace } = testLimits({ limits: [limitOf()] })
    const hold = limits.admit(askFor(10, 20))
    limits.admit(askFor(10, 20)).settle(settledWith(70))
    clock.now += ms
    expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 0n, held: 0n }])
    limits.admit(askFor(1, 1)).settle(settledWith(5))
    replace({ limits: [limitOf({ max: 90n })] })
    clock.now -= ms
    expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 70n, held: 30n }])
    hold.settle(settledWith(20))
    expect(() => limits.admit(askFor(1, 1))).toThrow()
    expect(limits.check()).toBeNull()
    clock.now += ms
    expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 5n, held: 0n }])
  },
)

test('what is parked lies on the window that a clock is put back to', () => {
  const { limits, clock } = testLimits({ limits: [limitOf()] })
  limits.parked.park('b1', { payer: PAYER, providerId: 'p1', credentialId: 'c1', cost: 40n, tokens: 4n })
  for (const ms of [31 * DAY_MS, -31 * DAY_MS]) {
    clock.now += ms
    expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 0n, held: 40n }])
  }
  limits.parked.release('b1')
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ held: 0n }])
  expect(limits.check()).toBeNull()
})

test('a limit that counts something else from now on begins with what the database has of that', () => {
  const { limits, replace } = testLimits({ limits: [limitOf()] })
  limits.admit(askFor(10, 20)).settle(settledWith(25))
  const windowStart = Date.parse('2026-11-19T16:00:00Z')
  replace({ limits: [limitOf({ metric: 'tokens' })], limitUse: [{ limitId: 'l1', windowStart, used: 7n }] })
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 7n }])
})

test('limits and accounts that are new when the database is asked again begin with its figures', () => {
  const { limits, reseed } = testLimits()
  expect(limits.accountOf('u1')).toBeNull()
  reseed({ limits: [limitOf()], accounts: [{ userId: 'u1', credit: 9n, spent: 4n }] })
  expect(limits.stateOf('user', 'u1')).toHaveLength(1)
  expect(limits.accountOf('u1')).toEqual({ credit: 9n, spent: 4n, held: 0n })
})

test('what the database tells of a window that has begun since is counted in it', () => {
  const { limits, clock, reseed } = testLimits({ limits: [limitOf()] })
  clock.now += DAY_MS
  const windowStart = Date.parse('2026-11-20T16:00:00Z')
  reseed({ limits: [limitOf()], limitUse: [{ limitId: 'l1', windowStart, used: 40n }] })
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 40n }])
})
