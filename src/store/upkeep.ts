import type { BooksReport } from '../core/books.ts'
import type { BackupNotes } from './backup.ts'
import { checkBooks } from './books.ts'
import type { Database } from './database.ts'
import type { EngineFacts } from './engine.ts'
import { done, type Outcome, refuse } from './outcome.ts'

/** What an operator asks of the database as a whole. */
export type Upkeep = {
  facts(): Promise<EngineFacts & { kind: 'sqlite' | 'postgres' }>
  /** Whether money adds up. */
  books(): Promise<BooksReport>
  /** Copies everything as it is at one moment into a new file; a server's database has tools of its own for that. */
  backup(target: string, notes: BackupNotes): Promise<Outcome<null, 'not_embedded'>>
}

export function upkeepIn({ kysely, engine }: Database): Upkeep {
  return {
    facts: async () => ({ kind: engine.kind, ...(await engine.facts(kysely)) }),
    books: () => checkBooks(kysely),
    backup: async (target, notes) => {
      if (!engine.copyTo) return refuse('not_embedded')
      await engine.copyTo(target, notes)
      return done(null)
    },
  }
}
