import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '../core/time.ts'
import { makeFolder } from '../disk/durable.ts'
import { makePrivate, PRIVATE } from './private-file.ts'
import { namingFaults, sqliteFault } from './sqlite-error.ts'

type FolderHolding = {
  dataDir: string
  /** How long a process that has the folder may take to end. */
  withinMs: number
  /** Called once when there is one to wait for. */
  onWait?: () => void
}

/** The file of the data folder that is locked. */
export const LOCK = 'gateway.lock'
const AGAIN_MS = SECOND_MS / 4

/**
 * Holds a data folder for this process alone until disposed of: a second one would take requests under way for those of a dead one.
 * It is a lock that SQLite takes of the system, so that it ends with the process, however that ends. Throws a sentence for the
 * operator when another process keeps the folder.
 */
export async function holdFolder({ dataDir, withinMs, onWait }: FolderHolding): Promise<Disposable> {
  await makeFolder(dataDir)
  const path = join(dataDir, LOCK)
  // Those of before are closed to others; one of somebody else's serves as a lock as it is.
  if (!makePrivate(path)) for (const one of [path, `${path}-journal`]) await chmod(one, PRIVATE).catch(() => undefined)
  const lock = namingFaults(() => new DatabaseSync(path, { timeout: 0 }))
  try {
    const tries = Math.ceil(withinMs / AGAIN_MS)
    for (let made = 0; !isTaken(lock, dataDir); made += 1) {
      if (made === 0) onWait?.()
      if (made >= tries) throw new Error(inUse(dataDir))
      await pause(AGAIN_MS)
    }
  } catch (error) {
    lock.close()
    throw error
  }
  return { [Symbol.dispose]: () => lock[Symbol.dispose]() }
}

/** Of a folder in which nothing can be written; that it is no place for locks is told by other faults. */
const NOT_WRITABLE = new Set(['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_FULL', 'SQLITE_PERM'])

/** Nothing is written to the file: the transaction is the lock. */
function isTaken(lock: DatabaseSync, dataDir: string): boolean {
  try {
    namingFaults(() => lock.exec('begin exclusive'))
    return true
  } catch (cause) {
    const fault = sqliteFault(cause)
    if (fault === 'SQLITE_BUSY') return false
    if (NOT_WRITABLE.has(fault)) throw cause
    throw new Error(
      `数据文件夹无法加锁，请放在本地磁盘上  The data folder cannot be locked; put it on a local disk: ${dataDir}`,
      { cause },
    )
  }
}

function inUse(dataDir: string): string {
  return `数据文件夹正由另一个玉门进程使用  Another process of Yumen uses this data folder: ${dataDir}
  一个数据文件夹只供一个进程；请先停止它，或用 YUMEN_DATA 指定另一个。
  One data folder serves one process; stop that one first, or name another folder with YUMEN_DATA.`
}
