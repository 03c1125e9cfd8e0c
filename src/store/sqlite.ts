import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import { type CompiledQuery, sql } from 'kysely'
import { workerEnvironment } from '../core/worker-environment.ts'
import { copyDatabase } from './backup.ts'
import type { Engine } from './engine.ts'
import { answersWhole, type SqliteConnection, sqliteDialect, SqliteDriver } from './sqlite-driver.ts'
import type { SqliteFound, SqliteOpening } from './sqlite-file.ts'
import type { SqliteAnswer, SqliteAsk } from './sqlite-worker.ts'

/** SQLite in a file, spoken to through a thread of its own, so that the event loop never waits for a disk. */
export function sqliteEngine(path: string): Engine {
  const driver = threadTo({ path, readsOnly: false })
  return {
    kind: 'sqlite',
    dialect: sqliteDialect(driver),
    reportDialect: sqliteDialect(threadTo({ path, readsOnly: true })),
    settle: async (settled, position) => {
      const connection = await driver.acquireConnection()
      try {
        await connection.ask({ settled, position })
      } finally {
        await driver.releaseConnection()
      }
    },
    // The file has one connection, and a transaction holds it alone.
    lock: () => Promise.resolve(),
    makeAppendOnly: async (db, table) => {
      for (const act of ['update', 'delete'] as const) {
        const name = sql.ref(`${table}_no_${act}`)
        await sql`create trigger ${name} before ${sql.raw(act)} on ${sql.table(table)}
          begin select raise(abort, ${sql.lit(`rows of ${table} are never changed`)}); end`.execute(db)
      }
    },
    facts: async (db) => {
      const { rows } = await sql<{ version: string; size: number }>`select sqlite_version() as version,
        page_count * page_size as size from pragma_page_count(), pragma_page_size()`.execute(db)
      return { version: rows[0]?.version ?? '', sizeBytes: rows[0]?.size ?? 0 }
    },
    copyTo: (target, notes) => copyDatabase({ source: path, target, notes }),
  }
}

const threadTo = (opening: SqliteOpening) => new SqliteDriver(() => WorkerConnection.open(opening))

/** The thread and the one question that is out at a time. */
class WorkerConnection implements SqliteConnection {
  readonly #worker: Worker
  #pending: PromiseWithResolvers<SqliteAnswer> | undefined
  #broken: Error | undefined

  static async open(opening: SqliteOpening): Promise<WorkerConnection> {
    // It needs no environment; and without one `node --watch` does not mix words of its own into the answers.
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: opening,
      env: workerEnvironment(getCompileCacheDir()),
    })
    try {
      await once(worker, 'message')
    } catch (cause) {
      throw new Error('The database file cannot be opened.', { cause })
    }
    return new WorkerConnection(worker)
  }

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: SqliteAnswer) => this.#pending?.resolve(answer))
    worker.on('error', (cause) => this.#break(new Error('The database thread failed.', { cause })))
    worker.on('exit', () => this.#break(new Error('The database is closed.')))
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<{ rows: R[]; numAffectedRows?: bigint }> {
    const { rows, changes } = await this.ask({ sql: text, parameters })
    return changes === null ? { rows: rows as R[] } : { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  /** Has the thread do what it is asked; throws what the database says. */
  async ask(what: NonNullable<SqliteAsk>): Promise<SqliteFound> {
    if (this.#broken) throw this.#broken
    this.#pending = Promise.withResolvers<SqliteAnswer>()
    this.#worker.postMessage(what)
    const answer = await this.#pending.promise
    if (!answer.ok) throw Object.assign(new Error(answer.message), { code: answer.code })
    return answer
  }

  readonly streamQuery = answersWhole

  async close(): Promise<void> {
    if (this.#broken) return
    const gone = once(this.#worker, 'exit')
    this.#worker.postMessage(null satisfies SqliteAsk)
    await gone
  }

  #break(error: Error): void {
    this.#broken ??= error
    this.#pending?.reject(this.#broken)
  }
}
