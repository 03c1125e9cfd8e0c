import fc from 'fast-check'
import { expect, test } from 'vitest'
import { many, one, parseSearch, stringifySearch } from './search-params.ts'

test('a repeated key is a list', () => {
  expect(parseSearch('?model=a&model=b%20c&q=x')).toEqual({ model: ['a', 'b c'], q: 'x' })
})

test('values stay text, whatever they look like', () => {
  expect(parseSearch('?page=2&live=true&x=null&y=%7B%7D')).toEqual({ page: '2', live: 'true', x: 'null', y: '{}' })
})

test('what is written is read again', () => {
  const value = fc.string({ minLength: 1 })
  const search = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,6}$/),
    fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 4 })),
  )
  fc.assert(
    fc.property(search, (given) => {
      expect(parseSearch(stringifySearch(given))).toEqual({ ...given })
    }),
  )
})

test('one and many read a key that is there once, often or never', () => {
  const search = parseSearch('?a=1&b=2&b=3')
  expect([one(search, 'a'), one(search, 'b'), one(search, 'c')]).toEqual(['1', '2', undefined])
  expect([many(search, 'a'), many(search, 'b'), many(search, 'c')]).toEqual([['1'], ['2', '3'], []])
})
