import { expect, test } from 'vitest'
import { diffOf } from './field-diff.ts'

test('only what differs is told, by its path', () => {
  const before = { name: 'a', limits: [{ max: '5', window: 'day' }], tags: [] }
  const after = { name: 'a', limits: [{ max: '9', window: 'day' }], tags: ['x'] }
  expect(diffOf(before, after)).toEqual({
    changed: [
      { path: 'limits[0].max', before: '5', after: '9' },
      { path: 'tags', before: '[]', after: null },
      { path: 'tags[0]', before: null, after: 'x' },
    ],
    same: 2,
  })
})

test('what was made had no field before, and what is gone has none after', () => {
  expect(diffOf(null, { on: false })).toEqual({ changed: [{ path: 'on', before: null, after: 'false' }], same: 0 })
  expect(diffOf({ on: null }, null)).toEqual({ changed: [{ path: 'on', before: '—', after: null }], same: 0 })
})

test('an act without details has no fields', () => {
  expect(diffOf(null, null)).toEqual({ changed: [], same: 0 })
  expect(diffOf({}, undefined)).toEqual({ changed: [], same: 0 })
})
