import { expect, test } from 'vitest'
import { common } from '../../i18n/zh-CN/common.ts'
import { palette } from '../../i18n/zh-CN/palette.ts'
import { spellingOf } from './spelling.ts'

const TITLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  places: common.places,
  actions: palette.action,
  spots: palette.spot,
}

test.each(Object.entries(palette.words))('the %s are spelled character by character', (kind, words) => {
  const titles = TITLES[kind] ?? {}
  expect(Object.keys(words).filter((name) => titles[name] === undefined)).toEqual([])
  const wrong = Object.entries(words).filter(([name, spelling]) => {
    const han = (titles[name] ?? '').replace(/[^\p{Script=Han}]/gu, '')
    return spellingOf(titles[name] ?? '', spelling).spelled.length !== han.length
  })
  expect(wrong).toEqual([])
})

test('what stands behind the bar is another name, and without Han characters everything is', () => {
  expect(spellingOf('API 密钥', 'mi yao|token')).toEqual({ spelled: ['mi', 'yao'], also: 'token' })
  expect(spellingOf('API keys', 'mi yao|token')).toEqual({ spelled: [], also: 'mi yao token' })
})
