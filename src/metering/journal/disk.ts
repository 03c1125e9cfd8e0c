import { accessSync, closeSync, constants, fdatasync, openSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { sync } from '../../disk/durable.ts'

/** The few calls the journal writes through; a test hands in one that fails when it is told to. */
export type JournalDisk = {
  /** Whether a file could be made in a folder, without making one. */
  mayCreate(folder: string): boolean
  /** Creates a file and opens it for writing; throws when there is one already. */
  create(path: string): number
  /** Writes into the page cache and answers how many bytes it took. */
  write(file: number, bytes: Uint8Array, position: number): number
  /** Resolves when what was written would survive a power cut. */
  sync(file: number): Promise<void>
  /** The same for the names of files in a folder. */
  syncFolder(path: string): Promise<void>
  close(file: number): void
}

const MODE = 0o600

/**
 * The machine's own disk. Writes are synchronous: a page of the cache takes microseconds, and a thread pool that also
 * syncs and hashes passwords makes them wait (docs/decisions/0006-journal-writes.md). Syncs never are.
 */
export const systemDisk: JournalDisk = {
  mayCreate,
  create: (path) => openSync(path, 'wx', MODE),
  write: (file, bytes, position) => writeSync(file, bytes, 0, bytes.length, position),
  sync: promisify(fdatasync),
  syncFolder: sync,
  close: closeSync,
}

function mayCreate(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    // Whatever the reason, a segment would fail of it too, and tells it in the log.
    return false
  }
}
