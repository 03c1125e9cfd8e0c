import type { ReconciledRow } from '../../../../../src/contract/reconciliation.ts'
import { parseUsd } from '../../../../../src/core/money.ts'

/** Whether bill and record agree to a hundredth, are further apart, or the bill has not come. */
export type ReconcileState = 'checked' | 'differs' | 'waiting'

/** Whether a bill says what was recorded, give or take a hundredth: vendors round each request in their own way. */
export function stateOf({ recorded, difference }: Pick<ReconciledRow, 'recorded' | 'difference'>): ReconcileState {
  if (difference === null) return 'waiting'
  const apart = parseUsd(difference) ?? 0n
  return (apart < 0n ? -apart : apart) * 100n <= (parseUsd(recorded) ?? 0n) ? 'checked' : 'differs'
}

/** The first and the last day that a day or a month on a bill stands for. */
export function daysOf(day: string): { first: string; last: string } {
  if (day.length > 7) return { first: day, last: day }
  const days = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5)), 0)).getUTCDate()
  return { first: `${day}-01`, last: `${day}-${days}` }
}
