import { type Kysely, sql } from 'kysely'
import { MOST_GROUPS } from '../contract/usage.ts'
import { cells } from './cells.ts'
import type { Tables } from './schema.ts'
import type { UsageFilter } from './usage-filter.ts'

/** How many users used a client, and for how many requests. */
export type ClientUse = { client: string; users: number; requests: number; failed: number }

/** Reads who used which client, the most users first, `MOST_GROUPS` at most. */
export function clientUse(db: Kysely<Tables>, filter: UsageFilter): Promise<ClientUse[]> {
  return cells(db, filter, { told: ['client', 'user'], sums: ['requests', 'failed'] })
    .select([
      'client',
      sql<number>`count(distinct user_id)`.as('users'),
      sql<number>`sum(requests)`.as('requests'),
      sql<number>`sum(failed)`.as('failed'),
    ])
    .groupBy('client')
    .orderBy('users', 'desc')
    .orderBy('requests', 'desc')
    .orderBy('client')
    .limit(MOST_GROUPS)
    .execute()
}
