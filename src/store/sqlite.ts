import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { workerEnvironment } from '../core/worker-environment.ts'
import { copyDatabase } from './backup.ts'
import type { Engine } from './engine.ts'
import type { SqliteAnswer, SqliteAsk, SqliteOpening } from './sqlite-worker.ts'

const MAX_WAITING = 10_000

/** SQLite in a file, spoken to through a thread of its own, so that the event loop never waits for a disk. */
export function sqliteEngine(path: string): Engine {
  return {
    kind: 'sqlite',
    dialect: workerDialect({ path, readsOnly: false }),
    reportDialect: workerDialect({ path, readsOnly: true }),
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

/** The driver lines callers up itself, with a bound, so Kysely need not. */
class WorkerAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function workerDialect(opening: SqliteOpening): Dialect {
  return {
    createAdapter: () => new WorkerAdapter(),
    createDriver: () => new WorkerDriver(opening),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** One connection for all: who has acquired it holds it alone until it is released, others wait in line. */
class WorkerDriver implements Driver {
  readonly #opening: SqliteOpening
  readonly #waiting: (() => void)[] = []
  #connection: WorkerConnection | undefined
  #held = false

  constructor(opening: SqliteOpening) {
    this.#opening = opening
  }

  async init(): Promise<void> {
    this.#connection = await WorkerConnection.open(this.#opening)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The database is not open.')
    if (this.#held) {
      if (this.#waiting.length >= MAX_WAITING) throw new Error('Too many queries are waiting for the database.')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#held = true
    return this.#connection
  }

  releaseConnection(): Promise<void> {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#held = false
    return Promise.resolve()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Taking the write lock at once spares a transaction the surprise of losing it half-way to another process.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.#connection?.close()
    this.#connection = undefined
  }
}

/** The thread and the one question that is out at a time. */
class WorkerConnection implements DatabaseConnection {
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

  async executeQuery<R>(query: CompiledQuery): Promise<{ rows: R[]; numAffectedRows?: bigint }> {
    if (this.#broken) throw this.#broken
    this.#pending = Promise.withResolvers<SqliteAnswer>()
    this.#worker.postMessage({ sql: query.sql, parameters: query.parameters } satisfies SqliteAsk)
    const answer = await this.#pending.promise
    if (!answer.ok) throw Object.assign(new Error(answer.message), { code: answer.code })
    const rows = answer.rows as R[]
    return answer.changes === null ? { rows } : { rows, numAffectedRows: BigInt(answer.changes) }
  }

  streamQuery(): never {
    throw new Error('The embedded database answers whole; page by key instead.')
  }

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
