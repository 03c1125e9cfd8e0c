import { expect, test } from 'vitest'
import { waitOf } from './wait.ts'

test.each([
  ['90', 90_000],
  [' ６０ ', 60_000],
  ['1', 1000],
  ['86400', 86_400_000],
  ['', null],
  ['  ', null],
])('%j seconds are %s milliseconds', (text, ms) => {
  expect(waitOf(text)).toBe(ms)
})

test.each(['0', '86401', '1.5', '-3', 'x'])('%j is no time to wait', (text) => {
  expect(waitOf(text)).toBeUndefined()
})
