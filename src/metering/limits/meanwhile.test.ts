import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import type { LimitSubject } from '../../core/limits.ts'
import { DAY_MS, HOUR_MS } from '../../core/time.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { ATTEMPT } from '../journal/test-journal.ts'
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

test('a limit that begins with what the database has counted counts what was settled by then and is not stored, once', () => {
  const limit = limitOf({ max: 1000n })
  const used = [{ limitId: 'l1', windowStart: Date.parse('2026-11-20T00:00+08:00'), used: 30n }]
  const { limits, clock } = testLimits()
  const settle = (id: string, tokens: number) =>
    limits.admit(askFor(1, 1)).settle(settledWith(tokens, { id, at: clock.now, userId: 'u1' }))
  settle('stored before', 10)
  limits.lately.stored(['stored before'])
  settle('stored meanwhile', 20)
  settle('not stored', 40)
  const reading = limits.lately.reading()
  expect(reading.ids()).toEqual(['stored meanwhile', 'not stored'])
  reading.had = new Set(['stored meanwhile'])
  settle('settled and stored after', 80)
  limits.lately.stored(['stored meanwhile', 'settled and stored after'])
  const late = limits.admit(askFor(1, 1))
  limits.replace({ limits: [limit], accounts: [], limitUse: used, reading })
  late.settle(settledWith(160, { id: 'late', at: clock.now }))
  expect(limits.stateOf('user', 'u1')[0]?.used).toBe(30n + 40n + 80n + 160n)
  limits.lately.stored(['not stored', 'late'])
  expect(limits.lately.reading().ids()).toEqual([])
})

test('a limit of a group, provider or credential counts what was settled lately as its row does', () => {
  const { limits, clock } = testLimits()
  const attempt = (providerId: string, credentialId: string, upstreamCostNanos: bigint) => ({
    ...ATTEMPT,
    providerId,
    credentialId,
    upstreamCostNanos,
  })
  const attempts = [attempt('p1', 'c1', 3n), attempt('p2', 'c2', 25n)]
  const ways = { providerId: 'p2', credentialId: 'c2', attempts, upstreamCostNanos: 28n }
  limits.admit(askFor(1, 1)).settle(settledWith(20, { id: 'r', at: clock.now, ...ways }))
  limits.admit(askFor(1, 1)).settle(settledWith(0, { id: 'no', at: clock.now, status: 'refused', attempts: [] }))
  limits.admit(askFor(1, 1)).settle(settledWith(70, { id: 'old', at: clock.now - 2 * DAY_MS, ...ways }))
  const of = (subject: LimitSubject, subjectId: string) =>
    (['cost', 'requests', 'tokens'] as const).map((metric) =>
      limitOf({ id: `${subject} ${subjectId} ${metric}`, subject, subjectId, metric }),
    )
  const owners = [
    ['group', 'g1'],
    ['key', 'k1'],
    ['provider', 'p1'],
    ['provider', 'p2'],
    ['credential', 'c2'],
  ] as const
  const made = owners.flatMap(([subject, id]) => of(subject, id))
  limits.replace({ limits: made, accounts: [], limitUse: [], reading: limits.lately.reading() })
  const counted = owners.map(([subject, id]) => limits.stateOf(subject, id).map(({ used }) => used))
  expect(counted).toEqual([
    [20n, 1n, 20n],
    [20n, 1n, 20n],
    [3n, 0n, 0n],
    [25n, 1n, 20n],
    [25n, 1n, 20n],
  ])
})

test('a limit that begins with what the database had counted of the window before counts all that was stored since this one began', () => {
  const limit = limitOf({ max: 1000n })
  const { limits, clock } = testLimits()
  const reading = limits.lately.reading()
  const before = Date.parse('2026-11-20T00:00+08:00')
  clock.now = before + DAY_MS + HOUR_MS
  limits.admit(askFor(1, 1)).settle(settledWith(20, { id: 'r1', at: clock.now, userId: 'u1' }))
  // The database was asked for the day that was over when it answered, and has the first request of the next.
  limits.lately.stored(['r1'])
  reading.had = new Set(['r1'])
  const limitUse = [{ limitId: 'l1', windowStart: before, used: 30n }]
  limits.replace({ limits: [limit], accounts: [], limitUse, reading })
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 20n }])
})

test('a request that came before the window of a limit that is made while it runs is none of that window', () => {
  const { limits, clock, replace } = testLimits()
  const early = limits.admit(askFor(10, 20))
  clock.now += 8 * HOUR_MS
  clock.monotonicMs += 8 * HOUR_MS
  const late = limits.admit(askFor(10, 20))
  const every = limitOf({ id: 'l2', window: 'total' })
  replace({ limits: [limitOf(), every, limitOf({ id: 'l3', metric: 'concurrency' })] })
  const figures = () => limits.stateOf('user', 'u1').map(({ used, held }) => [used, held])
  expect(figures()).toEqual([
    [0n, 30n],
    [0n, 60n],
    [0n, 2n],
  ])
  early.settle(settledWith(20, { at: clock.now - 8 * HOUR_MS }))
  late.settle(settledWith(7, { at: clock.now }))
  expect(figures()).toEqual([
    [7n, 0n],
    [27n, 0n],
    [0n, 0n],
  ])
  expect(limits.check()).toBeNull()
})
