import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '../../../../src/contract/providers.ts'
import { MOST_DAYS } from '../../../../src/core/balance-forecast.ts'
import { setLocale } from '../../i18n/texts.ts'
import { draw } from '../../test-draw.ts'
import { BalanceText } from './balance-text.tsx'

const at = '2026-11-20T08:00:00.000Z'

function teller(days_left: number | null): Provider {
  const balance = { amount: '18.4', currency: 'CNY', at, days_left }
  const credentials = [{ id: 'c', name: 'main', status: 'active', balance, balance_failure: null }]
  return { id: 'p', balance_alert: null, credentials } as unknown as Provider
}

const text = async (days: number | null, lasts = true) =>
  (await draw(<BalanceText provider={teller(days)} lasts={lasts} />, { texts: ['providers'] })).place.textContent

test.each([
  ['zh-CN', null, '¥18.40'],
  ['zh-CN', 0, '¥18.40 · 不到 1 天'],
  ['zh-CN', 12, '¥18.40 · 约 12 天'],
  ['zh-CN', MOST_DAYS - 1, '¥18.40 · 约 365 天'],
  ['zh-CN', MOST_DAYS, '¥18.40 · > 1 年'],
  ['en', 0, '¥18.40 · less than a day'],
  ['en', 1, '¥18.40 · about 1 day'],
  ['en', 12, '¥18.40 · about 12 days'],
  ['en', MOST_DAYS, '¥18.40 · > 1 year'],
] as const)('in %s, what lasts %s days is said so', async (locale, days, said) => {
  onTestFinished(async () => void (await setLocale('zh-CN')))
  await setLocale(locale)
  expect(await text(days)).toBe(said)
})

test('how long it lasts is not said where only the figure is wanted', async () => {
  expect(await text(12, false)).toBe('¥18.40')
})
