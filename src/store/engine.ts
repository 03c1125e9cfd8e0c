import type { Dialect, Kysely, Transaction } from 'kysely'
import type { PackedRecord } from '../core/packed-record.ts'
import type { JournalPosition } from '../core/records.ts'
import type { BackupNotes } from './backup.ts'
import type { Report } from './reports.ts'
import type { Tables } from './schema.ts'

/** What only one process of a deployment may do at a time. */
export type Exclusive =
  | 'migrate'
  | 'settle'
  | 'name_models'
  | 'set_prices'
  | 'change_users'
  | 'change_settings'
  | 'end_sessions'

/** The version of the engine itself, and the size of the database in bytes. */
export type EngineFacts = { version: string; sizeBytes: number }

/** One of the two databases: its dialect, and the little SQL that is its own. */
export type Engine = {
  kind: 'sqlite' | 'postgres'
  dialect: Dialect
  /**
   * Answers reports where the data is, so that none that takes long holds up anything else, and the event loop sees no rows; null:
   * the caller does, over the dialect.
   */
  reports: (AsyncDisposable & { ask: Report }) | null
  /**
   * Settles a batch where the data is, so that neither the event loop works for it nor each statement costs a message; null: the
   * caller does, over the dialect.
   */
  settle: ((records: readonly PackedRecord[], position: JournalPosition | undefined) => Promise<void>) | null
  /** Holds the right to do `what` until the transaction ends. */
  lock(tx: Transaction<Tables>, what: Exclusive): Promise<void>
  /** Gives each question of the transaction the time that reading everything takes: for what nobody waits for. */
  unhurried: (tx: Transaction<Tables>) => Promise<void>
  /** Makes the database itself refuse to update or delete rows of a table. */
  makeAppendOnly(db: Kysely<Tables>, table: keyof Tables): Promise<void>
  /** The engine's own version, and how large the database is. */
  facts(db: Kysely<Tables>): Promise<EngineFacts>
  /** Copies the database into a file while it is used; null where the engine brings a tool of its own for that. */
  copyTo: ((target: string, notes: BackupNotes) => Promise<void>) | null
}
