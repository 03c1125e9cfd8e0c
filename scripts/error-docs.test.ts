import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PAGE, withTables } from './error-docs.ts'

test('docs/errors.md has every error as callers are told it (node scripts/error-docs.ts writes it anew)', async () => {
  const page = await readFile(PAGE, 'utf8')
  expect(withTables(page)).toBe(page)
})
