import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyDatabase } from '../store/backup.ts'
import { type Verification, verifyFile } from '../store/verify.ts'
import { openVault } from '../vault/vault.ts'
import { DATABASE, exists, type Place, Refusal, requireData, requireEmbedded, unwritable, VAULT } from './place.ts'
import { problemOf } from './verify.ts'

type BackupMade = { path: string; bytes: number } & Verification

/** What a backup is made with: of which program, and when. */
type BackupBy = { version: string; now: () => number }

/**
 * Makes a backup while the gateway works: one file with the database and the wrapped data key, read again and checked before it gets
 * its name. The master key is not in it.
 */
export async function makeBackup(place: Place, target: string, by: BackupBy): Promise<BackupMade> {
  requireEmbedded(place)
  if (await exists(target)) throw new Refusal(`${target} 已存在，不会覆盖。\n  ${target} exists already.`)
  await requireData(place)
  const source = join(place.dataDir, DATABASE)
  const draft = `${target}.part`
  try {
    const vault = await readFile(join(place.dataDir, VAULT), 'utf8')
    const notes = { vault, made_at: new Date(by.now()).toISOString(), version: by.version }
    await rm(draft, { force: true })
    // Made before it is filled: SQLite's own files are readable for all, and a copy may take minutes.
    await writeFile(draft, '', { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
      throw unwritable(target, error)
    })
    await copyDatabase({ source, target: draft, notes })
    const { envelope } = await openVault(place)
    const found = await verifyFile(draft, envelope.mac)
    const problem = problemOf(found)
    if (problem) {
      throw new Refusal(
        `副本已做出，但账目或审计日志有误：${problem}\n  The copy was made, but it does not add up: ${problem}.`,
      )
    }
    await chmod(draft, 0o600)
    await rename(draft, target)
    return { path: target, bytes: (await stat(target)).size, ...found }
  } finally {
    for (const beside of ['', '-journal', '-wal', '-shm']) await rm(`${draft}${beside}`, { force: true })
  }
}
