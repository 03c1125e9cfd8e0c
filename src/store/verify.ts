import Sqlite from 'better-sqlite3'
import type { BooksReport } from '../core/books.ts'
import { type ChainReport, type Mac, verifyChain } from './audit-chain.ts'
import { checkBooks } from './books.ts'
import { openEngine } from './database.ts'
import { sqliteEngine } from './sqlite.ts'

/** Whether money adds up, and whether the audit log is as it was written. */
export type Verification = { books: BooksReport; audit: ChainReport }

/** Checks a database file that nobody else uses, and leaves it as one file. */
export async function verifyFile(path: string, mac: Mac): Promise<Verification> {
  const db = await openEngine(sqliteEngine(path))
  try {
    return { books: await checkBooks(db.kysely, { since: 0 }), audit: await verifyChain(db.kysely, mac) }
  } finally {
    await db[Symbol.asyncDispose]()
    withoutLog(path)
  }
}

function withoutLog(path: string): void {
  const db = new Sqlite(path)
  db.pragma('journal_mode = DELETE')
  db.close()
}
