import { availableParallelism, constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openFile, type SqliteOpening, type SqliteQuery } from './sqlite-file.ts'
import type { SqliteReporting } from './sqlite-reporting.ts'
import type { SqliteSettling } from './sqlite-settling.ts'

/** What the main thread asks; null closes the file and ends the thread. */
export type SqliteAsk = SqliteQuery | SqliteSettling | SqliteReporting | null

/** What it is told: `found` is a `SqliteFound`, a report's answer, or nothing where a batch was settled. */
export type SqliteAnswer = { ok: true; found: unknown } | { ok: false; message: string; code: string | null }

const opening = workerData as SqliteOpening
const file = openFile(opening)

/** Who reads is opened for a report; what settles is loaded when there is something to settle, as nobody waits for it when the gateway starts. */
const report = opening.readsOnly ? (await import('./sqlite-reporting.ts')).reportingIn(file) : null
let settle: ((batch: SqliteSettling) => Promise<void>) | undefined

/**
 * The relay goes first on a core they share, and what settles gets a quarter of it at least. So do reports, as less would leave them
 * without an answer on a machine that is busy otherwise; but where there is one core for all, each of their turns is one that the relay
 * waits for, and they get a twentieth. Linux has a niceness for each thread, others one for the whole process.
 */
const STEPS_BACK = opening.readsOnly && availableParallelism() === 1 ? 14 : 5
if (process.platform === 'linux') setPriority(Math.min(getPriority() + STEPS_BACK, constants.priority.PRIORITY_LOW))

/** The first message says that the file is open. */
parentPort?.postMessage(null)
parentPort?.on('message', (ask: SqliteAsk) => {
  if (ask !== null) return void answer(ask).then((told) => parentPort?.postMessage(told))
  file.close()
  parentPort?.close()
})

async function answer(ask: NonNullable<SqliteAsk>): Promise<SqliteAnswer> {
  try {
    return { ok: true, found: await find(ask) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { ok: false, message, code: code ?? null }
  }
}

async function find(ask: NonNullable<SqliteAsk>): Promise<unknown> {
  if ('sql' in ask) return file.ask(ask)
  if ('report' in ask) return report?.(ask)
  settle ??= (await import('./sqlite-settling.ts')).settlingIn(file)
  return settle(ask)
}
