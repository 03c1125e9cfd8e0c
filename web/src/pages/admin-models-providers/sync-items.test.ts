import { expect, test } from 'vitest'
import type { Model } from '../../../../src/contract/models.ts'
import type { Reference } from '../../../../src/contract/references.ts'
import type { Probes, Provider } from '../../../../src/contract/providers.ts'
import { addedOf, factItems, isPickedAtFirst, priceItems, removedOf } from './sync-items.ts'

const model = (id: string, facts: Partial<Model> = {}) => ({ id, aliases: [], ...facts }) as unknown as Model
const provider = (id: string, routes: { model: string; upstream_name: string; enabled: boolean }[]) =>
  ({ id, name: id, status: 'active', routes }) as unknown as Provider
const route = (name: string, enabled = true) => ({ model: name, upstream_name: name, enabled })
const probes = (listed: string[][], routed: string[] = []): Probes => ({
  ok: true,
  results: listed.map((models) => ({
    dialect: 'openai',
    base_url: 'https://a.example',
    ok: true,
    http_status: 200,
    ms: 1,
    detail: null,
    models,
  })),
  models: [...new Set(listed.flat())].map((id) => ({ id, known: true, priced: true, routed: routed.includes(id) })),
})

test('what is listed and not mapped is new, and told apart by whether the catalogue has it', () => {
  const found = addedOf(provider('a', []), probes([['old', 'new', 'nick']], ['old']), [
    model('other', { aliases: ['nick'] }),
  ])
  expect(found.map((one) => [one.model, one.exists])).toEqual([
    ['new', false],
    ['nick', true],
  ])
})

test('what is mapped, on and no longer listed is gone; whether another provider has it is told', () => {
  const asked = provider('a', [route('kept'), route('gone'), route('alone'), route('off', false)])
  const other = provider('b', [route('gone'), route('alone', false)])
  const found = removedOf(asked, probes([['kept']]), [asked, other])
  expect(found.map((one) => [one.model, one.last])).toEqual([
    ['gone', false],
    ['alone', true],
  ])
})

test('where some endpoint lists nothing, nothing is called gone', () => {
  const asked = provider('a', [route('gone')])
  expect(removedOf(asked, probes([['other'], []]), [asked])).toEqual([])
})

test('facts are compared with what the catalogue knows, and with nothing it does not know', () => {
  const reference: Reference = {
    model: 'm',
    source: null,
    price: null,
    context: 1000,
    max_output: null,
    abilities: ['vision', 'tools'],
  }
  const own = model('m', { context: 500, max_output: 7, abilities: ['tools'] })
  expect(factItems(own, reference).map((one) => [one.fact, one.after])).toEqual([
    ['context', 1000],
    ['abilities', ['vision', 'tools']],
  ])
  expect(factItems({ ...own, context: 1000, abilities: ['tools', 'vision'] }, reference)).toEqual([])
})

test('only prices that follow the catalogue are picked from the start', () => {
  const change = { model: 'm', kind: 'changed' as const, effective_from: null, rates: [] }
  const [own] = priceItems([change], ['m'])
  const [followed] = priceItems([change], [])
  expect([own, followed].map((item) => item && isPickedAtFirst(item))).toEqual([false, true])
})
