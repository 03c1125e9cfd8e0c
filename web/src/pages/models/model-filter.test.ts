import { expect, test } from 'vitest'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { bestOf, picksOf, priceStandings, toggledPick } from './compare.ts'
import { filterCount, NO_FILTER, pickModels, providersOf, readFilter, writeFilter } from './model-filter.ts'

function model(id: string, more: Partial<OfferedModel> = {}): OfferedModel {
  return {
    id,
    display_name: id.toUpperCase(),
    vendor: '',
    kind: 'chat',
    context: 200_000,
    max_output: null,
    abilities: ['tools'],
    aliases: [],
    price: { input: '3', output: '15', tiers: [] },
    protocols: ['openai-chat'],
    status: 'healthy',
    health: { availability: null, first_token_p50: null, first_token_p95: null, tokens_per_second: null, ticks: [] },
    providers: [{ id: 'p1', name: 'Acme', preset: 'custom', status: 'healthy' }],
    ...more,
  }
}

const MODELS = [
  model('sonnet', { aliases: ['claude'], context: 1_000_000, health: { ...model('').health, first_token_p50: 900 } }),
  model('cheap', {
    price: { input: '0.25', tiers: [] },
    status: 'broken',
    health: { ...model('').health, first_token_p50: 400 },
  }),
  model('embed', {
    kind: 'embedding',
    abilities: [],
    protocols: ['gemini-embed'],
    price: null,
    context: null,
    providers: [],
  }),
]
const shown = (search: Record<string, string | string[]>, spent: Record<string, string> = {}) =>
  pickModels(MODELS, readFilter(search), (id) => spent[id] ?? '0').map(({ id }) => id)

test('models are found by id, name and alias, whatever the case', () => {
  expect([shown({ q: 'CLAUDE' }), shown({ q: ' chea ' }), shown({ q: 'zzz' })]).toEqual([['sonnet'], ['cheap'], []])
})

test('each field narrows, values of one field are alternatives, and every trait must be there', () => {
  expect(shown({ provider: ['p1', 'p2'] })).toEqual(['sonnet', 'cheap'])
  expect(shown({ trait: ['tools', 'long'] })).toEqual(['sonnet'])
  expect(shown({ trait: 'embedding' })).toEqual(['embed'])
  expect(shown({ protocol: ['openai', 'gemini'] })).toEqual(['sonnet', 'cheap', 'embed'])
  expect(shown({ protocol: 'gemini' })).toEqual(['embed'])
  expect(shown({ context: '400000' })).toEqual(['sonnet'])
  expect(shown({ price: '0.5' })).toEqual(['cheap', 'embed'])
  expect(shown({ usable: '1' })).toEqual(['sonnet', 'embed'])
})

test('the order is the one asked for; what is not known comes last', () => {
  expect(shown({})).toEqual(['sonnet', 'cheap', 'embed'])
  expect(shown({ sort: 'price' })).toEqual(['embed', 'cheap', 'sonnet'])
  expect(shown({ sort: 'first' })).toEqual(['cheap', 'sonnet', 'embed'])
  expect(shown({ sort: 'mine' }, { embed: '0.5', cheap: '10' })).toEqual(['cheap', 'embed', 'sonnet'])
})

test('what the address does not know is passed over, and a filter comes back as it was written', () => {
  const nonsense = { trait: 'flying', protocol: 'morse', context: '7', price: '-1', sort: 'luck' }
  expect(filterCount(readFilter(nonsense))).toBe(0)
  const search = {
    q: 'a',
    provider: ['p1'],
    trait: ['vision', 'long'],
    protocol: ['openai'],
    context: '128000',
    price: '2',
    usable: '1',
    sort: 'price',
  }
  const written = writeFilter(readFilter(search))
  expect(written).toEqual(search)
  expect(filterCount(readFilter(search))).toBe(7)
  expect(Object.keys(NO_FILTER).toSorted()).toEqual(Object.keys(search).toSorted())
})

test('providers are counted by the models they have', () => {
  expect(providersOf(MODELS)).toEqual([{ id: 'p1', name: 'Acme', preset: 'custom', count: 2 }])
})

test('four models are compared at most, and unknown ones not at all', () => {
  expect(picksOf({ pick: ['cheap', 'gone', 'cheap'] }, MODELS).map(({ id }) => id)).toEqual(['cheap'])
  expect(toggledPick(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggledPick(['a', 'b', 'c', 'd'], 'e')).toBeNull()
})

test('the lowest price stands out, the others say how many times it they are', () => {
  const best = { best: true, ratio: null }
  expect(priceStandings(['2', '1.32', undefined])).toEqual([
    { best: false, ratio: '1.5' },
    best,
    { best: false, ratio: null },
  ])
  expect(priceStandings(['2', '2'])).toEqual(priceStandings(['1', undefined]))
  expect([bestOf([900, 400, null], 'less'), bestOf([1, 1], 'more')]).toEqual([
    [false, true, false],
    [false, false],
  ])
})
