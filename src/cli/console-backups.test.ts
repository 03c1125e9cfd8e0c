import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { consoleBackup, dropLeftBackups } from './console-backups.ts'

test('what is left of backups for the console is deleted, and nothing that an operator made', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-left-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const left = basename(consoleBackup(dataDir))
  const folder = basename(consoleBackup(dataDir))
  const kept = [
    'yumen.db',
    'backup.db',
    'backup-2026-11-20.db',
    'backup-1.db.part',
    `${left}.gz`,
    `my-${left}`,
    `${left}.1.part`,
    `backup-${newId()}.sqlite`,
  ]
  const drafts = [`${left}.${newId()}.part`, `${left}.part`]
  const beside = drafts.flatMap((draft) => ['', '-journal', '-wal', '-shm'].map((ending) => `${draft}${ending}`))
  const names = [left, ...beside, ...kept]
  for (const name of names) await writeFile(join(dataDir, name), '')
  await mkdir(join(dataDir, folder))
  await dropLeftBackups(dataDir)
  expect((await readdir(dataDir)).toSorted()).toEqual([...kept, folder].toSorted())
})
