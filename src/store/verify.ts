import { DatabaseSync } from 'node:sqlite'
import type { BooksReport } from '../core/books.ts'
import { type ChainReport, type Mac, verifyChain } from './audit-chain.ts'
import { checkBooks } from './books.ts'
import { openEngine } from './database.ts'
import { migrateIn } from './migrate.ts'
import { sqliteEngine } from './sqlite.ts'
import { BUSY_MS } from './sqlite-pragma.ts'

/** Whether money adds up, and whether the audit log is as it was written. */
export type Verification = { books: BooksReport; audit: ChainReport }

/**
 * Checks a database file that nobody else uses, and leaves it as it was, in one file: what an older program wrote is brought up to
 * date for the check alone, so that a backup made before an update serves for going back. Throws once the signal fires.
 */
export async function verifyFile(path: string, mac: Mac, signal?: AbortSignal): Promise<Verification> {
  const asItIs = () => Promise.resolve()
  const db = await openEngine(sqliteEngine(path), asItIs)
  try {
    const tx = await db.kysely.startTransaction().execute()
    try {
      await migrateIn(tx, db.engine)
      return { books: await checkBooks(tx, { since: 0, signal }), audit: await verifyChain(tx, mac, signal) }
    } finally {
      await tx.rollback().execute()
    }
  } finally {
    await db[Symbol.asyncDispose]()
    withoutLog(path)
  }
}

function withoutLog(path: string): void {
  const db = new DatabaseSync(path, { timeout: BUSY_MS })
  db.exec('pragma journal_mode = DELETE')
  db.close()
}
