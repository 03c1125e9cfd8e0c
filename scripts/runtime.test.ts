import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { cores, environment, run, toolPath } from './runtime.mjs'

const quiet = { stdio: 'ignore' }

describe('a command that is run', () => {
  test('gives its exit code, or 128 and the signal that ended it', async () => {
    expect(await run(process.execPath, ['-e', 'process.exitCode = 7'], quiet)).toBe(7)
    expect(await run(process.execPath, ['-e', "process.kill(process.pid, 'SIGKILL')"], quiet)).toBe(137)
  })

  test('is killed when it takes longer than it may', async () => {
    const forever = ['-e', 'setInterval(() => {}, 1000)']
    expect(await run(process.execPath, forever, { ...quiet, timeout: 100, killSignal: 'SIGKILL' })).toBe(137)
  })

  test('gets the signals that reach only us, and its own farewell decides the exit code', async () => {
    const server = "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')"
    const outer = `import { run } from '${new URL('runtime.mjs', import.meta.url).href}'
      process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(server)}])`
    const child = spawn(process.execPath, ['--input-type=module', '-e', outer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([7, null])
  })
})

test('tools are found without a shell, and child processes meet our Node first', () => {
  expect(toolPath('typescript', 'tsc')).toMatch(/typescript[\\/]bin[\\/]tsc$/)
  expect(environment({ EXTRA: '1' })).toMatchObject({ EXTRA: '1', PATH: expect.stringMatching(/^[^:;]*node/) })
})

test('cores are counted by a Node of before 18.14 too, which no script asks for a name it lacks', () => {
  expect(cores()).toBe(availableParallelism())
  expect(cores({ cpus: () => ['one', 'two'] })).toBe(2)
  const folder = new URL('.', import.meta.url)
  const asking = readdirSync(folder).filter(
    (name) =>
      name.endsWith('.mjs') && /import \{[^}]*availableParallelism/.test(readFileSync(new URL(name, folder), 'utf8')),
  )
  expect(asking).toEqual([])
})
