import { Kysely } from 'kysely'
import type { PackedRecord } from '../core/packed-record.ts'
import type { JournalPosition } from '../core/records.ts'
import { columnRule } from './columns.ts'
import type { Tables } from './schema.ts'
import { settler } from './settle.ts'
import { answersWhole, sqliteDialect, SqliteDriver } from './sqlite-driver.ts'
import type { SqliteFile, SqliteQuery } from './sqlite-file.ts'

/** A batch to settle. */
export type SqliteSettling = { settled: readonly PackedRecord[]; position: JournalPosition | undefined }

/** Settles batches in the thread that has the file, each in a transaction of its own. */
export function settlingIn(file: SqliteFile): (batch: SqliteSettling) => Promise<void> {
  const driver = new SqliteDriver(async () => ({
    executeQuery: async <R>(query: SqliteQuery) => ({ rows: file.ask(query).rows as R[] }),
    streamQuery: answersWhole,
    close: async () => undefined,
  }))
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(driver), plugins: [columnRule] })
  const settle = settler()
  return ({ settled, position }) => kysely.transaction().execute((tx) => settle(tx, settled, position))
}
