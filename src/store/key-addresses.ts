import { type Kysely, sql } from 'kysely'
import type { RequestRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS, hourOf } from '../core/time.ts'
import { bulkInsert } from './bulk-insert.ts'
import { ROWS_DELETED_BEFORE } from './kept-since.ts'
import type { Kind } from './row-kinds.ts'
import type { KeyAddressRow } from './schema-requests.ts'
import type { Tables } from './schema.ts'

const COUNTED_MS = 7 * DAY_MS

/** From how many addresses a key of `api_key` was used in the last seven days, to the hour. */
export function addressesOfKey(now: number) {
  return sql<number>`(select count(*) from key_address
    where key_address.key_id = api_key.id and key_address.at >= ${hourOf(now - COUNTED_MS)})`
}

const MOST = 200

/** Those that are counted, the latest first. */
export function readKeyAddresses(
  db: Kysely<Tables>,
  keyId: string,
  now: number,
): Promise<{ ip: string; at: number }[]> {
  return db
    .selectFrom('key_address')
    .select(['ip', 'at'])
    .where('key_id', '=', keyId)
    .where('at', '>=', hourOf(now - COUNTED_MS))
    .orderBy('at', 'desc')
    .orderBy('ip')
    .limit(MOST)
    .execute()
}

/** A writer of `key_address` for one database. */
export function keyAddressWriter(): (tx: Kysely<Tables>, kinds: readonly Kind<RequestRecord>[]) => Promise<void> {
  const write = bulkInsert((tx, rows: readonly KeyAddressRow[]) =>
    tx
      .insertInto('key_address')
      .values(rows)
      .onConflict((it) =>
        it
          .columns(['key_id', 'ip'])
          .doUpdateSet((eb) => ({ at: eb.ref('excluded.at') }))
          // The hour is mostly there already: a row that stays as it is dirties no page.
          .whereRef('key_address.at', '<', 'excluded.at'),
      ),
  )
  return (tx, kinds) => write(tx, addressesIn(kinds))
}

/** Those of a kind came with one key from one address. */
function addressesIn(kinds: readonly Kind<RequestRecord>[]): KeyAddressRow[] {
  const rows = new Map<string, KeyAddressRow>()
  for (const { items } of kinds) {
    const [first] = items
    // Where addresses are not kept there is nothing to count.
    if (!first || first.ip === '') continue
    const at = hourOf(items.reduce((latest, one) => Math.max(latest, one.at), first.at))
    const name = `${first.keyId}\0${first.ip}`
    if ((rows.get(name)?.at ?? -Infinity) < at) rows.set(name, { key_id: first.keyId, ip: first.ip, at })
  }
  return [...rows.values()]
}

/** Deletes addresses that count no more, and those whose requests are not kept any longer. */
export async function purgeKeyAddresses(db: Kysely<Tables>, now: number): Promise<void> {
  await sql`delete from key_address where at < ${hourOf(now - COUNTED_MS)}
    or at <= coalesce(${ROWS_DELETED_BEFORE}, 0) - ${sql.lit(HOUR_MS)}`.execute(db)
}
