import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { missingTools } from './bench.mjs'

test('the benchmark names the programs it lacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yumen-tools-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'here'), '')
  expect(missingTools(`/nowhere:${folder}`, ['here', 'not-anywhere'])).toEqual(['not-anywhere'])
})
