import { expect, test } from 'vitest'
import type { Provider } from '../../../../src/contract/providers.ts'
import { balanceText, isLow, leastBalances } from './balance.ts'

type Credential = Provider['credentials'][number]

const told = (amount: string, currency: 'USD' | 'CNY', status = 'active') =>
  ({ status, balance: { amount, currency, at: '2026-11-20T08:00:00.000Z', days_left: null } }) as Credential

test('money at a vendor is shown in its own currency, what is owed with its sign', () => {
  const texts = [
    balanceText({ amount: '4912.6', currency: 'USD' }),
    balanceText({ amount: '0.5', currency: 'CNY' }),
    balanceText({ amount: '-0.32', currency: 'CNY' }),
  ]
  expect(texts).toEqual(['$4,912.60', '¥0.50', '−¥0.32'])
})

test('of the credentials that are on, the one that has least counts in each currency', () => {
  const credentials = [
    told('10', 'CNY'),
    told('9', 'CNY'),
    told('1', 'CNY', 'disabled'),
    told('70', 'USD', 'cooling'),
    { status: 'active', balance: null } as Credential,
  ]
  expect(leastBalances({ credentials }).map(balanceText)).toEqual(['¥9.00', '$70.00'])
  expect(leastBalances({ credentials: [] })).toEqual([])
})

test('little is left below what the operator wants there, compared to the last digit', () => {
  const low = (balance_alert: string | null, amount: string) => isLow({ balance_alert }, { amount, currency: 'USD' })
  expect(low('9007199254.000000001', '9007199254')).toBe(true)
  expect([low('20', '20'), low('20', '100'), low(null, '0'), low('0', '-0.1')]).toEqual([false, false, false, true])
})
