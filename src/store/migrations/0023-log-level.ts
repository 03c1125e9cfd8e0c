import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Whether bodies are kept has become one of the levels; a setting that was set back stays so, and its version goes on. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`update setting set key = 'capture.level', version = version + 1,
    value = case value when 'true' then '"FULL"' when 'false' then '"BASIC"' else 'null' end
    where key = 'capture.enabled'`.execute(db)
}
