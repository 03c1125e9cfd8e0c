import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { workerEnvironment } from '../core/worker-environment.ts'
import { namingFaults, sqliteFault } from './sqlite-error.ts'
import { BUSY_MS, pragma } from './sqlite-pragma.ts'

/** What goes into a backup beside the database: the wrapped data key without which its secrets cannot be read, and where it is from. */
export type BackupNotes = { vault: string; made_at: string; version: string }

/** What the worker is told: the path of the database, and that of the file to be made. */
export type BackupJob = { source: string; target: string; notes: BackupNotes }

/**
 * Copies the embedded database as it is at one moment into a new file, checked by SQLite; the gateway may go on working. Once the
 * signal fires it rejects with its reason, as soon as nothing is written to the file any more.
 */
export async function copyDatabase(job: BackupJob, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: job,
    env: workerEnvironment(getCompileCacheDir()),
  })
  try {
    await once(worker, 'message', { signal })
  } catch (cause) {
    await worker.terminate()
    signal?.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`备份失败：${reason}\n  The backup failed: ${reason}`, { cause })
  }
}

const APPLICATION_ID = 0x59756d65
/** Where a file of SQLite has it (https://www.sqlite.org/fileformat2.html#application_id). */
const APPLICATION_ID_AT = 68

/** Whether a file begins as the gateway's databases and their backups do; nothing else of it is read. */
export async function isOurDatabase(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, APPLICATION_ID_AT)
  return bytesRead === 4 && buffer.readUInt32BE() === APPLICATION_ID
}

/** What a backup says of itself; throws a sentence for the operator when the file is none, or is damaged. */
export function readBackup(path: string): BackupNotes {
  return readWhole(openedReadOnly(path), path, (db) => {
    if (pragma(db, 'application_id') !== APPLICATION_ID) throw new Error(noBackup(path))
    return notesIn(db, path)
  })
}

/** Has SQLite look through all of a database file, at which others may be at work; throws a sentence for the operator where it is damaged. */
export function requireUndamaged(path: string): void {
  readWhole(new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS }), path, () => undefined)
}

function readWhole<T>(db: DatabaseSync, path: string, read: (db: DatabaseSync) => T): T {
  try {
    if (pragma(db, 'integrity_check') !== 'ok') throw new Error(damaged(path))
    return read(db)
  } catch (error) {
    if (sqliteFault(error) !== '') throw new Error(damaged(path), { cause: error })
    throw error
  } finally {
    db.close()
  }
}

function notesIn(db: DatabaseSync, path: string): BackupNotes {
  const noted = db.prepare(`select name from sqlite_master where name = 'backup_note'`).get()
  if (!noted) {
    throw new Error(
      `${path} 是玉门的数据库，不是备份：请用 backup 命令做一份。\n  ${path} is no backup, but a database of Yumen: make one with “yumen backup”.`,
    )
  }
  const rows = db.prepare('select name, value from backup_note').all() as { name: string; value: string }[]
  const { vault, made_at, version } = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  if (vault === undefined || made_at === undefined || version === undefined) throw new Error(damaged(path))
  return { vault, made_at, version }
}

function openedReadOnly(path: string): DatabaseSync {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS })
    pragma(db, 'schema_version')
    return db
  } catch (cause) {
    throw new Error(noBackup(path), { cause })
  }
}

function noBackup(path: string): string {
  return `${path} 不是玉门的备份。\n  ${path} is no backup of Yumen.`
}

function damaged(path: string): string {
  return `${path} 已损坏。\n  ${path} is damaged.`
}

/** What a restore is for must not keep it from being done. */
const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB'])

/** Throws a sentence for the operator while another process has the database file open; one that is damaged is nobody's. */
export function requireUnused(path: string): void {
  const db = namingFaults(() => new DatabaseSync(existing(path), { timeout: 0 }))
  try {
    // Leaving the write-ahead log takes the file for oneself alone.
    namingFaults(() => db.exec('pragma journal_mode = DELETE'))
  } catch (cause) {
    const fault = sqliteFault(cause)
    if (DAMAGED.has(fault)) return
    if (fault !== 'SQLITE_BUSY') throw cause
    throw new Error('网关正在运行，请先停止它再恢复。\n  The gateway is running: stop it before restoring.', { cause })
  } finally {
    db.close()
  }
}

/** A file to be written, and not to be made where there is none. */
function existing(path: string): URL {
  return new URL('?mode=rw', pathToFileURL(path))
}
