import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BILLION_USD,
  ceilDiv,
  formatFactor,
  formatUsd,
  MILLION_USD,
  ONE_MICROS,
  parseFactor,
  parseUsd,
  partOf,
} from './money.ts'

test('an amount survives writing and reading to the nano-dollar', () => {
  fc.assert(fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), (nanos) => parseUsd(formatUsd(nanos)) === nanos))
})

test('a factor survives writing and reading', () => {
  fc.assert(fc.property(fc.bigInt(0n, 10n ** 11n), (micros) => parseFactor(formatFactor(micros)) === micros))
})

test('a part of a whole is rounded half away from zero, and of nothing there is none', () => {
  expect([partOf(1n, 8n), partOf(12_345n, 100_000n), partOf(-12_345n, 100_000n)]).toEqual([
    '0.1250',
    '0.1235',
    '-0.1235',
  ])
  expect([partOf(-1n, 10n ** 9n), partOf(3n, 2n), partOf(-3n, 2n), partOf(5n, 0n)]).toEqual([
    '0.0000',
    '1.5000',
    '-1.5000',
    null,
  ])
})

test('amounts are written without trailing zeros, and nothing without a sign', () => {
  expect(formatUsd(0n)).toBe('0')
  expect(formatUsd(150_000n)).toBe('0.00015')
  expect(formatUsd(2_000_000_000n)).toBe('2')
  expect(formatUsd(-1n)).toBe('-0.000000001')
})

test('factors are written without trailing zeros', () => {
  expect([1_500_000n, 20_000_000n].map(formatFactor)).toEqual(['1.5', '20'])
})

test('the bounds of amounts and the factor of nothing are what their names say', () => {
  expect([MILLION_USD, BILLION_USD].map(formatUsd)).toEqual(['1000000', '1000000000'])
  expect(parseFactor('1')).toBe(ONE_MICROS)
})

test('what is not a decimal amount is refused', () => {
  for (const text of ['', '.5', '1.', '1e3', '0x1', '1,5', ' 1', '1.0000000001', 'NaN', '--1']) {
    expect(parseUsd(text), text).toBeUndefined()
    expect(parseFactor(text), text).toBeUndefined()
  }
})

test('division rounds up', () => {
  expect(ceilDiv(1n, 1_000_000n)).toBe(1n)
  expect(ceilDiv(2_000_000n, 1_000_000n)).toBe(2n)
  expect(ceilDiv(0n, 7n)).toBe(0n)
})
