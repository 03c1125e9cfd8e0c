import { type Kysely, sql } from 'kysely'
import type { Engine } from './engine.ts'
import * as initial from './migrations/0001-initial.ts'
import * as journal from './migrations/0002-journal.ts'
import * as routing from './migrations/0003-routing.ts'
import * as money from './migrations/0004-money.ts'
import * as prices from './migrations/0005-prices.ts'
import * as announcements from './migrations/0006-announcements.ts'
import * as pinned from './migrations/0007-pinned.ts'
import * as operations from './migrations/0008-operations.ts'
import * as healthTicks from './migrations/0009-health-ticks.ts'
import * as exactness from './migrations/0010-exactness.ts'
import * as lines from './migrations/0011-lines.ts'
import * as analysis from './migrations/0013-analysis.ts'
import * as sumsOfAll from './migrations/0014-sums-of-all.ts'
import * as notices from './migrations/0015-notices.ts'
import type { Tables } from './schema.ts'

/** One step of the schema, in the transaction of all; a failure leaves the database as it was. */
export type Migration = { up(db: Kysely<Tables>, engine: Engine): Promise<void> }

/** In order, for ever: the schema's version is the number of migrations done. */
const MIGRATIONS: readonly Migration[] = [
  initial,
  journal,
  routing,
  money,
  prices,
  announcements,
  pinned,
  operations,
  healthTicks,
  exactness,
  lines,
  analysis,
  sumsOfAll,
  notices,
]

/** Brings the schema up to date in one transaction; throws a sentence for the operator when it is newer than this program. */
export async function migrate(db: Kysely<Tables>, engine: Engine, migrations = MIGRATIONS): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await engine.lock(tx, 'migrate')
    await sql`create table if not exists schema_version (version integer primary key)`.execute(tx)
    const found = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(tx)
    const version = found.rows[0]?.version ?? 0
    if (version > migrations.length) {
      throw new Error(
        `The database has schema ${version}, and this program knows schemas up to ${migrations.length}: start a newer Yumen, or restore a backup made before the update.`,
      )
    }
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue
      await migration.up(tx, engine)
      await sql`insert into schema_version (version) values (${index + 1})`.execute(tx)
    }
  })
}
