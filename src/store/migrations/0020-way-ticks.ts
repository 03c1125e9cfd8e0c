import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { table } from '../table.ts'

/**
 * How each endpoint and credential did, in sums of a few minutes, and what their failures were. They begin when the schema has them:
 * to add up what went before would read every attempt of a month.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  // By provider first: a month of one is a stretch of it.
  const key = {
    provider_id: 'text',
    bucket: 'bigint',
    endpoint_id: 'text',
    credential_id: 'text',
    outcome: 'text',
  } as const
  await table(db, 'way_tick', Object.keys(key), { ...key, attempts: 'bigint', first_token_hist: 'text' }).execute()
}
