import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { index, table } from '../table.ts'

/** How providers and models did, in sums of a few minutes: what availability and latency are read from. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const key = { bucket: 'bigint', provider_id: 'text', model: 'text', protocol: 'text' } as const
  await table(db, 'health_tick', Object.keys(key), {
    ...key,
    answered: 'bigint',
    failed: 'bigint',
    limited: 'bigint',
    output: 'bigint',
    writing_ms: 'bigint',
    first_token_hist: 'text',
  }).execute()
  await index(db, 'health_tick', ['provider_id', 'bucket'])
}
