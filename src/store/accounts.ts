import type { Kysely } from 'kysely'
import type { Entry } from '../core/entries.ts'
import type { Account } from '../core/limits.ts'
import type { Clock } from '../core/time.ts'
import { moveAccounts } from './account-moves.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import type { EntryRow, Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** The same idempotency key stands for the same entry, however often it is sent. */
export type NewEntry = Omit<Entry, 'at'> & { idempotencyKey: string; requestId: string | null }

/** `key_reused`: the idempotency key belongs to another entry. */
export type EntryRefusal = 'not_found' | 'key_reused'

/** Users' prepaid money, entry by entry, in nano-dollars. */
export type Accounts = {
  /** Nothing was paid in or spent where there is no account yet. */
  get(userId: string): Promise<Account>
  /** Books an entry and its share of the credit in one transaction; a repeated one gives the first and changes nothing. */
  book(entry: NewEntry, trail?: Trail): Promise<Outcome<NamedEntry, EntryRefusal>>
  /** Newest first; `cursor` is the `next` of the page before. */
  entries(userId: string, page: { limit: number; cursor?: string | undefined }): Promise<EntryPage>
}

/** With the name of today of whoever booked it. */
export type NamedEntry = Entry & { actorName: string | null }

type EntryPage = { items: NamedEntry[]; next: string | null }

/** Keeps `entry`, and the credit it adds up to in `account`. */
export function accountsIn(db: Database, clock: Clock): Accounts {
  return {
    get: async (userId) => {
      const row = await db.kysely.selectFrom('account').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return { userId, credit: row?.credit_nanos ?? 0n, spent: row?.spent_nanos ?? 0n }
    },
    book: (entry, trail) => db.transaction((tx) => book(tx, entry, { trail, now: clock.now() })),
    entries: async (userId, { limit, cursor }) => {
      const found = await named(db.kysely)
        .where('user_id', '=', userId)
        .$if(cursor !== undefined, (it) => it.where('entry.id', '<', cursor ?? ''))
        .orderBy('entry.id', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, next } = cutPage(found, limit, ({ id }) => id)
      return { items: rows.map(toEntry), next }
    },
  }
}

/** Books an entry in the transaction of whoever needs it; a repeated one changes nothing. */
export async function book(
  tx: Kysely<Tables>,
  entry: NewEntry,
  { trail, now }: { trail: Trail | undefined; now: number },
): Promise<Outcome<NamedEntry, EntryRefusal>> {
  const user = tx.selectFrom('user').select('id').where('id', '=', entry.userId).where('deleted_at', 'is', null)
  if (!(await user.executeTakeFirst())) return refuse('not_found')
  // Two of the same at once: the index decides, and the later one is told what the earlier one booked.
  const added = await tx
    .insertInto('entry')
    .values(newRow(entry, now))
    .onConflict((it) => it.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) {
    await moveAccounts(tx, [{ user_id: entry.userId, credit_nanos: entry.amountNanos, spent_nanos: 0n }]).execute()
    await insertTrail(tx, trail, now)
  }
  const first = await named(tx).where('idempotency_key', '=', entry.idempotencyKey).executeTakeFirstOrThrow()
  const same = first.user_id === entry.userId && first.kind === entry.kind && first.amount_nanos === entry.amountNanos
  return same ? done(toEntry(first)) : refuse('key_reused')
}

function named(db: Kysely<Tables>) {
  return db
    .selectFrom('entry')
    .leftJoin('user', 'user.id', 'entry.actor_id')
    .selectAll('entry')
    .select('user.name as actor_name')
}

/** The account of every user, empty ones too. */
export async function allAccounts(db: Kysely<Tables>): Promise<Account[]> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('account', 'account.user_id', 'user.id')
    .select(['user.id', 'credit_nanos', 'spent_nanos'])
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => ({ userId: row.id, credit: row.credit_nanos ?? 0n, spent: row.spent_nanos ?? 0n }))
}

function newRow(entry: NewEntry, now: number): EntryRow {
  return {
    id: entry.id,
    user_id: entry.userId,
    kind: entry.kind,
    amount_nanos: entry.amountNanos,
    actor_id: entry.actorId,
    reason: entry.reason,
    idempotency_key: entry.idempotencyKey,
    at: now,
    request_id: entry.requestId,
  }
}

function toEntry(row: EntryRow & { actor_name: string | null }): NamedEntry {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    amountNanos: row.amount_nanos,
    actorId: row.actor_id,
    actorName: row.actor_name,
    reason: row.reason,
    at: row.at,
  }
}
