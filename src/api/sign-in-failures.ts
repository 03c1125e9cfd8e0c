import { Latest } from '../core/latest.ts'
import type { Clock } from '../core/time.ts'
import { HOUR_MS } from '../core/time.ts'

const MOST_ACCOUNTS = 20_000
const MOST_ROWS = 120

/** Counts a failed sign-in of an account; how many there were in a row, where that is to be written down for ever, else null. */
export type SignInFailures = (userId: string) => number | null

/**
 * Keeps whoever guesses from filling the audit log, of which nothing is deleted: of the failures of an account that come less than an
 * hour apart the first, second, fourth, eighth and so on are written, and of all accounts at most 120 in an hour.
 */
export function createSignInFailures(clock: Pick<Clock, 'monotonicMs'>): SignInFailures {
  const counts = new Latest<string, { failures: number; at: number }>(MOST_ACCOUNTS)
  let written: number[] = []
  return (userId) => {
    const now = clock.monotonicMs()
    const last = counts.get(userId)
    const failures = last !== undefined && now - last.at < HOUR_MS ? last.failures + 1 : 1
    counts.set(userId, { failures, at: now })
    written = written.filter((at) => now - at < HOUR_MS)
    if (!isPowerOfTwo(failures) || written.length >= MOST_ROWS) return null
    written.push(now)
    return failures
  }
}

const isPowerOfTwo = (n: number): boolean => Number.isInteger(Math.log2(n))
