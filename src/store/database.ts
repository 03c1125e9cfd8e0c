import { join } from 'node:path'
import { Kysely, type Transaction } from 'kysely'
import { makeFolder } from '../disk/durable.ts'
import { columnRule } from './columns.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { postgresEngine } from './postgres.ts'
import { reportOver } from './report-over.ts'
import type { Report } from './reports.ts'
import type { Tables } from './schema.ts'
import { sqliteEngine } from './sqlite.ts'

/** An open database of the present schema. */
export type Database = {
  kysely: Kysely<Tables>
  /** Asks about many rows; however long it takes, nobody else waits for it. */
  report: Report
  engine: Engine
  /** All of the act or, when it throws, nothing of it. */
  transaction<T>(act: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  [Symbol.asyncDispose](): Promise<void>
}

/** What is done about the schema before anything else; throws where it cannot be worked with. */
export type Preparing = (db: Kysely<Tables>, engine: Engine) => Promise<void>

type Where = { url?: string | undefined; dataDir: string; prepare?: Preparing | undefined }

/** Opens PostgreSQL by `url`, else the file `yumen.db` in `dataDir`; a schema newer than this program is refused. */
export async function openDatabase({ url, dataDir, prepare }: Where): Promise<Database> {
  if (url !== undefined) return openEngine(postgresEngine(url), prepare)
  await makeFolder(dataDir)
  return openEngine(sqliteEngine(join(dataDir, 'yumen.db')), prepare)
}

/** Opens any engine and, where nothing else is asked, brings its schema up to date. */
export async function openEngine(engine: Engine, prepare: Preparing = migrate): Promise<Database> {
  const kysely = new Kysely<Tables>({ dialect: engine.dialect, plugins: [columnRule] })
  try {
    await prepare(kysely, engine)
  } catch (cause) {
    await kysely.destroy()
    throw cause
  }
  return {
    kysely,
    report: engine.reports?.ask ?? reportOver(kysely, engine),
    engine,
    transaction: (act) => kysely.transaction().execute(act),
    async [Symbol.asyncDispose]() {
      await engine.reports?.[Symbol.asyncDispose]()
      await kysely.destroy()
    },
  }
}
