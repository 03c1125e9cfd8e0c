import { expect, test } from 'vitest'
import { wholeNumber } from './whole-number.ts'

test.each([
  ['12', 12],
  ['１２', 12],
  [' 1，000 ', 1000],
  [100, 100],
  ['', Number.NaN],
  ['many', Number.NaN],
])('%j is taken as %d', (held, number) => expect(wholeNumber(held)).toBe(number))
