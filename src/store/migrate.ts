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
import * as interactions from './migrations/0036-interactions.ts'
import * as files from './migrations/0037-files.ts'
import * as priceHours from './migrations/0038-price-hours.ts'
import * as passedOn from './migrations/0039-passed-on.ts'
import type { Tables } from './schema.ts'

/** One step of the schema, in the transaction of all, and the name it is noted by; a failure leaves the database as it was. */
export type Migration = { name: string; up(db: Kysely<Tables>, engine: Engine): Promise<void> }

/** In order, for ever: a database whose steps were noted without names has done the first of these. */
const STEPS: Record<string, Omit<Migration, 'name'>> = {
  '0001-initial': initial,
  '0002-journal': journal,
  '0003-routing': routing,
  '0004-money': money,
  '0005-prices': prices,
  '0006-announcements': announcements,
  '0007-pinned': pinned,
  '0008-operations': operations,
  '0009-health-ticks': healthTicks,
  '0010-exactness': exactness,
  '0011-lines': lines,
  '0013-analysis': analysis,
  '0014-sums-of-all': sumsOfAll,
  '0015-notices': notices,
  '0016-disabled-keys': disabledKeys,
  '0017-expected': expected,
  '0018-failures-by-provider': failuresByProvider,
  '0019-hindrances': hindrances,
  '0020-way-ticks': wayTicks,
  '0021-session-expiry': sessionExpiry,
  '0022-account-bounds': accountBounds,
  '0023-log-level': logLevel,
  '0024-group-moves': groupMoves,
  '0025-sums-by-key': sumsByKey,
  '0026-sums-of-months': sumsOfMonths,
  '0027-factors-of-batches': factorsOfBatches,
  '0028-second-factor': secondFactor,
  '0029-balances': balances,
  '0030-passkeys': passkeys,
  '0031-billing-types': billingTypes,
  '0032-last-used-model': lastUsedModel,
  '0033-audit-calls': auditCalls,
  '0034-loose-ends': looseEnds,
  '0035-versions': versions,
  '0036-interactions': interactions,
  '0037-files': files,
  '0038-price-hours': priceHours,
  '0039-passed-on': passedOn,
}

/** All of them: which are done is known by their names, so that no other order of them leaves one out or does one twice. */
export const MIGRATIONS: readonly Migration[] = Object.entries(STEPS).map(([name, step]) => ({ ...step, name }))

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
  await sql`create table if not exists schema_version (version integer primary key, name text)`.execute(tx)
  const rows = await rowsIn(tx)
  // Programs of before numbered their steps only.
  if (rows.some(({ name }) => name === undefined))
    await sql`alter table schema_version add column name text`.execute(tx)
  const { version, done, missing } = standOf(rows, migrations)
  for (const [at, name] of done) {
    await sql`update schema_version set name = ${name} where version = ${at} and name is null`.execute(tx)
  }
  // A database that is made just now keeps nobody waiting.
  const told = version > 0 && missing.length > 0 ? news : undefined
  told?.begins(version, missing.length)
  for (const [index, migration] of missing.entries()) {
    const next = version + index + 1
    await migration.up(tx, engine)
    await sql`insert into schema_version (version, name) values (${next}, ${migration.name})`.execute(tx)
    told?.done(next)
  }
}

/** Changes nothing; throws a sentence for the operator when the schema is not that of this program. */
export async function requirePresent(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables()
  const rows = tables.some(({ name }) => name === 'schema_version') ? await rowsIn(db) : []
  const { version, missing } = standOf(rows, MIGRATIONS)
  if (missing.length > 0) throw new Error(older(version, MIGRATIONS.length))
}

type Row = { version: number; name?: string | null }

/** The latest first, since it tells an operator how far apart a program and a database are. */
async function rowsIn(db: Kysely<Tables>): Promise<Row[]> {
  return (await sql<Row>`select * from schema_version order by version desc`.execute(db)).rows
}

/** What a database has done: its version, the names of its steps by their numbers, and what is left to do. */
type Stand = { version: number; done: Map<number, string>; missing: readonly Migration[] }

/** Throws a sentence for the operator where a step was done that this program does not know. */
function standOf(rows: readonly Row[], migrations: readonly Migration[]): Stand {
  const done = new Map<number, string>()
  for (const row of rows) {
    const { version, name } = row
    const found = migrations.find((known, index) => known.name === name || (!name && index === version - 1))
    if (!found) throw new Error(newer(row, migrations.length))
    done.set(version, found.name)
  }
  const names = new Set(done.values())
  return { version: rows[0]?.version ?? 0, done, missing: migrations.filter(({ name }) => !names.has(name)) }
}

function newer({ version, name }: Row, known: number): string {
  const step = name ? ` (${name})` : ''
  return `数据库结构的版本是 ${version}${step}，本程序只认识到 ${known}：请启动更新的玉门，或恢复更新之前的备份。
  The database has schema ${version}${step}, and this program knows schemas up to ${known}: start a newer Yumen, or restore a backup made before the update.`
}

function older(version: number, known: number): string {
  return `数据库结构的版本是 ${version}，本程序使用 ${known}：请先启动本程序，启动时会更新数据库。
  The database has schema ${version}, and this program works with ${known}: start it first, which brings the database up to date.`
}
