import { existsSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type Capture, CAPTURED_BODIES, type CaptureSizes } from '../core/captures.ts'
import type { Envelope } from '../vault/envelope.ts'
import { columnRule } from './columns.ts'
import { sqliteEngine } from './sqlite.ts'

/** What was said in requests, in a file of its own that no backup holds; sealed, since nothing is more private. */
type Captures = AsyncDisposable & {
  /** Makes one and keeps it in the background; what comes faster than the disk takes it is let go, and never made. */
  put(requestId: string, make: () => Capture): void
  get(requestId: string): Promise<Capture | null>
  /** Deletes those that came before, oldest first; answers how many of the batch there were. */
  purge(before: number): Promise<number>
  /** What is kept takes. */
  sizes(): Promise<CaptureSizes>
  /** Resolves when all that was put is kept. */
  settled(): Promise<void>
}

type CapturesOptions = {
  path: string
  envelope: Pick<Envelope, 'seal' | 'open'>
  /** How much is kept in all; the oldest go first. */
  maxBytes: () => number
  onFault: (error: unknown) => void
}

type Tables = { capture: { request_id: string; at: number; body: string; size: number; bodies: number } }

const MOST_WAITING = 64
const BATCH = 100
/** So many of the latest say what one takes. */
const SAMPLE = 1000

/** Opens the captures of this node; the file is made with the first one. */
export function openCaptures({ path, envelope, maxBytes, onFault }: CapturesOptions): Captures {
  let opened: Promise<{ db: Kysely<Tables>; bytes: number }> | null = null
  // What could not be opened once is tried again by whoever comes next.
  const file = () =>
    (opened ??= openFile(path).catch((error: unknown) => {
      opened = null
      throw error
    }))
  let waiting = 0
  let line = Promise.resolve()

  async function keep(id: string, make: () => Capture): Promise<void> {
    const open = await file()
    // Requests go on between one and the next.
    await turn()
    const { at, ...said } = make()
    const body = envelope.seal(JSON.stringify(said), id)
    const row = { request_id: id, at: Math.round(at), body, size: body.length, bodies: said.bodies === 'kept' ? 1 : 0 }
    await open.db
      .insertInto('capture')
      .values(row)
      .onConflict((it) => it.column('request_id').doNothing())
      .execute()
    open.bytes += row.size
    while (open.bytes > maxBytes()) if ((await remove(Number.MAX_SAFE_INTEGER)) === 0) return
  }

  async function remove(before: number): Promise<number> {
    const open = await file()
    const oldest = open.db
      .selectFrom('capture')
      .select('request_id')
      .where('at', '<', before)
      .orderBy('at')
      .limit(BATCH)
    const gone = await open.db.deleteFrom('capture').where('request_id', 'in', oldest).returning('size').execute()
    open.bytes -= gone.reduce((sum, { size }) => sum + size, 0)
    return gone.length
  }

  return {
    put(id, make) {
      if (waiting >= MOST_WAITING) return
      waiting += 1
      line = line
        .then(() => keep(id, make))
        .catch(onFault)
        .finally(() => (waiting -= 1))
    },
    get: async (id) => {
      if (!opened && !existsSync(path)) return null
      const { db } = await file()
      const row = await db.selectFrom('capture').selectAll().where('request_id', '=', id).executeTakeFirst()
      return row ? { at: row.at, ...said.parse(JSON.parse(envelope.open(row.body, id))) } : null
    },
    purge: async (before) => (opened || existsSync(path) ? remove(before) : 0),
    async sizes() {
      if (!opened && !existsSync(path)) return { bytes: 0, withBodies: null, headersOnly: null }
      const { db, bytes } = await file()
      return { bytes, withBodies: await meanOf(db, 1), headersOnly: await meanOf(db, 0) }
    },
    settled: () => line,
    async [Symbol.asyncDispose]() {
      await line
      await (await opened?.catch(() => null))?.db.destroy()
    },
  }
}

// What rows of before do not say: nobody knows whether something was taken out of them, so they do not count as whole.
const body = z.object({
  text: z.string(),
  bytes: z.number(),
  cut: z.boolean(),
  redacted: z.boolean().default(true),
  headers: z.record(z.string(), z.string()).default({}),
})
const said = z.object({
  path: z.string().nullable().default(null),
  bodies: z.enum(CAPTURED_BODIES).default('kept'),
  request: body,
  answer: body,
  upstream: z.array(z.object({ attempt: z.number(), id: z.string() })).default([]),
})

async function openFile(path: string) {
  const db = new Kysely<Tables>({ dialect: sqliteEngine(path).dialect, plugins: [columnRule] })
  try {
    return { db, bytes: await prepared(db) }
  } catch (cause) {
    await db.destroy()
    throw cause
  }
}

/** Makes the table where there is none; answers how much it holds. */
async function prepared(db: Kysely<Tables>): Promise<number> {
  await sql`create table if not exists capture
    (request_id text primary key, at bigint not null, body text not null, size bigint not null,
      bodies integer not null default 1)`.execute(db)
  await addBodies(db)
  await sql`create index if not exists capture_by_at on capture (at)`.execute(db)
  // Has the sizes, so that nobody reads through bodies to add them up.
  await sql`create index if not exists capture_by_bodies on capture (bodies, at, size)`.execute(db)
  const { bytes } = await db
    .selectFrom('capture')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** A file of before captures had no bodies at times. */
async function addBodies(db: Kysely<Tables>): Promise<void> {
  const found = await sql`select 1 from pragma_table_info('capture') where name = 'bodies'`.execute(db)
  if (found.rows.length === 0) await sql`alter table capture add column bodies integer not null default 1`.execute(db)
}

async function meanOf(db: Kysely<Tables>, bodies: 0 | 1): Promise<number | null> {
  const latest = db
    .selectFrom('capture')
    .select('size')
    .where('bodies', '=', bodies)
    .orderBy('at', 'desc')
    .limit(SAMPLE)
  const { mean } = await db
    .selectFrom(latest.as('latest'))
    .select(sql<number | null>`avg(size)`.as('mean'))
    .executeTakeFirstOrThrow()
  return mean === null ? null : Math.round(mean)
}
