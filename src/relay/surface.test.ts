import { expect, test } from 'vitest'
import { targetOf } from './surface.ts'

test.each([
  ['/v1/chat/completions', '/v1/chat/completions'],
  ['/chat/completions', '/v1/chat/completions'],
  ['/v1/v1/chat/completions/', '/v1/chat/completions'],
  ['/v1/v1beta/models/m:generateContent', '/v1beta/models/m:generateContent'],
  ['/v1/models//', '/v1/models'],
])('%s means %s', (path, meant) => {
  expect(targetOf(path).path).toBe(meant)
})

test('whatever is asked for has a path and a query', () => {
  for (const target of ['//', '///?a=b', 'http://[', '*', '/%', '?', ''])
    expect(targetOf(target).path, target).toBeTypeOf('string')
  expect(targetOf('/v1/models?key=a%20b&x').query.get('key')).toBe('a b')
})

test('a path that is full of slashes takes no longer than another of its length', () => {
  const path = `/v1${'/'.repeat(300_000)}x`
  expect(targetOf(path).path).toBe(path)
})
