import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [1_000_000, '1M'],
  [1_050_000, '1.05M'],
  [128_000, '128K'],
  [null, '—'],
])('a limit of %s tokens is told as %s', (size, text) => expect(sizeText(size)).toBe(text))
