import { KeyRound } from 'lucide-react'
import { expect, test } from 'vitest'
import type { Entry, Group } from './entry.ts'
import { readAsked, resultsOf } from './results.ts'

const entry = (group: Group, title: string, more: Partial<Entry> = {}) =>
  ({ id: `${group}:${title}`, group, icon: KeyRound, title, href: '/', ...more }) as Entry

const namesOf = (entries: readonly Entry[], typed: string) =>
  resultsOf(entries, readAsked(typed)).map(({ group, results }) => [group, results.map((one) => one.entry.title)])

test.each([
  ['mi', { mode: 'all', text: 'mi' }],
  ['> mi', { mode: 'actions', text: 'mi' }],
  ['@lin', { mode: 'users', text: 'lin' }],
  [' #019', { mode: 'requests', text: '019' }],
  ['', { mode: 'all', text: '' }],
  ['》主题', { mode: 'actions', text: '主题' }],
  ['＞ ｍｉ', { mode: 'actions', text: 'mi' }],
  ['＠lin', { mode: 'users', text: 'lin' }],
  ['＃019', { mode: 'requests', text: '019' }],
])('%s is read as %o', (typed, asked) => expect(readAsked(typed)).toEqual(asked))

const ENTRIES = [
  entry('models', 'kimi-k3'),
  entry('pages', 'API 密钥', { spelled: ['mi', 'yao'] }),
  entry('actions', '创建密钥', { spelled: ['chuang', 'jian', 'mi', 'yao'] }),
  entry('models', 'mimo'),
]

test('groups keep their order, and the best of each comes first', () => {
  expect(namesOf(ENTRIES, 'mi')).toEqual([
    ['pages', ['API 密钥']],
    ['actions', ['创建密钥']],
    ['models', ['mimo', 'kimi-k3']],
  ])
})

test('behind a sign only its group is looked through', () => {
  expect(namesOf(ENTRIES, '>mi')).toEqual([['actions', ['创建密钥']]])
  expect(namesOf(ENTRIES, '@mi')).toEqual([])
})

test('what was opened lately is not shown a second time in its own group', () => {
  const lately = { ...entry('recent', 'API 密钥'), id: 'pages:API 密钥' }
  expect(namesOf([...ENTRIES, lately], '密')).toEqual([
    ['recent', ['API 密钥']],
    ['actions', ['创建密钥']],
  ])
})

test('a user the server found by something that is not shown stays, last', () => {
  const users = [entry('users', '陈默', { also: 'chen@example.com', answers: 'lin' }), entry('users', 'lin')]
  expect(namesOf(users, '@lin')).toEqual([['users', ['lin', '陈默']]])
})

test('a user that was found for another text is not an answer to this one', () => {
  const users = [entry('users', '陈默', { also: 'chen@example.com', answers: 'lin' })]
  expect(namesOf(users, '@zhao')).toEqual([])
  expect(namesOf(users, '@chen')).toEqual([['users', ['陈默']]])
})

test('no group shows more than six', () => {
  const many = Array.from({ length: 20 }, (_, n) => entry('models', `model-${n}`))
  expect(namesOf(many, 'model')[0]?.[1]).toHaveLength(6)
})
