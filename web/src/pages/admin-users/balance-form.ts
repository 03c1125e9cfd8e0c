import { formatUsd, parseUsd } from '../../../../src/core/money.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'

/** What money is moved for, and the sign it has: entries that may have either are offered both ways. */
export const KINDS_OF = {
  add: ['topup', 'refund', 'adjust'],
  deduct: ['adjust', 'expire'],
} as const
/** Into the account or out of it; the amount is typed without a sign. */
export type Direction = keyof typeof KINDS_OF
/** What an administrator may book; `reprice` entries come of repricing alone. */
export type Kind = (typeof KINDS_OF)[Direction][number]

/** The most characters of a reason, as the contract has it. */
export const REASON_MAX = 200
const MOST_NANOS = 1_000_000n * 1_000_000_000n

/** The amount as the server books it, with its sign; null while it is none, or nothing, or more than a million. */
export function signedAmount(direction: Direction, text: string): string | null {
  const nanos = parseUsd(tidyAmount(text))
  if (nanos === undefined || nanos <= 0n || nanos > MOST_NANOS) return null
  return formatUsd(direction === 'add' ? nanos : -nanos)
}

/** What is left afterwards. */
export function balanceAfter(balance: string, amount: string): string {
  return formatUsd((parseUsd(balance) ?? 0n) + (parseUsd(amount) ?? 0n))
}
