import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isOurDatabase } from '../store/backup.ts'
import { ASIDE, DATABASE } from './place.ts'

const IN_USE = new Set([DATABASE, 'captures.db'])

/** What backups in the data folder take, in bytes, with what restores have put aside; null where there is none. */
export async function keptBackups(dataDir: string): Promise<number | null> {
  const sizes: number[] = []
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    // What is deleted meanwhile, or is not this process's to read, is left out.
    const size = await sizeOf(entry).catch(() => null)
    if (size !== null) sizes.push(size)
  }
  return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(entry: Dirent): Promise<number | null> {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile()) return backupSize(entry.name, path)
  return entry.isDirectory() && entry.name.startsWith(ASIDE) ? folderSize(path) : null
}

async function backupSize(name: string, path: string): Promise<number | null> {
  if (IN_USE.has(name) || !(await isOurDatabase(path))) return null
  return (await stat(path)).size
}

async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
