import { expect, test } from 'vitest'
import { diffOf } from './field-diff.ts'
import { pathText, type FieldPath } from './field-path.ts'

/** What differs, with paths as one writes them. */
function told(before: unknown, after: unknown, wholes?: Parameters<typeof diffOf>[2]) {
  const { changed, same } = diffOf(before, after, wholes)
  return { changed: changed.map((field) => [pathText(field.path), field.before, field.after]), same }
}

test('only what differs is told, by its path, and lists of words in one', () => {
  const before = { name: 'a', endpoints: [{ url: 'x', port: 1 }], tags: [] }
  const after = { name: 'a', endpoints: [{ url: 'y', port: 1 }], tags: ['x', 'y'] }
  expect(told(before, after)).toEqual({
    changed: [
      ['endpoints[0].url', 'x', 'y'],
      ['tags', [], ['x', 'y']],
    ],
    same: 2,
  })
})

test('what a change does not mention stays as it was, within lists too, and what a list lost is gone', () => {
  const before = { name: 'a', note: 'n', keys: [{ name: 'one', last4: 'f00d' }, { name: 'two' }] }
  expect(told(before, { note: 'm', keys: [{ name: 'one' }] })).toEqual({
    changed: [
      ['note', 'n', 'm'],
      ['keys[two]', { name: 'two' }, undefined],
    ],
    same: 3,
  })
  expect(told(before, {}).changed).toEqual([])
})

test('an element that is gone from the front of a list is one that is gone, and one that came is new', () => {
  const before = {
    credentials: [
      { id: 'c1', name: 'main', priority: 1 },
      { id: 'c2', name: 'spare', priority: 1 },
    ],
  }
  expect(told(before, { credentials: [{ id: 'c2', name: 'second', priority: 1 }, { name: 'new' }] })).toEqual({
    changed: [
      ['credentials[main]', { id: 'c1', name: 'main', priority: 1 }, undefined],
      ['credentials[spare].name', 'spare', 'second'],
      ['credentials[new].name', undefined, 'new'],
    ],
    same: 2,
  })
})

test('a list inside what names nobody else is told by what names its own elements', () => {
  const tier = (above_tokens: number, input: string) => ({ above_tokens, input })
  const before = [{ model: 'a', price: { tiers: [tier(32_000, '1'), tier(200_000, '2')] } }]
  expect(told(before, [{ model: 'a', price: { tiers: [tier(200_000, '3')] } }]).changed).toEqual([
    ['[a].price.tiers[32000]', tier(32_000, '1'), undefined],
    ['[a].price.tiers[200000].input', '2', '3'],
  ])
})

test('what was made had no field before, and what is gone has none after', () => {
  expect(told(null, { on: false })).toEqual({ changed: [['on', undefined, false]], same: 0 })
  expect(told({ on: null }, null)).toEqual({ changed: [['on', null, undefined]], same: 0 })
})

test('an act without details has no fields', () => {
  expect(told(null, null)).toEqual({ changed: [], same: 0 })
  expect(told({}, undefined)).toEqual({ changed: [], same: 0 })
})

test('what is told whole is compared as it is told', () => {
  const wholes = (path: FieldPath) =>
    path[0] === 'limits' ? (value: unknown) => (value as { max: number }[])[0]?.max : null
  const before = { limits: [{ max: 5, used: 3 }] }
  expect(told(before, { limits: [{ max: 5 }] }, wholes)).toEqual({ changed: [], same: 1 })
  expect(told(before, { limits: [] }, wholes).changed).toEqual([['limits', 5, undefined]])
})
