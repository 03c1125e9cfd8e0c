import { expect, test } from 'vitest'
import type { ServiceRow } from './row.ts'
import { longestOutput, withoutSlips } from './slips.ts'

const standard = { input: '100', output: '400', tiers: [{ above: 9, input: '200', output: '800' }] }
const flex = { service: 'flex', above: 0, input: '50', output: '200' } as const

test.each<[string, boolean, ...ServiceRow[]]>([
  ['eight times the standard price', true, { service: 'fast', above: 0, input: '800', output: '3200' }],
  ['more than that', false, { service: 'fast', above: 0, input: '801', output: '400' }],
  ['more than that for output', false, { service: 'fast', above: 0, input: '100', output: '3201' }],
  ['a price for input alone', false, { service: 'priority', above: 0, input: '200' }],
  ['a price for output alone', true, { service: 'batch', above: 0, output: '200' }],
  ['eight times the price of long requests', true, { service: 'fast', above: 9, input: '1600', output: '6400' }],
  ['more than that', false, { service: 'fast', above: 9, input: '1601', output: '6400' }],
  [
    'one level of two that cannot be',
    false,
    { service: 'fast', above: 0, input: '200', output: '800' },
    { service: 'fast', above: 9, input: '9000', output: '800' },
  ],
])('a service tier with %s is believed: %s', (_what, believed, ...levels) => {
  const price = withoutSlips({ ...standard, services: [flex, ...levels] })
  expect(price).toEqual({ ...standard, services: [flex, ...(believed ? levels : [])] })
})

test('without a price of output a tier needs none, and a price without tiers of service stays as it is', () => {
  const embedding = { input: '100', services: [{ service: 'batch', above: 0, input: '50' }] } as const
  expect(withoutSlips(embedding)).toEqual(embedding)
  expect(withoutSlips(standard)).toEqual(standard)
  const wrong = { service: 'priority', above: 0, input: '5000' } as const
  expect(withoutSlips({ ...standard, services: [wrong] })).toEqual(standard)
})

test('LiteLLM’s usual limit of an answer is not believed where another list has one, but for Google’s models', () => {
  const filler = { maxOutput: 8192, source: 'litellm', vendor: 'MiniMax' }
  const other = { maxOutput: 131_072, source: 'pi-ai', vendor: 'MiniMax' }
  const unknown = { ...other, maxOutput: null }
  expect(longestOutput([filler, unknown, other])).toBe(131_072)
  expect(longestOutput([filler, unknown])).toBe(8192)
  expect(longestOutput([{ ...filler, vendor: 'Google' }, other])).toBe(8192)
  expect(longestOutput([{ ...filler, maxOutput: 4096 }, other])).toBe(4096)
  expect(longestOutput([unknown])).toBeNull()
})
