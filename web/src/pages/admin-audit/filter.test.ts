import { expect, test } from 'vitest'
import { parseSearch } from '../../lib/search-params.ts'
import { filterQuery, readFilter } from './filter.ts'

test('an address without filters asks for everything', () => {
  expect(filterQuery(readFilter({}))).toEqual({})
})

test('what an address filters by is what the server is asked', () => {
  const search = parseSearch(
    '?q=%20x%20&actor=a&actor=b&target_id=t&action=key.&action=user.&target=key&outcome=refused',
  )
  expect(filterQuery(readFilter(search))).toEqual({
    q: 'x',
    actor: ['a', 'b'],
    target_id: 't',
    action: ['user.', 'key.'],
    target: ['key'],
    outcome: ['refused'],
  })
})

test('values nobody knows are not asked for', () => {
  expect(filterQuery(readFilter({ action: 'nothing.', target: 'x', outcome: 'maybe' }))).toEqual({})
})
