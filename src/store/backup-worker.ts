import { backup, DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { BackupJob } from './backup.ts'
import { BUSY_MS, pragma } from './sqlite-pragma.ts'

/** 16 MiB at a time, between which the copying can be ended. */
const PAGES = 4096

const { source, target, notes } = workerData as BackupJob
await copy()
annotate()
parentPort?.postMessage(null)

async function copy(): Promise<void> {
  const db = new DatabaseSync(source, { readOnly: true, timeout: BUSY_MS })
  try {
    // All pages are those of the moment of this reading, and in a write-ahead log writers do not wait for it. Where the file stays
    // locked this says so, and the copying that it was “not an error”.
    db.exec('begin')
    pragma(db, 'schema_version')
    // Without something to call between the steps node takes them all before it lets the thread end.
    await backup(db, target, { rate: PAGES, progress: () => undefined })
  } finally {
    db.close()
  }
}

/** Adds what the backup needs beside the database, and leaves one file without a log beside it. */
function annotate(): void {
  const db = new DatabaseSync(target, { timeout: BUSY_MS })
  try {
    db.exec('pragma journal_mode = DELETE')
    db.exec('drop table if exists backup_note')
    db.exec('create table backup_note (name text primary key, value text not null)')
    const add = db.prepare('insert into backup_note (name, value) values (?, ?)')
    for (const [name, value] of Object.entries(notes)) add.run(name, value)
    if (pragma(db, 'integrity_check') !== 'ok') throw new Error('The copy is damaged: SQLite finds it inconsistent.')
  } finally {
    db.close()
  }
}
