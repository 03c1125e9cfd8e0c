import { sql } from 'kysely'
import { copyDatabase } from './backup.ts'
import type { Engine } from './engine.ts'
import { sqliteDialect, SqliteDriver } from './sqlite-driver.ts'
import { SqliteReaders } from './sqlite-readers.ts'
import { SqliteThread } from './sqlite-thread.ts'

/** SQLite in a file, spoken to through a thread of its own, so that the event loop never waits for a disk. */
export function sqliteEngine(path: string): Engine {
  const driver = new SqliteDriver(() => SqliteThread.open({ path, readsOnly: false }))
  return {
    kind: 'sqlite',
    dialect: sqliteDialect(driver),
    reports: new SqliteReaders(path),
    settle: async (settled, position) => {
      const thread = await driver.acquireConnection()
      try {
        await thread.ask({ settled, position })
      } finally {
        await driver.releaseConnection()
      }
    },
    // The file has one connection, and a transaction holds it alone.
    lock: () => Promise.resolve(),
    // No question is cut short here: it is a thread of its own that works for it.
    unhurried: () => Promise.resolve(),
    makeAppendOnly: async (db, table) => {
      for (const act of ['update', 'delete'] as const) {
        const name = sql.ref(`${table}_no_${act}`)
        await sql`create trigger ${name} before ${sql.raw(act)} on ${sql.table(table)}
          begin select raise(abort, ${sql.lit(`rows of ${table} are never changed`)}); end`.execute(db)
      }
    },
    facts: async (db) => {
      const { rows } = await sql<{ version: string; size: number }>`select sqlite_version() as version,
        page_count * page_size as size from pragma_page_count(), pragma_page_size()`.execute(db)
      return { version: rows[0]?.version ?? '', sizeBytes: rows[0]?.size ?? 0 }
    },
    copyTo: (target, notes) => copyDatabase({ source: path, target, notes }),
  }
}
