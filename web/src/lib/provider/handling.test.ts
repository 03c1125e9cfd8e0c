import { expect, test } from 'vitest'
import { handlingOf } from './handling.ts'

test.each([
  ['http_429', 'limits'],
  ['credential', 'cools'],
  ['http_401', 'rests'],
  ['http_402', 'rests'],
  ['http_409', 'moves'],
  ['http_404', 'moves'],
  ['http_408', 'counts'],
  ['http_529', 'counts'],
  ['connect_timeout', 'counts'],
  ['truncated', 'breaks'],
  ['a_word_nobody_knows', 'counts'],
] as const)('%s %s', (kind, handling) => {
  expect(handlingOf(kind)).toBe(handling)
})
