import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../src/core/time.ts'
import { openDatabase } from '../src/store/database.ts'
import { sumUp } from '../src/store/migrations/0026-sums-of-months.ts'
import { processEnv } from '../test/e2e/process-env.ts'
import { LOAD_CORE, outputOf } from './process.ts'

export const WEEK_MS = 7 * DAY_MS
/** A year of them, the last of which ends with yesterday. */
export const WEEKS = 52

/** Fills a data folder with the first of many like weeks, and answers how many requests it has. */
export async function fillWeek(dataDir: string, requests: number): Promise<number> {
  const command = [process.execPath, 'bench/fill-week.ts', String(requests)]
  return Number(await outputOf({ core: LOAD_CORE, command, env: processEnv(dataDir) }, 300_000))
}

/**
 * Repeats the first week in the weeks from `from` on, until there are `WEEKS` or the database has so many bytes: the sums,
 * and requests without their attempts, which no page but a request's own reads. The gateway must not be running. Answers the weeks there are.
 */
export async function repeatWeek(dataDir: string, from: number, bytes = Number.POSITIVE_INFINITY): Promise<number> {
  const file = join(dataDir, 'yumen.db')
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off')
  db.exec('pragma cache_size = -1000000')
  const first = Number(db.prepare('select min(at) / 86400000 * 86400000 as at from request').get()?.['at'])
  let weeks = from
  while (weeks < WEEKS && (await stat(file)).size < bytes) {
    const moved = weeks * WEEK_MS
    db.exec('begin')
    for (const copy of copiesOf(db)) db.prepare(copy).run({ moved, from: first, to: first + WEEK_MS })
    db.exec('commit')
    db.exec('pragma wal_checkpoint(truncate)')
    weeks += 1
  }
  db.close()
  await sumUpMonths(dataDir)
  return weeks
}

/** Months hold no whole weeks, so that their sums cannot be repeated. */
async function sumUpMonths(dataDir: string): Promise<void> {
  await using db = await openDatabase({ dataDir })
  await db.transaction(async (tx) => {
    await tx.deleteFrom('rollup_month').execute()
    await sumUp(tx)
  })
}

/** The statements that write the first week once more, later: whatever columns the tables have. */
function copiesOf(db: DatabaseSync): string[] {
  const namesIn = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map(({ name }) => String(name))
  const columnsOf = (table: string) => namesIn(`pragma table_info(${table})`)
  const tables = namesIn(
    `select name from sqlite_master where type = 'table' and name like 'rollup_%' and name <> 'rollup_month'`,
  )
  const copy = (table: string, changed: Readonly<Record<string, string>>, where: string) => {
    const columns = columnsOf(table)
    const values = columns.map((column) => changed[column] ?? column)
    return `insert into ${table} (${columns.join()}) select ${values.join()} from ${table} where ${where}`
  }
  const firstWeek = (column: string) => `${column} >= @from and ${column} < @to`
  return [
    copy('request', { id: LATER_ID, at: 'at + @moved' }, `${firstWeek('at')} order by at`),
    ...tables.map((table) => copy(table, { bucket: 'bucket + @moved' }, firstWeek('bucket'))),
  ]
}

/** An id begins with the time of its request in milliseconds, as twelve hexadecimal digits. */
const LATER_ID = `substr(printf('%012x', at + @moved), 1, 8) || '-' || substr(printf('%012x', at + @moved), 9, 4) || substr(id, 14)`
