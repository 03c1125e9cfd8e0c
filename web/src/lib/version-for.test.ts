import { expect, test } from 'vitest'
import { versionFor } from './version-for.ts'

const SEEN = { version: 3, name: 'One', aliases: ['a'] }

test('what others changed elsewhere stands in nobody’s way', () => {
  expect(versionFor({ aliases: ['a', 'b'] }, SEEN, { ...SEEN, version: 4, name: 'Another' })).toBe(4)
})

test('a field that others changed meanwhile is changed from what was seen, which is refused', () => {
  expect(versionFor({ aliases: ['a', 'b'] }, SEEN, { ...SEEN, version: 4, aliases: ['c'] })).toBe(3)
})

test('a field that the thing itself does not tell is nobody’s to overwrite', () => {
  expect(versionFor({ effective_from: '2026-12-01' }, SEEN, { ...SEEN, version: 4 })).toBe(4)
})
