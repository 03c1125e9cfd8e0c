import type { Nanos } from './money.ts'

/** Why money moved: paid in, put right, given back, lapsed, or old requests charged anew. */
export const ENTRY_KINDS = ['topup', 'adjust', 'refund', 'expire', 'reprice'] as const
/** As rows of `entry` name it; `reprice` comes from a repricing alone. */
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** One line of a user's account: money in when positive, out when negative. What requests cost is not among them. */
export type Entry = {
  id: string
  userId: string
  kind: EntryKind
  amountNanos: Nanos
  /** Null: the server itself. */
  actorId: string | null
  reason: string
  /** Epoch milliseconds. */
  at: number
}
