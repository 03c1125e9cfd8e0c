import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DatabaseAway, TookTooLong } from './away.ts'
import { columnRule } from './columns.ts'
import type { Engine, Exclusive } from './engine.ts'
import { reportOver } from './report-over.ts'
import type { Tables } from './schema.ts'

const STATEMENT_MS = 60_000
/** How many connections there are, and how long one is waited for. */
const ACTS = { max: 6, connectionTimeoutMillis: 10_000 }
/** Reports have their own, for those that take long would leave none to settle requests or to sign in; they wait for each other. */
const REPORTING = { max: 4, connectionTimeoutMillis: STATEMENT_MS }
/** Ten million requests are added up in seconds, a hundred million in minutes. */
const UNHURRIED_MS = 1_800_000
const KEEP_ALIVE_MS = 10_000
/** After a failover a connection may have found the node that only reads, and one that is always in use would stay there. */
const CONNECTION_SECONDS = 60

/** Advisory locks are numbered per database; the first number keeps ours apart from other programs'. */
export const LOCK_CLASS = 0x59756d65
/** Ours; `serve` is held for as long as a process serves. */
export const LOCKS = {
  migrate: 1,
  settle: 2,
  name_models: 3,
  change_users: 4,
  set_prices: 5,
  change_settings: 6,
  end_sessions: 7,
  serve: 8,
} as const satisfies Record<Exclusive | 'serve', number>

/** What of a session an operator may have the server end after a while, also by the standard of a database or role; older servers lack the last. */
export const TIME_OUTS = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'] as const

/** What PostgreSQL calls its 64-bit integers, and the type their sums have. */
export const BIG_NUMBERS: Record<number, (text: string) => bigint> = { 20: BigInt, 1700: BigInt }

/** PostgreSQL over the network. */
export function postgresEngine(url: string): Engine {
  const engine = engineOf(dialectTo(url, ACTS))
  const kysely = new Kysely<Tables>({ dialect: dialectTo(url, REPORTING), plugins: [columnRule] })
  const reports = {
    ask: reportOver(kysely, engine),
    [Symbol.asyncDispose]: () => kysely.destroy(),
  }
  return { ...engine, reports }
}

function dialectTo(url: string, connections: typeof ACTS): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    ...connections,
    maxLifetimeSeconds: CONNECTION_SECONDS,
    // A server that is gone without a word is noticed, and its connections' queries fail.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    statement_timeout: STATEMENT_MS,
    types: {
      getTypeParser: (oid: number) => BIG_NUMBERS[oid] ?? (pg.types.getTypeParser(oid) as (text: string) => unknown),
    },
  })
  // An idle connection that breaks is replaced by the pool; whoever asks next is told if that fails too.
  pool.on('error', () => undefined)
  // One that breaks while it is used fails its statement, and says so as an event besides; unheard, that ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const query = client.query.bind(client) as (...what: unknown[]) => Promise<unknown>
    Object.assign(client, { query: (...what: unknown[]) => query(...what).catch(lost) })
  })
  return new PostgresDialect({
    pool: { options: pool.options, connect: () => pool.connect().catch(away), end: () => pool.end() },
  })
}

function away(cause: Error): never {
  throw new DatabaseAway(cause)
}

/** What a server says that stops, starts, has no disk, memory or connection left, or only reads (postgresql.org/docs/current/errcodes-appendix.html). */
const AWAY = /^(?:57P0[1-3]|08...|53...|25006)$/

/** What it says of a question that it stopped, which is at `statement_timeout`: nobody here asks it to cancel one. */
const STOPPED = '57014'

/** Of the server's own words few say that it goes; words of the driver's are about the connection, unless the question was no question. */
function lost(cause: Error): never {
  if (cause instanceof pg.DatabaseError && cause.code === STOPPED) throw new TookTooLong(cause)
  const isAway = cause instanceof pg.DatabaseError ? AWAY.test(cause.code ?? '') : cause.name === 'Error'
  throw isAway ? new DatabaseAway(cause) : cause
}

/** The same engine over any dialect of PostgreSQL; it must read `BIG_NUMBERS` as bigint. */
export function engineOf(dialect: Dialect): Engine {
  return {
    kind: 'postgres',
    dialect,
    reports: null,
    settle: null,
    lock: async (tx, what) => {
      // A new index of many rows takes longer than any question may, and cut short it would be begun again with every start; while
      // another database is read or written, as in a move, this one rests.
      if (what === 'migrate')
        await sql`select set_config(name, '0', true) from pg_settings where name in (${sql.join(TIME_OUTS)})`.execute(
          tx,
        )
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, ${sql.lit(LOCKS[what])})`.execute(tx)
    },
    unhurried: async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(UNHURRIED_MS)}`.execute(tx)
    },
    makeAppendOnly: async (db, table) => {
      const refusal = sql.ref(`${table}_is_append_only`)
      await sql`create function ${refusal}() returns trigger language plpgsql as ${sql.lit(
        `begin raise exception 'rows of ${table} are never changed'; end`,
      )}`.execute(db)
      await sql`create trigger ${refusal} before update or delete or truncate on ${sql.table(table)}
        for each statement execute function ${refusal}()`.execute(db)
    },
    facts: async (db) => {
      const { rows } = await sql<{ version: string; size: number }>`select
        current_setting('server_version') as version, pg_database_size(current_database()) as size`.execute(db)
      return { version: rows[0]?.version ?? '', sizeBytes: rows[0]?.size ?? 0 }
    },
    copyTo: null,
  }
}
