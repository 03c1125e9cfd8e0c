import { expect, test } from 'vitest'
import { balanceAfter, signedAmount } from './balance-form.ts'

test('an amount gets the sign of its direction, and is exact', () => {
  expect(signedAmount('add', ' 100.10 ')).toBe('100.1')
  expect(signedAmount('deduct', '0.000000001')).toBe('-0.000000001')
  expect(balanceAfter('62.4', '-0.000000001')).toBe('62.399999999')
})

test('an amount is read as people type it', () => {
  expect(signedAmount('add', '$ 1,250.00')).toBe('1250')
  expect(signedAmount('deduct', '２０．５')).toBe('-20.5')
  expect(signedAmount('add', '2,5')).toBeNull()
})

test('nothing, less than nothing and too much are no amounts', () => {
  for (const text of ['', '0', '-5', 'x', '1000000.01']) expect(signedAmount('add', text), text).toBeNull()
  expect(signedAmount('add', '1000000')).toBe('1000000')
})
