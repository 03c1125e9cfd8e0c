import type { PackedRecord } from '../core/packed-record.ts'
import type { JournalPosition } from '../core/records.ts'
import { settler } from './settle.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { kyselyOver } from './sqlite-here.ts'

/** A batch to settle. */
export type SqliteSettling = { settled: readonly PackedRecord[]; position: JournalPosition | undefined }

/** Settles batches in the thread that has the file, each in a transaction of its own. */
export function settlingIn(file: SqliteFile): (batch: SqliteSettling) => Promise<void> {
  const kysely = kyselyOver(file)
  const settle = settler((act) => kysely.transaction().execute(act))
  return ({ settled, position }) => settle(settled, position)
}
