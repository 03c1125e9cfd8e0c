import { expect, test } from 'vitest'
import { leftText } from './left.ts'

test.each([
  [42_000, '00:42'],
  [133_001, '02:14'],
  [3_600_000, '60:00'],
  [-1, '00:00'],
])('%i ms are left as %s', (ms, text) => {
  expect(leftText(ms)).toBe(text)
})
