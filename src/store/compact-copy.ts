import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './private-file.ts'
import { namingFaults } from './sqlite-error.ts'
import { BUSY_MS } from './sqlite-pragma.ts'

/** Copies a database file that no process serves into a new one without the room that deleted rows have left in it. */
export function compactCopy(source: string, target: string): void {
  makePrivate(target)
  namingFaults(() => {
    const db = new DatabaseSync(source, { timeout: BUSY_MS })
    try {
      // What the log beside the file still holds goes into the file: it must not be laid over what takes its place.
      db.exec('pragma journal_mode = DELETE')
      db.prepare('vacuum into ?').run(target)
    } finally {
      db.close()
    }
  })
}
