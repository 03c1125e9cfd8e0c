import { expect, test } from 'vitest'
import { bytes } from './bytes.ts'

test('a size is told in the unit that leaves it below 1024', () => {
  expect([0, 1023, 1024, 1536, 1024 ** 2, 200 * 1024 ** 3].map(bytes)).toEqual([
    '0\u00a0B',
    '1023\u00a0B',
    '1.0\u00a0KiB',
    '1.5\u00a0KiB',
    '1.0\u00a0MiB',
    '200\u00a0GiB',
  ])
})
