import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilDiv, formatFactor, formatUsd, parseFactor, parseUsd } from './money.ts'

test('an amount survives writing and reading to the nano-dollar', () => {
  fc.assert(fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), (nanos) => parseUsd(formatUsd(nanos)) === nanos))
})

test('a factor survives writing and reading', () => {
  fc.assert(fc.property(fc.bigInt(0n, 10n ** 11n), (micros) => parseFactor(formatFactor(micros)) === micros))
})

test('amounts are written without trailing zeros', () => {
  expect(formatUsd(150_000n)).toBe('0.00015')
  expect(formatUsd(2_000_000_000n)).toBe('2')
  expect(formatUsd(-1n)).toBe('-0.000000001')
})

test('what is not a decimal amount is refused', () => {
  for (const text of ['', '.5', '1.', '1e3', '0x1', '1,5', ' 1', '1.0000000001', 'NaN', '--1']) {
    expect(parseUsd(text), text).toBeUndefined()
  }
})

test('division rounds up', () => {
  expect(ceilDiv(1n, 1_000_000n)).toBe(1n)
  expect(ceilDiv(2_000_000n, 1_000_000n)).toBe(2n)
  expect(ceilDiv(0n, 7n)).toBe(0n)
})
