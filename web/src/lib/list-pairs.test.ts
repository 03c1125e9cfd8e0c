import { expect, test } from 'vitest'
import { listPairs } from './list-pairs.ts'

/** Each pair: by what it is told, and the `at` of its elements. */
const told = (before: readonly object[], after: readonly object[]) =>
  listPairs(before, after).map(({ step, ...pair }) => [
    typeof step === 'object' ? step.named : step,
    ...[pair.before, pair.after].map((one) => (one as { at?: string } | undefined)?.at),
  ])

const WAYS: readonly (readonly [about: string, one: object, other: object, names: readonly [string, string]])[] = [
  ['credentials', { id: 'c1', name: 'main' }, { id: 'c2', name: 'spare' }, ['main', 'spare']],
  ['endpoints', { id: 'e1', dialect: 'openai' }, { id: 'e2', dialect: 'gemini' }, ['openai', 'gemini']],
  ['routes', { model: 'a', upstream_name: 'a' }, { model: 'b', upstream_name: 'b-1' }, ['a', 'b']],
  ['limits', { metric: 'cost', window: 'day' }, { metric: 'cost', window: 'month' }, ['cost · day', 'cost · month']],
  ['tiers', { above_tokens: 0 }, { above_tokens: 9 }, ['0', '9']],
  ['rates', { component: 'input' }, { component: 'output' }, ['input', 'output']],
]

test.each(WAYS)('of %s the one that stays is itself when the one before it goes', (_, one, other, [first, second]) => {
  const before = [
    { ...one, at: 'first' },
    { ...other, at: 'second' },
  ]
  expect(told(before, [{ ...other, at: 'stays' }])).toEqual([
    [first, 'first', undefined],
    [second, 'second', 'stays'],
  ])
})

test('a model that has two names upstream is told by both', () => {
  const route = (upstream_name: string, at: string) => ({ model: 'm', upstream_name, at })
  expect(told([route('x', 'x'), route('m', 'm')], [route('m', 'stays')])).toEqual([
    ['m · x', 'x', undefined],
    ['m', 'm', 'stays'],
  ])
})

test('two of one name are told by their ids', () => {
  const row = (id: string) => ({ id, name: 'main', at: id })
  expect(told([row('c1'), row('c2')], [row('c2')])).toEqual([
    ['c1', 'c1', undefined],
    ['c2', 'c2', 'c2'],
  ])
})

test('rows that are sent without their ids are found by the next best', () => {
  expect(told([{ id: 'r1', model: 'a', at: 'was' }], [{ model: 'a', at: 'is' }])).toEqual([['a', 'was', 'is']])
})

test('where nothing names all elements, their places do', () => {
  expect(told([{ at: 'x' }, { at: 'y' }], [{ at: 'y' }])).toEqual([
    [0, 'x', 'y'],
    [1, 'y', undefined],
  ])
})
