import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../core/ids.ts'

/** Exactly the names given below, and what making such a backup puts beside it: nothing an operator would call a file. */
const ID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
const OURS = new RegExp(String.raw`^backup-${ID}\.db(?:(?:\.${ID})?\.part(?:-journal|-wal|-shm)?)?$`)

/** Where a backup lies that is made for the console, from when it is begun until it has been sent. */
export function consoleBackup(dataDir: string): string {
  return join(dataDir, `backup-${newId()}.db`)
}

/** Deletes such backups that a process which was killed has left; to be called while no other process has the folder. */
export async function dropLeftBackups(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir, { withFileTypes: true })
  for (const entry of entries) {
    if (entry.isFile() && OURS.test(entry.name)) await rm(join(dataDir, entry.name), { force: true })
  }
}
