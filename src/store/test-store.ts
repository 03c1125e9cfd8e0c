import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import type { Clock } from '../core/time.ts'
import { createEnvelope, type Envelope } from '../vault/envelope.ts'
import { type Database, openDatabase, openEngine } from './database.ts'
import { BIG_NUMBERS, engineOf } from './postgres.ts'
import { type Store, storeIn } from './store.ts'

// Starting PostgreSQL takes seconds, emptying it milliseconds: one serves a whole test file, outside its tests' time.
const pglite = await PGlite.create({ parsers: BIG_NUMBERS })

/** A wall clock that stands still until a test moves it. */
type TestClock = Clock & { set(now: number): void }

/** A store of its own, empty, and what lies beneath it. */
export type TestStore = Store & { db: Database; clock: TestClock; envelope: Envelope }

export const TEST_NOW = Date.UTC(2026, 10, 20, 12)

/** Both engines by name, for `describe.each`; what is opened must be disposed of. */
export const engines: readonly [name: string, open: () => Promise<TestStore>][] = [
  ['sqlite', async () => testStore(await openSqlite())],
  ['postgres', async () => testStore(await openPostgres())],
]

function testStore(db: Database): TestStore {
  const clock = testClock(TEST_NOW)
  const envelope = createEnvelope(Buffer.alloc(32, 7), 'test')
  return Object.assign(storeIn(db, envelope, clock), { db, clock, envelope })
}

function testClock(start: number): TestClock {
  let now = start
  return {
    now: () => now,
    monotonicMs: () => now,
    set: (next) => {
      now = next
    },
  }
}

/** The real thing: a file on disk behind its thread. */
export async function openSqlite(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-store-'))
  const db = await openDatabase({ dataDir })
  return withDispose(db, async () => {
    await db[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })
}

async function openPostgres(): Promise<Database> {
  const db = await openEngine(engineOf(new PGliteDialect({ pglite })))
  return withDispose(db, async () => {
    await pglite.exec('drop schema public cascade; create schema public')
  })
}

function withDispose(db: Database, dispose: () => Promise<void>): Database {
  return { ...db, [Symbol.asyncDispose]: dispose }
}
