import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

const OF_CREDENTIAL = {
  balance_nanos: 'bigint',
  balance_currency: 'text',
  balance_at: 'bigint',
  balance_problem: 'text',
  balance_failing_since: 'bigint',
}

/** What is left at a vendor by each credential, and from what on a provider's operator is told. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [column, type] of Object.entries(OF_CREDENTIAL))
    await sql`alter table credential add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db)
  await sql`alter table provider add column balance_alert_nanos bigint`.execute(db)
}
