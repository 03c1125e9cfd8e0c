import { expect, test } from 'vitest'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { choicesOf, readyOf, secondOf } from './choices.ts'
import { NEW_TALK } from './talk.ts'

const key = (id: string, more: Partial<ApiKey> = {}) =>
  ({ id, status: 'active', allow_models: null, ...more }) as ApiKey
const model = (id: string, more: object = {}) => ({
  id,
  display_name: id,
  vendor: '',
  kind: 'chat' as const,
  aliases: [],
  price: { tiers: [] },
  ...more,
})

const KEYS = [key('off', { status: 'disabled' }), key('k1'), key('k2', { allow_models: ['b'] })]
const MODELS = [
  model('vectors', { kind: 'embedding' }),
  model('unpriced', { price: null }),
  model('a'),
  model('b', { aliases: ['bee'] }),
]
const CHOICES = choicesOf(KEYS, MODELS)
const { setup } = NEW_TALK

test('only keys that work and models one can talk to are offered', () => {
  expect(CHOICES.keys.map(({ id }) => id)).toEqual(['k1', 'k2'])
  expect(CHOICES.models.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('what was never chosen, or is gone by now, is the first there is', () => {
  expect(readyOf(setup, CHOICES)).toMatchObject({ key: 'k1', model: 'a', second: null })
  expect(readyOf({ ...setup, key: 'off', model: 'vectors', second: 'gone' }, CHOICES)).toMatchObject({
    key: 'k1',
    model: 'a',
    second: null,
  })
})

test('where nothing was chosen it is the model the reader prefers, if it is there', () => {
  expect(readyOf(setup, CHOICES, 'bee').model).toBe('b')
  expect(readyOf({ ...setup, model: 'a' }, CHOICES, 'b').model).toBe('a')
  expect(readyOf(setup, CHOICES, 'gone').model).toBe('a')
})

test('a key has only the models it may use, and an alias is the model it means', () => {
  expect(readyOf({ ...setup, key: 'k2', model: 'a' }, CHOICES).model).toBe('b')
  expect(readyOf({ ...setup, model: 'bee' }, CHOICES).model).toBe('b')
})

test('a model is compared with another one, or with itself where there is no other', () => {
  expect(secondOf(readyOf(setup, CHOICES), CHOICES)).toBe('b')
  expect(secondOf(readyOf({ ...setup, key: 'k2' }, CHOICES), CHOICES)).toBe('b')
})
