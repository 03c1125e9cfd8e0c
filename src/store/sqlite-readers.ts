import type { Engine } from './engine.ts'
import { createQuiet } from './in-quiet.ts'
import { type ReportAnswer, type ReportName, type ReportQuery, UNHURRIED } from './reports.ts'
import { SqliteThread } from './sqlite-thread.ts'

/** One report that takes long must not hold up the others. */
const MOST_THREADS = 2
const MOST_WAITING = 10_000
/** Of what nobody waits for, each question lets so many others go first: where there is one core, all of them share it. */
const MOST_BEFORE = 20

type Reports = NonNullable<Engine['reports']>

/** Threads that read a file for reports, opened when they are needed first. Whoever finds none free waits in one line for all; what is unhurried, before it. */
export class SqliteReaders implements Reports {
  readonly #path: string
  readonly #threads = new Set<SqliteThread>()
  readonly #free: SqliteThread[] = []
  readonly #waiting: ((thread: Promise<SqliteThread> | SqliteThread) => void)[] = []
  readonly #quiet = createQuiet(MOST_BEFORE)
  #opening = 0
  #closed = false

  constructor(path: string) {
    this.#path = path
  }

  readonly ask = <Name extends ReportName>(report: Name, query: ReportQuery<Name>) => {
    const asking = () => this.#ask(report, query)
    return UNHURRIED.has(report) ? this.#quiet.inQuiet(asking) : this.#quiet.soon(asking)
  }

  async #ask<Name extends ReportName>(report: Name, query: ReportQuery<Name>) {
    const thread = await this.#acquire()
    try {
      return await thread.ask<ReportAnswer<Name>>({ report, query })
    } finally {
      this.#release(thread)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#threads].map((thread) => thread.close()))
  }

  #acquire(): Promise<SqliteThread> | SqliteThread {
    const free = this.#free.pop()
    if (free) return free
    if (this.#threads.size + this.#opening < MOST_THREADS) return this.#open()
    if (this.#waiting.length >= MOST_WAITING) throw new Error('Too many reports are waiting for the database.')
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #release(thread: SqliteThread): void {
    const next = this.#waiting.shift()
    if (thread.broken) {
      this.#threads.delete(thread)
      next?.(this.#open())
    } else if (next) next(thread)
    else this.#free.push(thread)
  }

  async #open(): Promise<SqliteThread> {
    this.#opening += 1
    try {
      if (this.#closed) throw new Error('The database is closed.')
      const thread = await SqliteThread.open({ path: this.#path, readsOnly: true })
      this.#threads.add(thread)
      if (this.#closed) await thread.close()
      return thread
    } catch (error) {
      // Whoever waits tries as well: nobody else would wake them.
      queueMicrotask(() => this.#waiting.shift()?.(this.#open()))
      throw error
    } finally {
      this.#opening -= 1
    }
  }
}
