import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PAGE, withTables } from './protocol-docs.ts'

test('docs/protocols.md says who serves whom, and of each field what the codecs do with it (node scripts/protocol-docs.ts writes it anew)', async () => {
  const page = await readFile(PAGE, 'utf8')
  expect(withTables(page)).toBe(page)
})
