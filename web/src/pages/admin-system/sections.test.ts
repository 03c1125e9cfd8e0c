import { expect, test } from 'vitest'
import { SETTING_KEYS } from '../../../../src/contract/settings.ts'
import { settingOf } from '../../lib/settings/draft.ts'
import { keysLike, keysOf, RETENTION_CARDS } from './sections.ts'

const TIMEOUTS = ['relay.connect_s', 'relay.headers_s', 'relay.first_token_s', 'relay.idle_s', 'relay.total_s']

test.each(['超时', 'timeout', 'Timeout', 'relay timeout'])(
  'all timeouts are found by %s in either language',
  (text) => {
    for (const locale of ['zh-CN', 'en'] as const)
      expect(keysLike(text, locale)).toEqual(expect.arrayContaining(TIMEOUTS))
  },
)

test.each([
  ['首字', 'relay.first_token_s'],
  ['first token', 'relay.first_token_s'],
  ['token first', 'relay.first_token_s'],
  ['先响应者为准', 'relay.hedge_ms'],
  ['first to respond wins', 'relay.hedge_ms'],
  ['retry', 'relay.max_attempts'],
  ['whitelist', 'security.admin_networks'],
])('%s finds %s in either language', (text, key) => {
  expect(keysLike(text, 'zh-CN')).toContain(key)
  expect(keysLike(text, 'en')).toContain(key)
})

test('who types Chinese finds by its spelling, and what nobody calls it finds nothing', () => {
  expect(keysLike('chaoshi', 'zh-CN')).toEqual(TIMEOUTS)
  expect(keysLike('还问', 'zh-CN')).toEqual([])
})

test('its whole name finds a setting alone, and what has a page of its own is not found here', () => {
  for (const key of SETTING_KEYS)
    expect(keysLike(key, 'zh-CN')).toEqual(settingOf(key).form.kind === 'apart' ? [] : [key])
})

test('every setting of logs and retention stands in one of its cards', () => {
  const drawn = Object.values(RETENTION_CARDS).flat()
  expect(drawn.toSorted()).toEqual(keysOf('retention').toSorted())
})
