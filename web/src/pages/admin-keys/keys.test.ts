import { expect, test } from 'vitest'
import { KEY_RISKS } from '../../../../src/contract/admin-keys.ts'
import { parseSearch } from '../../lib/search-params.ts'
import { filterQuery, isFiltered, readFilter, RISK_ORDER } from './keys.ts'

test('the filter is what the address names and knows', () => {
  const filter = readFilter(parseSearch('q=%20ci%20&status=active&status=revoked&risk=no_limit&user=u1&key=k1'))
  expect(filterQuery(filter)).toEqual({ q: 'ci', status: ['active'], risk: ['no_limit'], user: ['u1'] })
  expect(isFiltered(filter)).toBe(true)
})

test('an open drawer filters nothing', () => {
  const filter = readFilter(parseSearch('key=k1&tab=limits'))
  expect(isFiltered(filter)).toBe(false)
  expect(filterQuery(filter)).toEqual({})
})

test('every risk has its place', () => {
  expect(RISK_ORDER.toSorted()).toEqual(KEY_RISKS.toSorted())
})
