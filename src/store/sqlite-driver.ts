import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const MAX_WAITING = 10_000

/** A connection to a file, through which one question is asked at a time. */
export type SqliteConnection = DatabaseConnection & {
  /** Whether it answers nothing any more. */
  readonly broken: boolean
  close(): Promise<void>
}

/** One connection for all: who has acquired it holds it alone until it is released, others wait in line. One that broke is opened anew. */
export class SqliteDriver<Connection extends SqliteConnection> implements Driver {
  readonly #open: () => Promise<Connection>
  readonly #waiting: (() => void)[] = []
  #connection: Connection | undefined
  #held = false

  constructor(open: () => Promise<Connection>) {
    this.#open = open
  }

  async init(): Promise<void> {
    this.#connection = await this.#open()
  }

  async acquireConnection(): Promise<Connection> {
    if (this.#held) {
      if (this.#waiting.length >= MAX_WAITING) throw new Error('Too many queries are waiting for the database.')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#held = true
    return this.#connection && !this.#connection.broken ? this.#connection : this.#reopened()
  }

  async #reopened(): Promise<Connection> {
    try {
      if (!this.#connection) throw new Error('The database is not open.')
      this.#connection = await this.#open()
      return this.#connection
    } catch (error) {
      await this.releaseConnection()
      throw error
    }
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
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: Error) => {
      // On a full disk and the like SQLite has taken it back itself (lang_transaction.html, 3.1); what it failed of is to be told, not this.
      if (!error.message.includes('no transaction is active')) throw error
    })
  }

  async destroy(): Promise<void> {
    await this.#connection?.close()
    this.#connection = undefined
  }
}

/** SQLite's thread sends answers as one message each. */
export function answersWhole(): never {
  throw new Error('The embedded database answers whole; page by key instead.')
}

/** The dialect of SQLite over a driver. */
export function sqliteDialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new LinedUpAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** The driver lines callers up itself, with a bound, so Kysely need not. */
class LinedUpAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
