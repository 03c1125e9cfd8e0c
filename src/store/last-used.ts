import { type Kysely, sql } from 'kysely'
import type { RequestRecord } from '../core/records.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { Kind } from './row-kinds.ts'
import type { Tables } from './schema.ts'

type KeyUsed = { id: string; at: number; ip: string; client: string; model: string | null }
type CredentialUsed = Pick<KeyUsed, 'id' | 'at'>

/** Moves the last-used marks of keys and credentials forward, never back. */
export function usedMarker(): (tx: Kysely<Tables>, kinds: readonly Kind<RequestRecord>[]) => Promise<void> {
  const markKeys = bulkInsert((tx, rows: readonly KeyUsed[]) => {
    const used = rows.map(
      ({ id, at, ip, client, model }) => sql`(${id}, cast(${at} as bigint), ${ip}, ${client}, ${model})`,
    )
    const statement = sql`with used(id, at, ip, client, model) as (values ${sql.join(used)})
      update api_key set last_used_at = used.at, last_used_ip = used.ip, last_used_client = used.client,
        last_used_model = used.model from used
      where api_key.id = used.id and (last_used_at is null or last_used_at < used.at)`
    return { compile: () => statement.compile(tx) }
  })
  const markCredentials = bulkInsert((tx, rows: readonly CredentialUsed[]) => {
    const statement = sql`with used(id, at) as (values ${sql.join(rows.map(({ id, at }) => sql`(${id}, cast(${at} as bigint))`))})
      update credential set last_used_at = used.at from used
      where credential.id = used.id and (last_used_at is null or last_used_at < used.at)`
    return { compile: () => statement.compile(tx) }
  })
  return async (tx, kinds) => {
    const latest = kinds.map(latestOf)
    const ofKeys = latestBy(latest, (one) => one.keyId)
    await markKeys(
      tx,
      ofKeys.map(({ keyId: id, at, ip, client, model }) => ({ id, at, ip, client, model })),
    )
    const ofCredentials = latestBy(latest, (one) => one.credentialId)
    await markCredentials(
      tx,
      ofCredentials.flatMap(({ credentialId: id, at }) => (id === null ? [] : { id, at })),
    )
  }
}

/** Those of a kind were asked with one key, and answered with one credential. */
function latestOf({ items }: Kind<RequestRecord>): RequestRecord {
  return items.reduce((latest, one) => (latest.at < one.at ? one : latest))
}

function latestBy(records: readonly RequestRecord[], idOf: (record: RequestRecord) => string | null): RequestRecord[] {
  const latest = new Map<string, RequestRecord>()
  for (const record of records) {
    const id = idOf(record)
    if (id !== null && (latest.get(id)?.at ?? -Infinity) < record.at) latest.set(id, record)
  }
  return [...latest.values()]
}
