import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openFile, type SqliteFound, type SqliteOpening, type SqliteQuery } from './sqlite-file.ts'
import type { SqliteSettling } from './sqlite-settling.ts'

/** What the main thread asks; null closes the file and ends the thread. */
export type SqliteAsk = SqliteQuery | SqliteSettling | null

/** What it is told. */
export type SqliteAnswer = ({ ok: true } & SqliteFound) | { ok: false; message: string; code: string | null }

const SETTLES = 5

const opening = workerData as SqliteOpening
const file = openFile(opening)
// The relay goes first on a core they share: reports get what it leaves, and what settles and answers the console a quarter of
// the core at least, twice what it needs. On Linux this is of the thread alone, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(opening.readsOnly ? constants.priority.PRIORITY_LOW : SETTLES)
/** Loaded when there is something to settle: whoever only reads needs none of it, and nobody waits for it when the gateway starts. */
let settling: Promise<(batch: SqliteSettling) => Promise<void>> | undefined

/** The first message says that the file is open. */
parentPort?.postMessage(null)
parentPort?.on('message', (ask: SqliteAsk) => {
  if (ask !== null) return void answer(ask).then((told) => parentPort?.postMessage(told))
  file.close()
  parentPort?.close()
})

async function answer(ask: NonNullable<SqliteAsk>): Promise<SqliteAnswer> {
  try {
    if ('sql' in ask) return { ok: true, ...file.ask(ask) }
    settling ??= import('./sqlite-settling.ts').then(({ settlingIn }) => settlingIn(file))
    await (
      await settling
    )(ask)
    return { ok: true, rows: [], changes: null }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { ok: false, message, code: code ?? null }
  }
}
