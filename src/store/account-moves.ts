import type { InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import type { RequestRecord } from '../core/records.ts'
import type { Kind } from './row-kinds.ts'
import type { AccountRow, Tables } from './schema.ts'

/** Adds to both sides of accounts in one statement, so that nobody's addition is lost; each account comes once. */
export function moveAccounts(
  tx: Kysely<Tables>,
  moves: readonly AccountRow[],
): InsertQueryBuilder<Tables, 'account', InsertResult> {
  return tx
    .insertInto('account')
    .values(moves)
    .onConflict((it) =>
      it.column('user_id').doUpdateSet((eb) => ({
        credit_nanos: eb('account.credit_nanos', '+', eb.ref('excluded.credit_nanos')),
        spent_nanos: eb('account.spent_nanos', '+', eb.ref('excluded.spent_nanos')),
      })),
    )
}

/** The order in which accounts are moved by everybody who moves several in one transaction, or two of them wait for each other. */
export function byUser(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** What requests cost their users, one move for each who paid something, in order; those of a kind are of one user. */
export function spentIn(kinds: readonly Kind<RequestRecord>[]): AccountRow[] {
  const spent = new Map<string, bigint>()
  for (const { items } of kinds) {
    let cost = 0n
    for (const { costNanos } of items) if (costNanos > 0n) cost += costNanos
    const [one] = items
    if (one && cost > 0n) spent.set(one.userId, (spent.get(one.userId) ?? 0n) + cost)
  }
  return [...spent]
    .toSorted(([one], [other]) => byUser(one, other))
    .map(([user_id, spent_nanos]) => ({ user_id, credit_nanos: 0n, spent_nanos }))
}
