import { expect, test } from 'vitest'
import { translator } from './translate.ts'

const zh = { a: { b: '你好，{{name}}' }, rows_other: '共 {{count}} 行', plain: '空' } as const
const en = {
  a: { b: 'Hello, {{name}}' },
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
  plain: 'empty',
} as const

test('a key leads into its group and values stand in the braces', () => {
  expect(translator<typeof zh>(zh, 'zh-CN')('a.b', { name: '<林>' })).toBe('你好，<林>')
})

test('a count chooses the form of its language', () => {
  const t = translator<typeof zh>(en, 'en')
  expect([t('rows', { count: 1 }), t('rows', { count: 2 }), t('rows', { count: 0 })]).toEqual([
    '1 row',
    '2 rows',
    '0 rows',
  ])
  expect(translator<typeof zh>(zh, 'zh-CN')('rows', { count: 1 })).toBe('共 1 行')
})

test('a value that was forgotten and a key that is missing stay visible', () => {
  const t = translator(en, 'en') as (key: string) => string
  expect([t('a.b'), t('nowhere.at')]).toEqual(['Hello, {{name}}', 'nowhere.at'])
})
