import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeIn, runAt } from './test-place.ts'

test('a backup that cannot be read is not said to be none, but why', async () => {
  await using life = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'yumen-restore-'))
  life.defer(() => rm(folder, { recursive: true, force: true }))
  const restored = (...path: string[]) => runAt(['restore', join(folder, ...path)], placeIn(join(folder, 'data')))
  await mkdir(join(folder, 'one.db'))
  await expect(restored('one.db')).rejects.toThrow(/无法读取.*\n.*one\.db cannot be read: EISDIR/)
  await writeFile(join(folder, 'letter'), '')
  await expect(restored('letter', 'two.db')).rejects.toThrow(/two\.db cannot be read: ENOTDIR/)
})
