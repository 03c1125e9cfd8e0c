import { expect, test } from 'vitest'
import type { Balance } from './balance.ts'
import { daysLeft, MOST_DAYS, type Account, type PaidDay, paceSince } from './balance-forecast.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const TODAY = Date.UTC(2026, 10, 20)
const USD = 1_000_000_000n

const usd = (amount: bigint): Balance => ({ nanos: amount * USD, currency: 'USD' })
const account = (id: string, balance: Balance, over: Partial<Account> = {}): Account => ({
  id,
  balance: { ...balance, at: NOW },
  ...over,
})
/** What a credential paid, in dollars, on each of the days before today, and today last. */
const paid = (credentialId: string, ...dollars: bigint[]): PaidDay[] =>
  dollars
    .map((amount, n) => ({ credentialId, day: TODAY - (dollars.length - 1 - n) * DAY_MS, nanos: amount * USD }))
    .filter(({ nanos }) => nanos > 0n)

const left = (accounts: readonly Account[], days: readonly PaidDay[], more: { shared?: boolean; rate?: bigint } = {}) =>
  Object.fromEntries(
    daysLeft(accounts, days, { now: NOW, isShared: more.shared ?? true, yuanMicros: more.rate ?? null }),
  )

test('the pace is read from the seven days before today, and from today', () => {
  expect(paceSince(NOW)).toBe(TODAY - 7 * DAY_MS)
})

test('money lasts as long as it would at the pace of the last seven days', () => {
  // 15 dollars in seven days and a half: two a day.
  expect(left([account('a', usd(25n))], paid('a', 2n, 2n, 2n, 2n, 2n, 2n, 2n, 1n))).toEqual({ a: 12 })
  expect(left([account('a', usd(25n))], paid('a', 15n, 0n, 0n, 0n, 0n, 0n, 0n, 0n))).toEqual({ a: 12 })
})

test('what was paid before and by others counts for nothing', () => {
  const before = { credentialId: 'a', day: TODAY - 8 * DAY_MS, nanos: 900n * USD }
  const other = paid('b', 50n, 50n, 50n, 50n, 50n, 50n, 50n, 50n)
  const days = [before, ...other, ...paid('a', 15n, 0n, 0n, 0n, 0n, 0n, 0n, 0n)]
  expect(left([account('a', usd(25n))], days)).toEqual({ a: 12 })
})

test('the day on which it began is left out, as nobody knows at what hour, and less than a whole day tells nothing', () => {
  // Two whole days but a half since: 3 dollars in 36 hours.
  expect(left([account('a', usd(25n))], paid('a', 100n, 2n, 1n))).toEqual({ a: 12 })
  expect(left([account('a', usd(25n))], paid('a', 100n, 1n))).toEqual({})
  expect(left([account('a', usd(25n))], paid('a', 1n))).toEqual({})
  expect(left([account('a', usd(25n))], [])).toEqual({})
})

test('what began within the days and was not used again has no pace', () => {
  expect(left([account('a', usd(25n))], paid('a', 100n, 0n, 0n, 0n))).toEqual({})
})

test('what was spent since it was told is gone already', () => {
  const days = paid('a', 15n, 0n, 0n, 0n, 0n, 0n, 0n, 0n)
  const told = (hours: number) =>
    left([account('a', { ...usd(25n) }, { balance: { ...usd(25n), at: NOW - hours * HOUR_MS } })], days)
  expect([told(11), told(13), told(24), told(900)]).toEqual([{ a: 12 }, { a: 11 }, { a: 11 }, { a: 0 }])
})

test('more than a year is one number, and what is owed or used up has none', () => {
  const days = paid('a', 15n, 0n, 0n, 0n, 0n, 0n, 0n, 0n)
  expect(left([account('a', usd(732n))], days)).toEqual({ a: MOST_DAYS })
  expect(
    left([account('a', usd(1_000_000_000n))], [{ credentialId: 'a', day: TODAY - 7 * DAY_MS, nanos: 1n }]),
  ).toEqual({
    a: MOST_DAYS,
  })
  expect(left([account('a', usd(730n))], days)).toEqual({ a: 365 })
  expect(left([account('a', usd(0n)), account('b', usd(-3n))], days)).toEqual({})
})

test('yuan last by the exchange rate, and nobody knows how long without one', () => {
  const days = paid('a', 15n, 0n, 0n, 0n, 0n, 0n, 0n, 0n)
  const yuan = [account('a', { nanos: 175n * USD, currency: 'CNY' })]
  expect(left(yuan, days, { rate: 7_000_000n })).toEqual({ a: 12 })
  expect(left(yuan, days)).toEqual({})
  expect(left(yuan, days, { rate: 0n })).toEqual({})
})

test('keys whose figures are the same to a hundredth spend the money of one account', () => {
  const days = [
    ...paid('a', 15n, 0n, 0n, 0n, 0n, 0n, 0n, 0n),
    ...paid('b', 30n, 0n, 0n, 0n, 0n, 0n, 0n, 0n),
    // Another account's, and one in another currency.
    ...paid('c', 60n, 0n, 0n, 0n, 0n, 0n, 0n, 0n),
    ...paid('d', 60n, 0n, 0n, 0n, 0n, 0n, 0n, 0n),
  ]
  const keys = [
    account('a', { nanos: 100n * USD, currency: 'USD' }),
    account('b', { nanos: 99n * USD, currency: 'USD' }),
    account('c', { nanos: 98n * USD - 1n, currency: 'USD' }),
    account('d', { nanos: 100n * USD, currency: 'CNY' }),
  ]
  expect(left(keys, days)).toEqual({ a: 16, b: 16, c: 12 })
  expect(left(keys, days, { shared: false })).toEqual({ a: 50, b: 24, c: 12 })
})
