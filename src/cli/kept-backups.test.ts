import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { keptBackups } from './kept-backups.ts'

/** A data folder with a way to put databases into it that begin as the gateway's do. */
async function folderOf(life: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-kept-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const add = async (name: string, id = 0x59756d65) => {
    const db = new DatabaseSync(join(dataDir, name))
    db.exec(`pragma application_id = ${id}; create table t (a)`)
    db.close()
    return (await stat(join(dataDir, name))).size
  }
  return { dataDir, add }
}

test('where nobody keeps a backup in the data folder there is none, which is not one of nothing', async () => {
  await using life = new AsyncDisposableStack()
  const { dataDir, add } = await folderOf(life)
  await add('yumen.db')
  await add('captures.db')
  await add('mine.db', 1)
  await writeFile(join(dataDir, 'vault.json'), '{}')
  await mkdir(join(dataDir, 'journal'))
  expect(await keptBackups(dataDir)).toBeNull()
})

test('backups count whatever they are called, and so does what a restore has put aside', async () => {
  await using life = new AsyncDisposableStack()
  const { dataDir, add } = await folderOf(life)
  await add('yumen.db')
  const sizes = [await add('before.db'), await add('monday')]
  const aside = join(dataDir, 'before-restore-2026-11-20')
  await mkdir(join(aside, 'journal'), { recursive: true })
  await writeFile(join(aside, 'yumen.db'), 'x'.repeat(1000))
  await writeFile(join(aside, 'journal', '1'), 'x'.repeat(10))
  expect(await keptBackups(dataDir)).toBe(sizes.reduce((sum, size) => sum + size, 1010))
})
