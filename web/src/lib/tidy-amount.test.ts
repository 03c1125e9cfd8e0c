import { expect, test } from 'vitest'
import { tidyAmount } from './tidy-amount.ts'

test.each([
  ['３．５', '3.5'],
  ['$ 1,250.00', '1250.00'],
  ['.075', '0.075'],
  ['2.', '2'],
])('%s is read as %s', (typed, read) => {
  expect(tidyAmount(typed)).toBe(read)
})
