import { expect, test } from 'vitest'
import {
  BUILT_IN,
  BUILT_IN_OF,
  fitting,
  fromStored,
  isSameView,
  patchFor,
  toStored,
  viewOf,
  withoutTime,
} from './views.ts'

const address = { tab: 'requests', req: 'r1', live: '1', range: '7d', model: ['a', 'b'], min_cost: '0.1', cols: 'at' }

test('a view keeps filters, time and columns, and nothing that is open or live', () => {
  expect(viewOf(address, 'requests')).toEqual({ range: '7d', model: ['a', 'b'], min_cost: '0.1', cols: 'at' })
  expect(withoutTime(viewOf(address, 'requests'))).toEqual({ model: ['a', 'b'], min_cost: '0.1', cols: 'at' })
})

test('what is stored reads back as it was, and says no more than a view may', () => {
  const stored = toStored('mine', address, 'requests')
  expect(stored).toEqual({ name: 'mine', search: '?range=7d&model=a&model=b&min_cost=0.1&cols=at' })
  expect(fromStored(stored)).toEqual({ search: viewOf(address, 'requests'), place: 'requests' })
  expect(fromStored({ name: 'odd', search: '?tab=overview&req=x&model=a&q=b' })).toEqual({
    search: { model: 'a' },
    place: 'overview',
  })
})

test('a view of the figures keeps how they are grouped, and is told from one of the list', () => {
  const figures = { by: 'user', within: 'key', metric: 'margin', endpoint: 'e1', sort: '-cost', q: 'x' }
  const stored = toStored('mine', figures, 'overview')
  expect(stored.search).toBe('?tab=overview&endpoint=e1&by=user&metric=margin&within=key')
  expect(fromStored(stored)).toEqual({
    search: { by: 'user', within: 'key', metric: 'margin', endpoint: 'e1' },
    place: 'overview',
  })
  expect(patchFor({ by: 'user' }, 'overview')).toMatchObject({ by: 'user', metric: null, within: null })
  expect(patchFor({}, 'requests')).not.toHaveProperty('by')
  for (const name of BUILT_IN_OF.overview) {
    expect(viewOf(BUILT_IN[name], 'overview'), `all of ${name} is of the figures`).toEqual(BUILT_IN[name])
  }
})

test('views are the same whatever the order of their values', () => {
  expect(isSameView({ model: ['a', 'b'] }, { model: ['b', 'a'] })).toBe(true)
  expect(isSameView({ model: 'a' }, { model: ['a'] })).toBe(true)
  expect(isSameView({ model: 'a' }, {})).toBe(false)
})

test('a view takes every other filter away, and the time only when it names one', () => {
  const patch = patchFor(BUILT_IN.failed, 'requests')
  expect(patch).toMatchObject({ status: ['failed', 'refused'], model: null, q: null, min_cost: null, cols: null })
  expect(patch).not.toHaveProperty('range')
  expect(patchFor({ range: '7d' }, 'requests')).toMatchObject({ range: '7d', from: null, to: null })
})

test('what is gone is left out by name, and the rest of the view stays', () => {
  const view = { model: ['a', 'old'], key: 'k-gone', cols: ['at', 'mood'], status: 'failed' }
  expect(fitting(view, { model: ['a'], key: ['k1'], cols: ['at', 'cost'] })).toEqual({
    view: { model: ['a'], cols: ['at'], status: 'failed' },
    gone: ['old', 'k-gone', 'mood'],
  })
  expect(fitting(view, {})).toEqual({ view, gone: [] })
})
