import type { Kysely } from 'kysely'
import type { Balance, BalanceAnswer, BalanceProblem } from '../core/balance.ts'
import type { Nanos } from '../core/money.ts'
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

/** A provider, and the account at it that has least left of what its operator wants to be there. */
export type LowVendorBalance = { providerId: string; provider: string; last4: string; left: Balance; wanted: Nanos }

/** Reads what is told at `Alerts`. */
export async function lowVendorBalances(db: Kysely<Tables>): Promise<LowVendorBalance[]> {
  const rows = await db
    .selectFrom('credential')
    .innerJoin('provider', 'provider.id', 'credential.provider_id')
    .select(['provider_id', 'provider.name', 'last4', 'balance_nanos', 'balance_currency', 'balance_alert_nanos'])
    .where('provider.status', 'not in', ['disabled', 'deleted'])
    .where('credential.status', '<>', 'disabled')
    .whereRef('balance_nanos', '<', 'balance_alert_nanos')
    .orderBy('provider_id')
    .orderBy('balance_nanos')
    .execute()
  const low = rows.flatMap(({ provider_id: providerId, name: provider, last4, ...row }): LowVendorBalance[] => {
    const { balance_nanos: nanos, balance_currency: currency, balance_alert_nanos: wanted } = row
    return nanos === null || currency === null || wanted === null
      ? []
      : [{ providerId, provider, last4, left: { nanos, currency }, wanted }]
  })
  return low.filter(({ providerId }, at) => low[at - 1]?.providerId !== providerId)
}
