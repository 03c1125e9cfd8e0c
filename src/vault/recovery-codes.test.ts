import { expect, test } from 'vitest'
import { newRecoveryCodes, readDigits, readRecoveryCode } from './recovery-codes.ts'

test('ten codes of fifty bits are made, all of them others, of signs that are not taken for one another', () => {
  const codes = newRecoveryCodes()
  expect(codes.filter((code) => !/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/.test(code))).toEqual([])
  expect(new Set(codes).size).toBe(10)
  expect(newRecoveryCodes((size) => Buffer.from(Array.from({ length: size }, (_, at) => 22 + at)))[0]).toBe(
    'pqrst-vwxyz',
  )
})

test('every sign of a code may come up', () => {
  const seen = new Set(Array.from({ length: 100 }, () => newRecoveryCodes().join('')).join(''))
  expect(seen.size).toBe(33)
})

test.each(['0a1bc-2d3ef', '0A1BC-2D3EF', ' 0a1bc2d3ef ', 'oaibc 2d3ef', 'Oalbc–2d3ef', '０ａ１ｂｃ－２ｄ３ｅｆ'])(
  '%s is read as it was shown',
  (typed) => {
    expect(readRecoveryCode(typed)).toBe('0a1bc2d3ef')
  },
)

test.each(['', '123456', '0a1bc-2d3e', '0a1bc-2d3eff', '0a1bc-2d3eu', '0a1bc_2d3ef'])(
  '%j is no recovery code',
  (typed) => {
    expect(readRecoveryCode(typed)).toBeUndefined()
  },
)

test('six digits are read with spaces, hyphens and in full width, and nothing else is', () => {
  for (const typed of ['012345', ' 012 345', '012-345', '０１２３４５']) expect(readDigits(typed)).toBe('012345')
  for (const typed of ['12345', '1234567', '12345a', '', '٠١٢٣٤٥']) expect(readDigits(typed)).toBeUndefined()
})
