import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { workerEnvironment } from '../core/worker-environment.ts'
import { answersWhole, type SqliteConnection } from './sqlite-driver.ts'
import type { SqliteOpening } from './sqlite-file.ts'
import type { SqliteFound } from './sqlite-statement.ts'
import type { SqliteAnswer, SqliteAsk } from './sqlite-worker.ts'

/** A thread that has the file, and the one question to it that is out at a time. */
export class SqliteThread implements SqliteConnection {
  readonly #worker: Worker
  #pending: PromiseWithResolvers<SqliteAnswer> | undefined
  #broken: Error | undefined

  static async open(opening: SqliteOpening): Promise<SqliteThread> {
    // It needs no environment; and without one `node --watch` does not mix words of its own into the answers.
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: opening,
      env: workerEnvironment(getCompileCacheDir()),
    })
    try {
      await once(worker, 'message')
    } catch (cause) {
      const { message, code } = cause as Error & { code?: string }
      const said = `数据库文件无法打开：${message}\n  The database file cannot be opened: ${message}`
      throw Object.assign(new Error(said, { cause }), { code })
    }
    return new SqliteThread(worker)
  }

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: SqliteAnswer) => this.#pending?.resolve(answer))
    worker.on('error', (cause) => this.#break(new Error('The database thread failed.', { cause })))
    worker.on('exit', () => this.#break(new Error('The database is closed.')))
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<{ rows: R[]; numAffectedRows?: bigint }> {
    const { rows, changes } = await this.ask<SqliteFound>({ sql: text, parameters })
    return changes === null ? { rows: rows as R[] } : { rows: rows as R[], numAffectedRows: changes }
  }

  /** Has the thread do what it is asked; throws what the database says. */
  async ask<T>(what: NonNullable<SqliteAsk>): Promise<T> {
    if (this.#broken) throw this.#broken
    this.#pending = Promise.withResolvers<SqliteAnswer>()
    this.#worker.postMessage(what)
    const answer = await this.#pending.promise
    if (!answer.ok) throw Object.assign(new Error(answer.message), { code: answer.code })
    return answer.found as T
  }

  /** Whether it answers nothing any more. */
  get broken(): boolean {
    return this.#broken !== undefined
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
