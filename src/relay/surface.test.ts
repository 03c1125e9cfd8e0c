import { expect, test } from 'vitest'
import { canonicalPath } from './surface.ts'

test.each([
  ['/v1/chat/completions', '/v1/chat/completions'],
  ['/chat/completions', '/v1/chat/completions'],
  ['/v1/v1/chat/completions/', '/v1/chat/completions'],
  ['/v1/v1beta/models/m:generateContent', '/v1beta/models/m:generateContent'],
  ['/v1/models//', '/v1/models'],
])('%s means %s', (path, meant) => {
  expect(canonicalPath(path)).toBe(meant)
})

test('a path that is full of slashes takes no longer than another of its length', () => {
  const path = `/v1${'/'.repeat(300_000)}x`
  expect(canonicalPath(path)).toBe(path)
})
