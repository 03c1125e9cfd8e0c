import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { HOUR_MS, systemClock } from '../../core/time.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { openDatabase } from '../database.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'
import type { Tables } from '../schema.ts'
import { storeIn } from '../store.ts'
import { aRequest } from '../test-records.ts'
import * as sumsByKey from './0025-sums-by-key.ts'

const SUMS = ['rollup_day', 'rollup_hour', 'rollup_day_all', 'rollup_hour_all', 'way_tick'] as const

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yumen-sums-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

type Row = Record<string, unknown>

async function rowsOf(db: Kysely<Tables>): Promise<string[][]> {
  const tables = await Promise.all(SUMS.map((name) => sql<Row>`select * from ${sql.table(name)}`.execute(db)))
  return tables.map(({ rows }) => rows.map((row) => Object.values(row).join()).toSorted())
}

/** Which of them have a number for each row beside their key, and what indexes there are. */
async function shapeOf(db: Kysely<Tables>) {
  const tables = await sql<{ name: string; wr: number }>`
    select name, wr from pragma_table_list where name in (${sql.join(SUMS)})`.execute(db)
  const indexes = await sql<Row>`
    select name, sql from sqlite_master where type = 'index' and sql is not null order by name`.execute(db)
  return { numbered: tables.rows.filter(({ wr }) => wr === 0).map(({ name }) => name), indexes: indexes.rows }
}

test('sums of an older database stay as they are, and lie in the order of their key', async () => {
  const migrations = MIGRATIONS.filter(({ name }) => name !== '0025-sums-by-key')
  await using db = await openDatabase({
    dataDir,
    prepare: (kysely, engine) => migrate(kysely, engine, { migrations }),
  })
  const store = storeIn(db, createEnvelope(Buffer.alloc(32, 7), 'test'), systemClock)
  const records = Array.from({ length: 60 }, (_, n) => {
    const at = systemClock.now() - (n % 20) * 5 * HOUR_MS
    return aRequest({ id: newId(), model: `m${n % 3}`, at, costNanos: BigInt(n) })
  })
  await store.requests.insertSettled(records)
  const before = { rows: await rowsOf(db.kysely), shape: await shapeOf(db.kysely) }
  expect(before.rows.map(({ length }) => length > 0)).toEqual(SUMS.map(() => true))
  expect(before.shape.numbered.toSorted()).toEqual(SUMS.toSorted())

  await db.transaction((tx) => sumsByKey.up(tx, db.engine))

  expect(await rowsOf(db.kysely)).toEqual(before.rows)
  expect(await shapeOf(db.kysely)).toEqual({ numbered: ['rollup_hour'], indexes: before.shape.indexes })
  await store.requests.insertSettled([aRequest({ id: newId(), model: 'm0', at: systemClock.now() })])
})
