import { type Kysely, sql, type Transaction } from 'kysely'
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
import * as disabledKeys from './migrations/0016-disabled-keys.ts'
import * as expected from './migrations/0017-expected.ts'
import * as failuresByProvider from './migrations/0018-failures-by-provider.ts'
import * as hindrances from './migrations/0019-hindrances.ts'
import * as wayTicks from './migrations/0020-way-ticks.ts'
import * as sessionExpiry from './migrations/0021-session-expiry.ts'
import * as accountBounds from './migrations/0022-account-bounds.ts'
import * as logLevel from './migrations/0023-log-level.ts'
import * as groupMoves from './migrations/0024-group-moves.ts'
import * as sumsByKey from './migrations/0025-sums-by-key.ts'
import * as sumsOfMonths from './migrations/0026-sums-of-months.ts'
import * as factorsOfBatches from './migrations/0027-factors-of-batches.ts'
import * as secondFactor from './migrations/0028-second-factor.ts'
import * as balances from './migrations/0029-balances.ts'
import * as passkeys from './migrations/0030-passkeys.ts'
import * as billingTypes from './migrations/0031-billing-types.ts'
import * as lastUsedModel from './migrations/0032-last-used-model.ts'
import * as auditCalls from './migrations/0033-audit-calls.ts'
import * as looseEnds from './migrations/0034-loose-ends.ts'
import * as versions from './migrations/0035-versions.ts'
import type { Tables } from './schema.ts'

/** One step of the schema, in the transaction of all; a failure leaves the database as it was. */
export type Migration = { up(db: Kysely<Tables>, engine: Engine): Promise<void> }

/** In order, for ever: the schema's version is the number of migrations done. */
export const MIGRATIONS: readonly Migration[] = [
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
  disabledKeys,
  expected,
  failuresByProvider,
  hindrances,
  wayTicks,
  sessionExpiry,
  accountBounds,
  logLevel,
  groupMoves,
  sumsByKey,
  sumsOfMonths,
  factorsOfBatches,
  secondFactor,
  balances,
  passkeys,
  billingTypes,
  lastUsedModel,
  auditCalls,
  looseEnds,
  versions,
]

/** Is told of a database that is behind: how many steps lie before it, and then of each when it is done. */
export type MigrationNews = { begins(version: number, steps: number): void; done(version: number): void }

type Migrating = { migrations?: readonly Migration[]; news?: MigrationNews | undefined }

/** Brings the schema up to date in one transaction; throws a sentence for the operator when it is newer than this program. */
export async function migrate(db: Kysely<Tables>, engine: Engine, migrating: Migrating = {}): Promise<void> {
  await db.transaction().execute((tx) => migrateIn(tx, engine, migrating))
}

/** The same in a transaction of the caller's, who may take it back. */
export async function migrateIn(
  tx: Transaction<Tables>,
  engine: Engine,
  { migrations = MIGRATIONS, news }: Migrating = {},
): Promise<void> {
  await engine.lock(tx, 'migrate')
  await sql`create table if not exists schema_version (version integer primary key)`.execute(tx)
  const version = await versionOf(tx)
  if (version > migrations.length) throw new Error(newer(version, migrations.length))
  // A database that is made just now keeps nobody waiting.
  const told = version > 0 && version < migrations.length ? news : undefined
  told?.begins(version, migrations.length - version)
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue
    await migration.up(tx, engine)
    await sql`insert into schema_version (version) values (${index + 1})`.execute(tx)
    told?.done(index + 1)
  }
}

/** Changes nothing; throws a sentence for the operator when the schema is not that of this program. */
export async function requirePresent(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables()
  const version = tables.some(({ name }) => name === 'schema_version') ? await versionOf(db) : 0
  if (version > MIGRATIONS.length) throw new Error(newer(version, MIGRATIONS.length))
  if (version < MIGRATIONS.length) throw new Error(older(version, MIGRATIONS.length))
}

async function versionOf(db: Kysely<Tables>): Promise<number> {
  const found = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(db)
  return found.rows[0]?.version ?? 0
}

function newer(version: number, known: number): string {
  return `数据库结构的版本是 ${version}，本程序只认识到 ${known}：请启动更新的玉门，或恢复更新之前的备份。
  The database has schema ${version}, and this program knows schemas up to ${known}: start a newer Yumen, or restore a backup made before the update.`
}

function older(version: number, known: number): string {
  return `数据库结构的版本是 ${version}，本程序使用 ${known}：请先启动本程序，启动时会更新数据库。
  The database has schema ${version}, and this program works with ${known}: start it first, which brings the database up to date.`
}
