import type { BooksReport } from '../core/books.ts'
import type { BackupNotes } from './backup.ts'
import { checkBooks } from './books.ts'
import type { Database } from './database.ts'
import type { EngineFacts } from './engine.ts'
import type { Recomputing } from './recomputed.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { rowSizes, type RowSizes } from './row-sizes.ts'

/** What an operator asks of the database as a whole. */
export type Upkeep = {
  facts(): Promise<EngineFacts & { kind: 'sqlite' | 'postgres' }>
  /** What the requests kept take. */
  rowSizes(): Promise<RowSizes>
  /** Whether money adds up; costs are worked out again where it is said how. */
  books(recomputing?: Recomputing): Promise<BooksReport>
  /** Copies everything as it is at one moment into a new file; a server's database has tools of its own for that. */
  backup(target: string, notes: BackupNotes): Promise<Outcome<null, 'not_embedded'>>
}

export function upkeepIn({ kysely, reports, engine }: Database): Upkeep {
  return {
    facts: async () => ({ kind: engine.kind, ...(await engine.facts(kysely)) }),
    rowSizes: () => rowSizes(reports),
    books: (recomputing) => checkBooks(reports, recomputing),
    backup: async (target, notes) => {
      if (!engine.copyTo) return refuse('not_embedded')
      await engine.copyTo(target, notes)
      return done(null)
    },
  }
}
