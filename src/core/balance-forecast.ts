import type { Balance, Currency } from './balance.ts'
import { type Nanos, ONE_MICROS, type Micros } from './money.ts'
import { DAY_MS, dayOf } from './time.ts'

/** What was paid with a credential on a UTC day, in billionths of a dollar; `day` is its first moment in epoch milliseconds. */
export type PaidDay = { credentialId: string; day: number; nanos: Nanos }

/** A credential, and what was told to be left of its account. */
export type Account = { id: string; balance: Balance & { at: number } }

type Forecasting = {
  now: number
  /** Whether the money is an account's, which several credentials may spend, and not a credential's own. */
  isShared: boolean
  /** Yuan for a dollar, in millionths; null where nobody said. */
  yuanMicros: Micros | null
}

/** A day more than a year: as many as a forecast tells at most. */
export const MOST_DAYS = 366

/** From when on what is paid makes the pace: the beginning of the seventh UTC day before today, in epoch milliseconds. */
export const paceSince = (now: number): number => dayOf(now) - 7 * DAY_MS

/**
 * In how many whole days each account is empty at the pace of the last seven, by the credential, `MOST_DAYS` for all that is more than a
 * year. One that has nothing left, was paid with for less than a day, or whose currency has no rate, is not there.
 */
export function daysLeft(
  accounts: readonly Account[],
  days: readonly PaidDay[],
  by: Forecasting,
): ReadonlyMap<string, number> {
  const told = accounts.filter(({ balance }) => balance.nanos > 0n)
  const byCredential = Map.groupBy(days, ({ credentialId }) => credentialId)
  return new Map(
    told.flatMap((account): [string, number][] => {
      const spenders = by.isShared ? told.filter((other) => isOneAccount(account, other)) : [account]
      const pace = paceOf(
        spenders.flatMap(({ id }) => byCredential.get(id) ?? []),
        by.now,
      )
      const dollars = inDollars(account.balance, by.yuanMicros)
      if (pace === null || dollars === null) return []
      const lastsMs = (dollars * BigInt(pace.overMs)) / pace.nanos
      const leftDays = (lastsMs - BigInt(by.now - account.balance.at)) / BigInt(DAY_MS)
      return [[account.id, leftDays > MOST_DAYS ? MOST_DAYS : Math.max(0, Number(leftDays))]]
    }),
  )
}

/** Keys of one account are told the same money, but for what is spent between one question and the next. */
function isOneAccount({ balance: one }: Account, { balance: other }: Account): boolean {
  const [less, more] = one.nanos < other.nanos ? [one, other] : [other, one]
  return one.currency === other.currency && (more.nanos - less.nanos) * 100n <= more.nanos
}

/** What was paid, and in what time; null where that is less than a day, or nothing was. */
function paceOf(days: readonly PaidDay[], now: number): { nanos: Nanos; overMs: number } | null {
  const since = paceSince(now)
  const within = days.filter(({ day, nanos }) => day >= since && nanos > 0n)
  const first = Math.min(...within.map(({ day }) => day))
  // Nobody knows at which hour of its first day it began, so that only whole days count.
  const begin = first === since ? since : first + DAY_MS
  const overMs = now - begin
  const nanos = within.filter(({ day }) => day >= begin).reduce((sum, day) => sum + day.nanos, 0n)
  return overMs >= DAY_MS && nanos > 0n ? { nanos, overMs } : null
}

function inDollars({ nanos, currency }: { nanos: Nanos; currency: Currency }, yuanMicros: Micros | null): Nanos | null {
  if (currency === 'USD') return nanos
  return yuanMicros === null || yuanMicros === 0n ? null : (nanos * ONE_MICROS) / yuanMicros
}
