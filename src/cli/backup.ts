import { chmod, type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../core/ids.ts'
import { renameNew, syncNames } from '../disk/durable.ts'
import { copyDatabase } from '../store/backup.ts'
import { type Verification, verifyFile } from '../store/verify.ts'
import { openVault } from '../vault/vault.ts'
import {
  DATABASE,
  exists,
  type Place,
  Refusal,
  removeDatabase,
  requireData,
  requireEmbedded,
  unwritable,
  VAULT,
} from './place.ts'
import { problemOf } from './verify.ts'

type BackupMade = { path: string; bytes: number } & Verification

/** What a backup is made with: of which program, and when; it is given up once the signal fires. */
type BackupBy = { version: string; now: () => number; signal?: AbortSignal }

/**
 * Makes a backup while the gateway works: one file with the database and the wrapped data key, read again and checked before it gets
 * its name. The master key is not in it.
 */
export async function makeBackup(place: Place, target: string, by: BackupBy): Promise<BackupMade> {
  requireEmbedded(place)
  await requireFree(target)
  await requireData(place)
  const source = join(place.dataDir, DATABASE)
  // A name of its own: whoever makes the same backup meanwhile has another.
  const draft = `${target}.${newId()}.part`
  let made: FileHandle | undefined
  const refuse = (error: unknown): never => {
    throw unwritable(target, error)
  }
  try {
    const vault = await readFile(join(place.dataDir, VAULT), 'utf8')
    const notes = { vault, made_at: new Date(by.now()).toISOString(), version: by.version }
    // Made before it is filled: SQLite's own files are readable for all, and a copy may take minutes.
    made = await open(draft, 'wx', 0o600).catch(refuse)
    await copyDatabase({ source, target: draft, notes }, by.signal)
    const { envelope } = await openVault(place)
    const found = await verifyFile(draft, envelope.mac, by.signal)
    const problem = problemOf(found)
    if (problem) {
      throw new Refusal(
        `副本已做出，但账目或审计日志有误：${problem}\n  The copy was made, but it does not add up: ${problem}.`,
      )
    }
    await requireSame(made, draft)
    await chmod(draft, 0o600)
    await made.sync().catch(refuse)
    await renameNew(draft, target).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? taken(target) : unwritable(target, error)
    })
    await syncNames(target).catch((error: unknown) => rm(target).then(() => refuse(error)))
    return { path: target, bytes: (await stat(target)).size, ...found }
  } finally {
    // After SQLite is done with the file: closing it gives back every lock that this process has on it.
    await made?.close()
    await removeDatabase(draft)
  }
}

async function requireFree(target: string): Promise<void> {
  if (await exists(target)) throw taken(target)
}

function taken(target: string): Refusal {
  return new Refusal(`${target} 已存在，不会覆盖。\n  ${target} exists already.`)
}

/** Refuses where what was filled is gone: SQLite makes an empty file in its place, whose books add up. */
async function requireSame(made: FileHandle, draft: string): Promise<void> {
  const [{ ino }, there] = await Promise.all([made.stat(), stat(draft).catch(() => null)])
  if (there?.ino === ino) return
  throw new Refusal(
    `备份失败：${draft} 在写入时被移走或删除。\n  The backup failed: ${draft} was moved or deleted while it was written.`,
  )
}
