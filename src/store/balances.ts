import type { Kysely } from 'kysely'
import type { Balance, BalanceAnswer, BalanceProblem } from '../core/balance.ts'
import type { BalanceRow, CredentialRow } from './schema-providers.ts'
import type { Tables } from './schema.ts'

/** What was last told of a credential's account, and what keeps newer word; times are epoch milliseconds. */
export type KnownBalance = {
  balance: (Balance & { at: number }) | null
  /** Since when asking fails, and why it did last; null: it does not, or nobody has asked. */
  failing: { problem: BalanceProblem; since: number } | null
}

/** A credential of which nobody has asked what is left. */
export const NOTHING_TOLD: BalanceRow = {
  balance_nanos: null,
  balance_currency: null,
  balance_at: null,
  balance_problem: null,
  balance_failing_since: null,
}

/** What a row says is left. */
export function knownBalance(row: BalanceRow): KnownBalance {
  const { balance_nanos: nanos, balance_currency: currency, balance_at: at } = row
  const { balance_problem: problem, balance_failing_since: since } = row
  return {
    balance: nanos === null || currency === null || at === null ? null : { nanos, currency, at },
    failing: problem === null || since === null ? null : { problem, since },
  }
}

/** Keeps what asking gave; what failed leaves the figure that was told before. */
export async function writeBalance(
  tx: Kysely<Tables>,
  { id, balance_failing_since: since }: CredentialRow,
  { answer, now }: { answer: BalanceAnswer; now: number },
): Promise<void> {
  const told = answer.ok
    ? {
        ...NOTHING_TOLD,
        balance_nanos: answer.balance.nanos,
        balance_currency: answer.balance.currency,
        balance_at: now,
      }
    : { balance_problem: answer.problem, balance_failing_since: since ?? now }
  await tx.updateTable('credential').set(told).where('id', '=', id).execute()
}
