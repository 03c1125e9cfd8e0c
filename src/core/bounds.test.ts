import { expect, test } from 'vitest'
import { allows, modelsWithin } from './bounds.ts'

const ALL = ['a', 'b', 'c']

test.each([
  ['nothing bounds them', [null, null, null], [], null],
  ['the key names some', [['a'], null, null], [], ['a']],
  ['the account names some', [null, ['b', 'c'], null], [], ['b', 'c']],
  [
    'key, account and group each name some',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
    ],
    [],
    ['b'],
  ],
  ['they have none in common', [['a'], ['b'], null], [], []],
  ['the account leaves one out of all', [null, null, null], ['b'], ['a', 'c']],
  ['the account leaves one out of the key’s', [['a', 'b'], null, null], ['b'], ['a']],
  ['what is left out is not there', [null, null, null], ['gone'], ALL],
])('where %s, the models are what all of them allow', (_, lists, denied, expected) => {
  expect(modelsWithin(lists, denied, ALL)).toEqual(expected)
})

test('null allows everything, an empty list nothing', () => {
  expect([allows(null, 'a'), allows(['a'], 'a'), allows(['b'], 'a'), allows([], 'a')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
