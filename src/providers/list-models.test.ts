import { expect, test } from 'vitest'
import { modelNames } from './list-models.ts'

test('names are read from the list of every dialect', () => {
  expect(modelNames({ object: 'list', data: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] })).toEqual(['a', 'b'])
  expect(modelNames({ data: [{ type: 'model', id: 'claude' }], has_more: false })).toEqual(['claude'])
  expect(modelNames({ models: [{ name: 'models/gemini' }] })).toEqual(['gemini'])
  expect(modelNames([{ id: 'bare' }])).toEqual(['bare'])
})

test('what is no list of models gives no names', () => {
  for (const value of [null, 'text', 7, {}, { data: 'x' }, { data: [null, 1, {}, { id: 5 }, { id: '' }] }]) {
    expect(modelNames(value)).toEqual([])
  }
})
