import { expect, test } from 'vitest'
import { diffOf } from './field-diff.ts'

test('only what differs is told, by its path, and lists of words in one', () => {
  const before = { name: 'a', endpoints: [{ url: 'x', port: 1 }], tags: [] }
  const after = { name: 'a', endpoints: [{ url: 'y', port: 1 }], tags: ['x', 'y'] }
  expect(diffOf(before, after)).toEqual({
    changed: [
      { path: 'endpoints[0].url', before: 'x', after: 'y' },
      { path: 'tags', before: [], after: ['x', 'y'] },
    ],
    same: 2,
  })
})

test('what a change does not mention stays as it was, within lists too, and what a list lost is gone', () => {
  const before = { name: 'a', note: 'n', keys: [{ name: 'one', last4: 'f00d' }, { name: 'two' }] }
  expect(diffOf(before, { note: 'm', keys: [{ name: 'one' }] })).toEqual({
    changed: [
      { path: 'note', before: 'n', after: 'm' },
      { path: 'keys[1].name', before: 'two', after: undefined },
    ],
    same: 3,
  })
  expect(diffOf(before, {}).changed).toEqual([])
})

test('what was made had no field before, and what is gone has none after', () => {
  expect(diffOf(null, { on: false })).toEqual({ changed: [{ path: 'on', before: undefined, after: false }], same: 0 })
  expect(diffOf({ on: null }, null)).toEqual({ changed: [{ path: 'on', before: null, after: undefined }], same: 0 })
})

test('an act without details has no fields', () => {
  expect(diffOf(null, null)).toEqual({ changed: [], same: 0 })
  expect(diffOf({}, undefined)).toEqual({ changed: [], same: 0 })
})

test('what is told whole is compared as it is told', () => {
  const wholes = (path: string) => (path === 'limits' ? (value: unknown) => (value as { max: number }[])[0]?.max : null)
  const before = { limits: [{ max: 5, used: 3 }] }
  expect(diffOf(before, { limits: [{ max: 5 }] }, wholes)).toEqual({ changed: [], same: 1 })
  expect(diffOf(before, { limits: [] }, wholes).changed).toEqual([{ path: 'limits', before: 5, after: undefined }])
})
