import type { BooksReport } from '../core/books.ts'
import type { BackupNotes } from './backup.ts'
import { firstBroken } from './books.ts'
import type { Database } from './database.ts'
import type { EngineFacts } from './engine.ts'
import { firstWrongCost, type Recomputing } from './recomputed.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import type { RowSizes } from './row-sizes.ts'

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

/** So many of the latest requests say what one takes. */
const SAMPLE = 300

/** Asks the engine for what is its own, and reports for what goes through many rows. */
export function upkeepIn(db: Database): Upkeep {
  const { kysely, report, engine } = db
  return {
    facts: async () => ({ kind: engine.kind, ...(await engine.facts(kysely)) }),
    rowSizes: () => report('rowSizes', { sample: SAMPLE }),
    books: async (recomputing) => {
      const since = recomputing?.since ?? 0
      // A question at a time, so that what somebody waits for is answered in between.
      const broken = await firstBroken((step) => report('booksStep', { ...step, since }), recomputing?.signal)
      const found = { ...(await report('countBooks', undefined)), broken }
      if (broken || !recomputing) return found
      return { ...found, broken: await firstWrongCost(db, recomputing) }
    },
    backup: async (target, notes) => {
      if (!engine.copyTo) return refuse('not_embedded')
      await engine.copyTo(target, notes)
      return done(null)
    },
  }
}
