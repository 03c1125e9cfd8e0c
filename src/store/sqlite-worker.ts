import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { readHistogram, writeHistogram } from '../core/histogram.ts'

/** The file, and whether this thread only reads it. */
export type SqliteOpening = { path: string; readsOnly: boolean }

/** What the main thread asks; null closes the file and ends the thread. */
export type SqliteAsk = { sql: string; parameters: readonly unknown[] } | null

/** What it is told. */
export type SqliteAnswer =
  | { ok: true; rows: unknown[]; changes: number | null }
  | { ok: false; message: string; code: string | null }

const MAX_STATEMENTS = 500
const BUSY_MS = 10_000
const APPLICATION_ID = 0x59756d65
const FULL = 2n

const db = open(workerData as SqliteOpening)
const statements = new Map<string, Sqlite.Statement>()

/** The first message says that the file is open. */
parentPort?.postMessage(null)
parentPort?.on('message', (ask: SqliteAsk) => {
  if (ask === null) {
    db.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(answer(ask))
})

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

function answer(ask: NonNullable<SqliteAsk>): SqliteAnswer {
  try {
    const statement = prepared(ask.sql)
    if (statement.reader) return { ok: true, rows: added(statement.all(ask.parameters)), changes: null }
    return { ok: true, rows: [], changes: statement.run(ask.parameters).changes }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { ok: false, message, code: code ?? null }
  }
}

/** Columns of several histograms, joined: megabytes, which the main thread must not read while it has streams to serve. */
const JOINED = /_hists$/

function added(rows: unknown[]): unknown[] {
  const [first] = rows as Record<string, string | null>[]
  const joined = Object.keys(first ?? {}).filter((name) => JOINED.test(name))
  for (const name of joined)
    for (const row of rows as Record<string, string | null>[])
      row[name] = writeHistogram(readHistogram(row[name] ?? ''))
  return rows
}

function prepared(sql: string): Sqlite.Statement {
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
