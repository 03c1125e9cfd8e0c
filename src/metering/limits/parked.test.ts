import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { DAY_MS, HOUR_MS } from '../../core/time.ts'
import type { Parking } from './parked.ts'
import { askFor, limitOf, PAYER, settledWith, testLimits } from './test-limits.ts'

const MINE: Parking = { payer: PAYER, providerId: 'p1', credentialId: 'c1', cost: 60n, tokens: 7n }
const LIMITS = [
  limitOf({ id: 'user' }),
  limitOf({ id: 'key', subject: 'key', subjectId: 'k1', window: 'month', metric: 'tokens' }),
  limitOf({ id: 'group', subject: 'group', subjectId: 'g1', window: 'total', mode: 'hard' }),
  limitOf({ id: 'provider', subject: 'provider', subjectId: 'p1' }),
  limitOf({ id: 'credential', subject: 'credential', subjectId: 'c1', window: 'week' }),
]
const UNTOUCHED = [
  limitOf({ id: 'others', subjectId: 'u2' }),
  limitOf({ id: 'requests', metric: 'requests' }),
  limitOf({ id: 'at once', metric: 'concurrency', window: 'total' }),
  limitOf({ id: 'by the minute', metric: 'tokens', window: 'minute' }),
]
const ACCOUNTS = [{ userId: 'u1', credit: 100n, spent: 0n }]

function stage(limits = [...LIMITS, ...UNTOUCHED]) {
  const world = testLimits({ limits, accounts: ACCOUNTS })
  const held = () =>
    Object.fromEntries(
      [...LIMITS, ...UNTOUCHED].flatMap(({ subject, subjectId, id }) => {
        const state = world.limits.stateOf(subject, subjectId).find(({ limit }) => limit.id === id)
        return state && state.held !== 0n ? [[id, state.held]] : []
      }),
    )
  return { ...world, held, balance: () => world.limits.accountOf('u1')?.held }
}

const EVERYWHERE = { user: 60n, key: 7n, group: 60n, provider: 60n, credential: 60n }

test('what a batch is expected to cost lies on the balance and on every limit on cost and tokens of who pays and who made it, and on no other', () => {
  const { limits, held, balance } = stage()
  limits.parked.park('b', MINE)
  expect([held(), balance(), limits.check()]).toEqual([EVERYWHERE, 60n, null])
  limits.parked.park('b', { ...MINE, cost: 50n })
  expect([balance(), limits.check()], 'once, however often it is said').toEqual([50n, null])
  limits.parked.release('b')
  limits.parked.release('b')
  expect([held(), balance(), limits.check()]).toEqual([{}, 0n, null])
})

test('it lies on the window that there is, not on the one it was made in', () => {
  const { limits, clock, held } = stage()
  const begun = limits.admit(askFor(10, 10))
  limits.parked.park('b', MINE)
  for (let day = 0; day < 3; day += 1) {
    clock.now += DAY_MS
    expect(held()).toMatchObject({ user: 60n, provider: 60n })
    expect(limits.check()).toBeNull()
  }
  begun.settle(null)
  expect(() => limits.admit(askFor(41, 0))).toThrow()
  limits.parked.release('b')
  expect([held(), limits.check()]).toEqual([{}, null])
  limits.admit(askFor(41, 0)).settle(null)
})

test('a request that outlives its window has all of it for itself, whatever is parked on the next', () => {
  const { limits, clock } = stage([limitOf()])
  limits.parked.park('b', MINE)
  const hold = limits.admit(askFor(10, 10))
  clock.now += DAY_MS
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ held: 60n }])
  expect(hold.covers(settledWith(95).usage, 95n)).toBeNull()
})

test('limits and accounts that are made meanwhile take it over, and those that are gone let it go', () => {
  const { limits, replace, held, balance } = stage([])
  limits.parked.park('b', { ...MINE, payer: { ...PAYER, userId: 'u3' } })
  limits.parked.park('mine', MINE)
  replace({ limits: LIMITS.slice(0, 3), accounts: [...ACCOUNTS, { userId: 'u3', credit: 5n, spent: 0n }] })
  expect(held()).toEqual({ user: 60n, key: 14n, group: 120n })
  expect([balance(), limits.accountOf('u3')?.held, limits.check()]).toEqual([60n, 60n, null])
  replace({ limits: LIMITS.slice(2), accounts: ACCOUNTS })
  expect([held(), limits.check()]).toEqual([{ group: 120n, provider: 120n, credential: 120n }, null])
  limits.parked.release('mine')
  replace({ limits: LIMITS, accounts: ACCOUNTS })
  limits.parked.release('b')
  expect([held(), limits.accountOf('u3')?.held, limits.check()]).toEqual([{}, 0n, null])
})

test('in another time zone, where windows begin anew, and after a database was read again it lies there still', () => {
  const { limits, clock, replace, reseed, held } = stage()
  limits.parked.park('b', MINE)
  clock.zone = 'America/New_York'
  replace({ limits: LIMITS, accounts: ACCOUNTS })
  reseed({ limits: LIMITS, accounts: ACCOUNTS })
  expect([held(), limits.check()]).toEqual([EVERYWHERE, null])
})

test('beside it a request passes as far as something is left, and a provider is passed over when nothing is', () => {
  const { limits } = stage([limitOf(), limitOf({ id: 'provider', subject: 'provider', subjectId: 'p1' })])
  limits.parked.park('b', MINE)
  limits.admit(askFor(40, 0)).settle(null)
  expect(() => limits.admit(askFor(41, 0))).toThrow()
  expect(limits.admitsTarget('p1', 'c1')).toBeNull()
  limits.parked.park('c', { ...MINE, cost: 40n })
  expect(limits.admitsTarget('p1', 'c1')).toMatchObject({ reason: 'rate' })
})

test('it is as old as it likes, and given back when nobody knows of it any more, but for what was just made', () => {
  const { limits, clock, balance } = stage()
  limits.parked.park('gone', MINE)
  limits.parked.park('open', MINE)
  clock.monotonicMs += 40 * DAY_MS
  expect(limits.check()).toBeNull()
  limits.parked.park('new', { ...MINE, cost: 1n })
  limits.parked.keepOnly(new Set(['open']))
  expect([balance(), limits.check()]).toEqual([61n, null])
  clock.monotonicMs += HOUR_MS + 1
  limits.parked.keepOnly(new Set())
  expect([balance(), limits.check()]).toEqual([0n, null])
})

test('what a batch used tells how long its answers are on average, and is no answer of that length', () => {
  const { limits } = testLimits({ limits: [limitOf({ max: 1_000_000_000n })] })
  for (let n = 0; n < 40; n += 1) {
    limits.admit(askFor(1, null)).settle(settledWith(n < 20 ? 10 : 30))
    const { size, ...rest } = askFor(0, null)
    const told = limits.admit({ ...rest, size: { ...size, usage: settledWith(0).usage } })
    told.settle(settledWith(90_000))
  }
  expect(limits.averageOutput('m1'), 'what is no matter of text tells nothing').toBe(20)
  const { size, ...rest } = askFor(0, null)
  const bill = settledWith(90_000, { serviceTier: 'batch' })
  const batch = limits.admit({ ...rest, size: { ...size, usage: bill.usage } })
  batch.settle({ ...bill, usage: { ...bill.usage, requests: 900 } })
  expect(limits.averageOutput('m1'), 'nine hundred answers of a hundred tokens').toBeCloseTo((40 * 20 + 90_000) / 940)
  const usual = limits.admit(askFor(0, null))
  expect(Number(usual.costNanos)).toBeGreaterThan(28)
  expect(Number(usual.costNanos)).toBeLessThan(32)
})

test('a candidate is asked through its own part', () => {
  const { limits } = stage([limitOf({ id: 'provider', subject: 'provider', subjectId: 'p1', max: 500n })])
  limits.parked.park('b', MINE)
  const hold = limits.admit(askFor(10, 10))
  hold.asking({ provider: { id: 'p1' }, credential: { id: 'c1' } } as TargetEntry)
  expect(limits.stateOf('provider', 'p1')).toMatchObject([{ held: 80n }])
  hold.settle(settledWith(20))
  expect(limits.stateOf('provider', 'p1')).toMatchObject([{ held: 60n, used: 20n }])
})
