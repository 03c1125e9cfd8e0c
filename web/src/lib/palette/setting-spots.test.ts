import { expect, test } from 'vitest'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../../../src/contract/settings.ts'
import { find } from './match.ts'
import { SETTING_SPELLINGS } from './setting-spellings.ts'
import { settingSpots } from './setting-spots.ts'
import { spellingOf } from './spelling.ts'

test('the titles of settings are spelled character by character', () => {
  const wrong = Object.entries(SETTING_SPELLINGS).filter(([key, spelling]) => {
    const title = SETTINGS[key as SettingKey].title.zh
    return spellingOf(title, spelling).spelled.length !== title.replace(/[^\p{Script=Han}]/gu, '').length
  })
  expect(wrong).toEqual([])
})

test.each([
  ['zh-CN', '熔断'],
  ['zh-CN', 'rdlxsb'],
  ['zh-CN', 'breaker'],
  ['en', 'failures in a row'],
  ['en', '熔断'],
  ['en', 'relay.breaker_failures'],
] as const)('in %s a setting is found by %s', (locale, text) => {
  const spots = settingSpots(locale)
  expect(spots).toHaveLength(SETTING_KEYS.length)
  expect(spots.filter((spot) => find(text, spot)).map(({ href }) => href)).toContain(
    '/admin/system?q=relay.breaker_failures',
  )
})

test.each([
  ['dlsbyz', 'alerts.failed_sign_ins'],
  ['mgyhdmys', 'keys.most_per_user'],
  ['zgxy', 'relay.total_s'],
])('by %s, as one types Chinese, %s is found', (text, key) => {
  expect(settingSpots('zh-CN').flatMap((spot) => (find(text, spot) ? [spot.key] : []))).toContain(key)
})

test('what is changed on a page of its own leads there', () => {
  expect(settingSpots('en').find(({ key }) => key === 'tutorial.note')?.href).toBe('/admin/tutorial?tab=users')
})
