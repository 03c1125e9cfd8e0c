import Sqlite from 'better-sqlite3'

/** The file, and whether it is only read. */
export type SqliteOpening = { path: string; readsOnly: boolean }

/** A statement, and what stands for its question marks. */
export type SqliteQuery = { sql: string; parameters: readonly unknown[] }

/** Rows, or the number of those that a statement changed. */
export type SqliteFound = { rows: unknown[]; changes: number | null }

/** An open file, asked by the thread that has it; throws what SQLite says. */
export type SqliteFile = { ask(query: SqliteQuery): SqliteFound; close(): void }

const MAX_STATEMENTS = 500
const BUSY_MS = 10_000
const APPLICATION_ID = 0x59756d65
const FULL = 2n

/** Opens a file, durably where it is written. */
export function openFile(opening: SqliteOpening): SqliteFile {
  const db = open(opening)
  const statements = new Map<string, Sqlite.Statement>()
  const prepared = (sql: string): Sqlite.Statement => {
    const kept = statements.get(sql)
    if (kept) {
      statements.delete(sql)
      statements.set(sql, kept)
      return kept
    }
    const made = db.prepare(sql)
    statements.set(sql, made)
    const [oldest] = statements.keys()
    if (statements.size > MAX_STATEMENTS && oldest !== undefined) statements.delete(oldest)
    return made
  }
  return {
    ask({ sql, parameters }) {
      const statement = prepared(sql)
      if (statement.reader) return { rows: statement.all(parameters), changes: null }
      return { rows: [], changes: statement.run(parameters).changes }
    },
    close: () => void db.close(),
  }
}

function open({ path, readsOnly }: SqliteOpening): Sqlite.Database {
  const opened = new Sqlite(path, { timeout: BUSY_MS })
  opened.defaultSafeIntegers(true)
  if (readsOnly) {
    opened.pragma('query_only = ON')
    return opened
  }
  opened.pragma('journal_mode = WAL')
  opened.pragma('foreign_keys = ON')
  opened.pragma('synchronous = FULL')
  // Builds of SQLite exist that turn WAL files to NORMAL when they are first used: so write first, then look.
  opened.pragma(`application_id = ${APPLICATION_ID}`)
  const durable = opened.pragma('journal_mode', { simple: true }) === 'wal'
  if (!durable || opened.pragma('synchronous', { simple: true }) !== FULL) {
    throw new Error('The database file cannot be opened durably (write-ahead log, synchronous = FULL).')
  }
  return opened
}
