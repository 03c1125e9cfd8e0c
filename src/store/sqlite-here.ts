import { Kysely } from 'kysely'
import { columnRule } from './columns.ts'
import type { Tables } from './schema.ts'
import { answersWhole, sqliteDialect, SqliteDriver } from './sqlite-driver.ts'
import type { SqliteFile, SqliteQuery } from './sqlite-file.ts'

/** An open file as the rest of the store sees a database, for what works in the thread that has it. */
export function kyselyOver(file: SqliteFile): Kysely<Tables> {
  const driver = new SqliteDriver(async () => ({
    executeQuery: async <R>(query: SqliteQuery) => {
      const { rows, changes } = file.ask(query)
      return changes === null ? { rows: rows as R[] } : { rows: rows as R[], numAffectedRows: changes }
    },
    streamQuery: answersWhole,
    broken: false,
    close: async () => undefined,
  }))
  return new Kysely<Tables>({ dialect: sqliteDialect(driver), plugins: [columnRule] })
}
