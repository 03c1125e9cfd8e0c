import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sync, syncNames } from '../disk/durable.ts'
import { compactCopy } from '../store/compact-copy.ts'
import { holdFolder, LOCK } from '../store/hold-folder.ts'
import { consoleBackup } from './console-backups.ts'
import { DATABASE, leaveToOwner, type Place, Refusal, removeDatabase, requireData } from './place.ts'

/** How large the database file was, and is now. */
type Compacted = { beforeBytes: number; afterBytes: number }

/** Gives back to the disk what deleted rows have left free in the database file; refused while a gateway has the folder. */
export async function compact(place: Place): Promise<Compacted> {
  const { dataDir, databaseUrl } = place
  if (databaseUrl !== undefined)
    throw new Refusal(
      '数据库是 PostgreSQL，它自己整理空间（autovacuum）。\n  The database is PostgreSQL, which looks after its room by itself (autovacuum).',
    )
  await requireData(place)
  using _held = await holdFolder({ dataDir, withinMs: 0 })
  await leaveToOwner(dataDir, [LOCK])
  const path = join(dataDir, DATABASE)
  const { size: beforeBytes } = await stat(path)
  // A copy that is cut off goes at the next start, as a backup does.
  const draft = consoleBackup(dataDir)
  try {
    compactCopy(path, draft)
    await sync(draft)
    await rename(draft, path)
  } finally {
    await removeDatabase(draft)
  }
  await leaveToOwner(dataDir, [DATABASE])
  await syncNames(path)
  return { beforeBytes, afterBytes: (await stat(path)).size }
}
