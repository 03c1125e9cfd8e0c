import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdFolder, LOCK } from './hold-folder.ts'

async function folder(life: AsyncDisposableStack): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'yumen-hold-'))
  life.defer(() => rm(path, { recursive: true, force: true }))
  return path
}

test('a folder that is held is refused by its name, and is free again at once', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = join(await folder(life), 'made')
  const held = await holdFolder({ dataDir, withinMs: 0 })
  await expect(holdFolder({ dataDir, withinMs: 0 })).rejects.toThrow(dataDir)
  held[Symbol.dispose]()
  life.use(await holdFolder({ dataDir, withinMs: 0 }))
})

test.skipIf(process.platform === 'win32')(
  'the lock is nobody else’s to read, one that was made before included',
  async () => {
    await using life = new AsyncDisposableStack()
    const dataDir = await folder(life)
    const modes = async () => {
      const names = await readdir(dataDir)
      return Promise.all(names.map(async (name) => ((await stat(join(dataDir, name))).mode & 0o777).toString(8)))
    }
    const held = await holdFolder({ dataDir, withinMs: 0 })
    expect(await modes()).toEqual(['600', '600'])
    held[Symbol.dispose]()
    await chmod(join(dataDir, LOCK), 0o644)
    life.use(await holdFolder({ dataDir, withinMs: 0 }))
    expect(await modes()).toEqual(['600', '600'])
  },
)

test('whoever comes while another is ending waits for it, and is told so once', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await folder(life)
  const held = await holdFolder({ dataDir, withinMs: 0 })
  let waits = 0
  const onWait = () => {
    waits += 1
    setImmediate(() => held[Symbol.dispose]())
  }
  life.use(await holdFolder({ dataDir, withinMs: 60_000, onWait }))
  expect(waits).toBe(1)
})

test('a process that is killed holds nothing any more', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await folder(life)
  const code = `
    const { holdFolder } = await import(${JSON.stringify(new URL('hold-folder.ts', import.meta.url).href)})
    globalThis.held = await holdFolder({ dataDir: ${JSON.stringify(dataDir)}, withinMs: 0 })
    process.stdout.write('held')
    setInterval(() => undefined, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  life.defer(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  await expect(holdFolder({ dataDir, withinMs: 0 })).rejects.toThrow(dataDir)
  other.kill('SIGKILL')
  await once(other, 'exit')
  life.use(await holdFolder({ dataDir, withinMs: 0 }))
})
