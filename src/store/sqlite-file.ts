import { DatabaseSync } from 'node:sqlite'
import { Latest } from '../core/latest.ts'
import { makePrivate } from './private-file.ts'
import { namingFaults } from './sqlite-error.ts'
import { BUSY_MS, pragma } from './sqlite-pragma.ts'
import { prepareStatement, type SqliteFound, type SqliteStatement } from './sqlite-statement.ts'

/** The file, and whether it is only read. */
export type SqliteOpening = { path: string; readsOnly: boolean }

/** A statement, and what stands for its question marks. */
export type SqliteQuery = { sql: string; parameters: readonly unknown[] }

/** An open file, asked by the thread that has it; throws what SQLite says, with SQLite's name of it as `code`. */
export type SqliteFile = { ask(query: SqliteQuery): SqliteFound; close(): void }

const MAX_STATEMENTS = 500
const CACHE_KIB = 16_000
const APPLICATION_ID = 0x59756d65
const FULL = 2n

/** Opens a file, durably where it is written. */
export function openFile(opening: SqliteOpening): SqliteFile {
  const db = namingFaults(() => open(opening))
  const statements = new Latest<string, SqliteStatement>(MAX_STATEMENTS)
  const prepared = (sql: string): SqliteStatement => {
    const statement = statements.get(sql) ?? prepareStatement(db, sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    ask: ({ sql, parameters }) => namingFaults(() => prepared(sql)(parameters)),
    close: () => db[Symbol.dispose](),
  }
}

function open({ path, readsOnly }: SqliteOpening): DatabaseSync {
  if (!readsOnly) makePrivate(path)
  const opened = new DatabaseSync(path, { timeout: BUSY_MS, readBigInts: true })
  // Pages of the indexes that every batch is written to stay in memory; node's build keeps an eighth of that.
  opened.exec(`pragma cache_size = -${CACHE_KIB}`)
  if (readsOnly) {
    opened.exec('pragma query_only = ON')
    return opened
  }
  opened.exec('pragma journal_mode = WAL')
  opened.exec('pragma foreign_keys = ON')
  opened.exec('pragma synchronous = FULL')
  // Builds of SQLite exist that turn WAL files to NORMAL when they are first used: so write first, then look.
  opened.exec(`pragma application_id = ${APPLICATION_ID}`)
  if (pragma(opened, 'journal_mode') !== 'wal' || pragma(opened, 'synchronous') !== FULL) {
    throw new Error('The database file cannot be opened durably (write-ahead log, synchronous = FULL).')
  }
  return opened
}
