import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openFile, type SqliteFound, type SqliteOpening, type SqliteQuery } from './sqlite-file.ts'
import type { SqliteSettling } from './sqlite-settling.ts'

/** What the main thread asks; null closes the file and ends the thread. */
export type SqliteAsk = SqliteQuery | SqliteSettling | null

/** What it is told. */
export type SqliteAnswer = ({ ok: true } & SqliteFound) | { ok: false; message: string; code: string | null }

const opening = workerData as SqliteOpening
const file = openFile(opening)
if (process.platform === 'linux')
  setPriority(Math.min(getPriority() + stepsBack(opening), constants.priority.PRIORITY_LOW))

/** Loaded when there is something to settle: whoever only reads needs none of it, and nobody waits for it when the gateway starts. */
let settle: ((batch: SqliteSettling) => Promise<void>) | undefined

/** The first message says that the file is open. */
parentPort?.postMessage(null)
parentPort?.on('message', (ask: SqliteAsk) => {
  if (ask !== null) return void answer(ask).then((told) => parentPort?.postMessage(told))
  file.close()
  parentPort?.close()
})

/**
 * The relay goes first on a core they share: reports get what it leaves, and what settles and answers the console a quarter of the
 * core at least, twice what it needs. Linux has a niceness for each thread, others one for the whole process.
 */
function stepsBack({ readsOnly }: SqliteOpening): number {
  return readsOnly ? constants.priority.PRIORITY_LOW : 5
}

async function answer(ask: NonNullable<SqliteAsk>): Promise<SqliteAnswer> {
  try {
    if ('sql' in ask) return { ok: true, ...file.ask(ask) }
    settle ??= (await import('./sqlite-settling.ts')).settlingIn(file)
    await settle(ask)
    return { ok: true, rows: [], changes: null }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { ok: false, message, code: code ?? null }
  }
}
