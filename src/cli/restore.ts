import { copyFile, mkdir, open, readdir, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sync, syncNames, writeWhole } from '../disk/durable.ts'
import { readBackup, requireUnused } from '../store/backup.ts'
import { holdFolder, LOCK } from '../store/hold-folder.ts'
import { type Verification, verifyFile } from '../store/verify.ts'
import { openVault, WrongMasterKey } from '../vault/vault.ts'
import { moveAll, NotPutBack } from './move-all.ts'
import {
  ASIDE,
  DATABASE,
  exists,
  leaveToOwner,
  type Place,
  Refusal,
  requireEmbedded,
  RESTORING,
  unreadable,
  unwritable,
  VAULT,
} from './place.ts'
import { problemOf } from './verify.ts'

/** `aside` is where what was there before lies now, null when there was nothing; `otherKey` a master key in the folder that does not open it. */
type Restored = { madeAt: string; version: string; aside: string | null; otherKey: string | null } & Verification

const MASTER_KEY = 'master.key'
/** What belongs to the data that is replaced: its log, what its data key sealed, its journal and that key. */
const REPLACED = [DATABASE, 'captures.db']
  .flatMap((name) => [name, `${name}-wal`, `${name}-shm`])
  .concat(VAULT, 'journal')

/** Puts a backup in place of a data folder's database; it is opened and checked before anything is moved, and nothing is deleted. */
export async function restoreBackup(place: Place, file: string, now: () => number): Promise<Restored> {
  requireEmbedded(place)
  await requireReadable(file)
  const { vault, made_at: madeAt, version } = readBackup(file)
  const { dataDir } = place
  const own = await requireKey(place)
  // Nothing starts on it meanwhile, and what runs is left alone.
  using _held = await holdFolder({ dataDir, withinMs: 0 })
  // Also where nothing is restored in the end.
  await leaveToOwner(dataDir, [LOCK])
  const stamp = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
  const staging = join(dataDir, `${RESTORING}${stamp}`)
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(RESTORING))
  await mkdir(staging, { recursive: true, mode: 0o700 })
  try {
    await writeWhole(join(staging, VAULT), vault)
    await copyFile(file, join(staging, DATABASE)).catch((error: unknown) => {
      throw unwritable(dataDir, error)
    })
    const found = await verified({ ...place, ...own }, staging)
    await sync(join(staging, DATABASE))
    const aside = await replace(dataDir, staging, join(dataDir, `${ASIDE}${stamp}`))
    await leaveToOwner(dataDir, [VAULT, DATABASE, ...(aside === null ? [] : [basename(aside)])])
    // What ones that were killed have left; until one is done it keeps the folder from being begun anew.
    for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true })
    await rm(staging, { recursive: true, force: true })
    return { madeAt, version, aside, otherKey: await otherKeyIn(dataDir), ...found }
  } catch (error) {
    // Where not all was put back, what is left here keeps the folder from being begun anew.
    if (!(error instanceof NotPutBack)) await rm(staging, { recursive: true, force: true })
    throw error
  }
}

/** SQLite says of a file only that it cannot be opened, and not why. */
async function requireReadable(file: string): Promise<void> {
  try {
    await using opened = await open(file)
    await opened.read(Buffer.alloc(1), 0, 1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(file, error)
    throw new Refusal(`没有这个文件：${file}\n  There is no ${file}.`, { cause: error })
  }
}

/** Where the key is that must be there, when the environment names none. */
async function requireKey(place: Place): Promise<Pick<Place, 'masterKeyFile'> | null> {
  if (place.masterKey !== undefined || place.masterKeyFile !== undefined) return null
  const own = join(place.dataDir, MASTER_KEY)
  if (await exists(own)) return { masterKeyFile: own }
  throw new Refusal(
    `请先把备份的主密钥放到 ${own}，或设置 YUMEN_MASTER_KEY[_FILE]。\n  Put the master key of the backup into ${own} first, or set YUMEN_MASTER_KEY[_FILE].`,
  )
}

/** By which a start would go to which nobody names the key that opened the backup. */
async function otherKeyIn(dataDir: string): Promise<string | null> {
  const path = join(dataDir, MASTER_KEY)
  if (!(await exists(path))) return null
  return openVault({ dataDir, masterKeyFile: path }).then(
    () => null,
    () => path,
  )
}

/** The master key that is there must open what the backup brings, or its secrets would be lost. */
async function verified(place: Place, staging: string): Promise<Verification> {
  const { envelope } = await openVault({ ...place, dataDir: staging }).catch((error: unknown) => {
    if (!(error instanceof WrongMasterKey)) throw error
    throw new Refusal(
      `备份要用制作它时的主密钥打开，而当前的主密钥是另一个，未作任何改动：请用 YUMEN_MASTER_KEY_FILE 指定当时的主密钥。
  The backup opens with the master key of its time, and this is another one; nothing was changed: name that key with YUMEN_MASTER_KEY_FILE.`,
      { cause: error },
    )
  })
  const found = await verifyFile(join(staging, DATABASE), envelope.mac)
  const problem = problemOf(found)
  if (problem) {
    throw new Refusal(
      `备份的账目或审计日志有误，未作任何改动：${problem}\n  The backup does not add up, and nothing was changed: ${problem}.`,
    )
  }
  return found
}

/** Puts the new files in place of what was there, which goes aside; answers where it lies, or null when there was nothing. */
async function replace(dataDir: string, staging: string, aside: string): Promise<string | null> {
  const database = join(dataDir, DATABASE)
  if (await exists(database)) requireUnused(database)
  const present: string[] = []
  for (const name of REPLACED) if (await exists(join(dataDir, name))) present.push(name)
  const bring = (from: string, to: string) => (name: string) => ({ from: join(from, name), to: join(to, name) })
  const moves = [...present.map(bring(dataDir, aside)), ...[VAULT, DATABASE].map(bring(staging, dataDir))]
  if (present.length > 0) await mkdir(aside, { mode: 0o700 })
  try {
    await syncNames(join(staging, DATABASE), staging)
    await moveAll(moves)
  } catch (error) {
    // It is not empty where not all was put back, as the error says.
    if (present.length > 0) await rmdir(aside).catch(() => undefined)
    throw error
  }
  return present.length > 0 ? aside : null
}
