import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../../src/app.ts'
import { consoleBackup } from '../../src/cli/console-backups.ts'
import { readConfig } from '../../src/config.ts'
import { settingsFor } from './process-env.ts'

test('a second gateway on a data folder touches nothing before the first has ended, and takes its place', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-one-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig(settingsFor(dataDir))
  const first = await startApp(config)
  const waits = Promise.withResolvers<string>()
  const quiet = () => undefined
  const ended: string[] = []
  const coming = startApp(config, { debug: quiet, info: quiet, error: quiet, warn: waits.resolve }).then((app) => {
    ended.push('second is there')
    return app
  })
  expect(await waits.promise).toBe('another process uses the data folder; waiting for it to end')
  await first[Symbol.asyncDispose]()
  ended.push('first is gone')
  const second = life.use(await coming)
  expect(ended).toEqual(['first is gone', 'second is there'])
  expect((await fetch(`${second.origin}/health/ready`)).status).toBe(200)
})

test('a backup that a killed gateway has left is gone after the next start, and the operator’s own is there', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-left-'))
  await using life = new AsyncDisposableStack()
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  for (const path of [consoleBackup(dataDir), join(dataDir, 'backup-monday.db')]) await writeFile(path, 'all it knows')
  await using _app = await startApp(readConfig(settingsFor(dataDir)))
  expect((await readdir(dataDir)).filter((name) => name.startsWith('backup-'))).toEqual(['backup-monday.db'])
})
