import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** The database, where somebody else does `act` as soon as a transaction has read something. */
export function overtaken(db: Database, act: (tx: Kysely<Tables>) => Promise<unknown>): Database {
  return {
    ...db,
    transaction: (run) =>
      db.transaction((tx) => {
        let read = false
        const overtake: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            if (!read) await act(tx)
            read = true
            return result
          },
        }
        return run(tx.withPlugin(overtake))
      }),
  }
}
