import { expect, test } from 'vitest'
import { marginOf, roughCost, shareLeft } from './margin-estimate.ts'

const BEFORE = { input: '2', output: '10', cache_read: '0.2', tiers: [] }
const SOLD = {
  requests: 10,
  input: 1_000_000,
  cache_read: 1_000_000,
  cache_write: 0,
  output: 100_000,
  cost: '6.4',
  upstream_cost: '3',
}

test('tokens cost what the base rates say, and input where a part has no rate of its own', () => {
  expect(roughCost(BEFORE, SOLD)).toBeCloseTo(3.2)
  expect(roughCost({ input: '2', output: '10', tiers: [] }, SOLD)).toBeCloseTo(5)
  expect(roughCost({ ...BEFORE, per_request: '0.1' }, SOLD)).toBeCloseTo(4.2)
})

test('what was charged changes in the proportion of the prices, factors of groups included', () => {
  const after = { ...BEFORE, input: '4', output: '20', cache_read: '0.4' }
  const found = marginOf(SOLD, BEFORE, after)
  expect(found).toMatchObject({ was: 6.4, upstream: 3 })
  expect(found.becomes).toBeCloseTo(12.8)
  expect(marginOf(SOLD, BEFORE, null).becomes).toBe(0)
})

test('a price that stays leaves what was charged as it is, to the last digit', () => {
  for (const cost of ['0.05', '0.09', '0.18']) {
    expect(marginOf({ ...SOLD, cost }, BEFORE, { ...BEFORE }).becomes).toBe(Number(cost))
  }
})

test('without a price before, the new one is reckoned by itself', () => {
  expect(marginOf({ ...SOLD, cost: '0' }, null, BEFORE).becomes).toBeCloseTo(3.2)
})

test('a share is left only of something', () => {
  expect(shareLeft(4, 3)).toBe(0.25)
  expect([shareLeft(0, 3), shareLeft(4, null)]).toEqual([null, null])
})
