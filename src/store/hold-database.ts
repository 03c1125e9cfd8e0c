import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../core/ids.ts'
import { SECOND_MS } from '../core/time.ts'
import { DatabaseAway } from './away.ts'
import { LOCK_CLASS, LOCKS, TIME_OUTS } from './postgres.ts'

type DatabaseHolding = {
  url: string
  /** How long a process that has the database may take to end. */
  withinMs: number
  /** Called once when there is one to wait for. */
  onWait?: () => void
  /** Called once when the hold was lost with its connection, and another process has had it ever since for as long as `withinMs`. */
  onTaken?: () => void
}

const AGAIN_MS = SECOND_MS
const ANSWER_MS = 10_000
const KEEP_ALIVE_MS = 10_000

/**
 * What a session must be told that waits for as long as a process lives: no time-out of an operator's may end it, and a machine that
 * is gone without a word must not hold the lock for the two hours in which systems notice by themselves. Servers know what they know.
 */
const LASTING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TIME_OUTS.map((name) => [name, '0'])),
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
}

/**
 * Holds a database of PostgreSQL for this process alone until disposed of: a second one would count limits and balances for itself, and
 * go on to serve keys that were revoked in the first. It is a lock of a transaction that never ends, so that it ends with the process
 * and holds through a pooler too; no row waits for it, nor does vacuum. Throws a sentence for the operator when another process keeps it.
 */
export async function holdDatabase({ url, withinMs, onWait, onTaken }: DatabaseHolding): Promise<AsyncDisposable> {
  const name = `yumen ${newId()}`
  const stopped = new AbortController()
  const tries = Math.ceil(withinMs / AGAIN_MS)
  let holder = await firstHold()
  void keep()

  async function firstHold(): Promise<pg.Client> {
    for (let made = 0; ; made += 1) {
      const client = await take(url, name)
      if (client) return client
      if (made === 0) onWait?.()
      if (made >= tries) throw new Error(IN_USE)
      await pause(AGAIN_MS)
    }
  }

  /** A server that restarts or fails over gives every lock back: it is taken again, unless somebody else was faster. */
  async function keep(): Promise<void> {
    for (let refused = 0; refused <= tries;) {
      await ended(holder)
      if (await pause(AGAIN_MS, false, { signal: stopped.signal }).catch(() => true)) return
      const client = await take(url, name).catch(() => 'away' as const)
      if (client === null) refused += 1
      else if (client !== 'away') [holder, refused] = [client, 0]
      if (stopped.signal.aborted) return leave(holder)
    }
    onTaken?.()
  }

  return {
    async [Symbol.asyncDispose]() {
      stopped.abort()
      // A server that does not answer notices by itself that nobody is there any more.
      await Promise.race([holder.end(), pause(SECOND_MS)])
    },
  }
}

const isOver = new WeakSet<pg.Client>()

/** Resolves once a connection is no more. */
function ended(client: pg.Client): Promise<void> {
  if (isOver.has(client)) return Promise.resolve()
  return new Promise((resolve) => client.once('end', resolve))
}

/** A connection that has the lock; null while another process has it. Throws when there is no server to ask. */
async function take(url: string, name: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  // What breaks it ends it as well.
  client.on('error', () => undefined)
  client.once('end', () => isOver.add(client))
  try {
    await client.connect()
    await client.query('begin')
    await client.query(`select set_config('application_name', $1, true)`, [name])
    const settings = Object.entries(LASTING)
    await client.query(
      `select set_config(name, ($2::text[])[array_position($1::text[], name)], true) from pg_settings where name = any ($1)`,
      [settings.map(([setting]) => setting), settings.map(([, value]) => value)],
    )
    // A session of our own whose connection broke may not have heard of it yet.
    await client.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and classid = $1 and objid = $2 and application_name = $3 and pid <> pg_backend_pid()`,
      [LOCK_CLASS, LOCKS.serve, name],
    )
    // Without parameters, for a question with some stays open with what it saw, and would keep vacuum from all that is deleted later.
    const asked = await client.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCK_CLASS}, ${LOCKS.serve}) as held`,
    )
    if (asked.rows[0]?.held) return client
  } catch (cause) {
    leave(client)
    throw cause instanceof pg.DatabaseError || !(cause instanceof Error) ? cause : new DatabaseAway(cause)
  }
  leave(client)
  return null
}

/** Ends a connection without waiting for a server that may not answer. */
function leave(client: pg.Client): void {
  client.end().catch(() => undefined)
}

const IN_USE = `数据库正由另一个玉门进程使用：限额与余额由一个进程计数，请先停止它，或用 DATABASE_URL 指定另一个数据库。
  Another process of Yumen serves the database that DATABASE_URL names. Limits and balances are counted in one process:
  stop that one first, or name another database.`
