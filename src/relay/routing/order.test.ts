import { expect, test } from 'vitest'
import type { Candidate } from './candidates.ts'
import { inOrder, type Ordering, sharesOf, weighed } from './order.ts'
import { aTarget } from './test-targets.ts'

/** A way of a provider, by a credential of its own. */
const way = (provider: string, name: string, weights: { weight?: number; of?: number; priority?: number } = {}) => ({
  target: aTarget(name, {
    weight: weights.weight ?? 1,
    provider: { id: provider },
    credential: { weight: weights.of ?? 1, priority: weights.priority ?? 1 },
  }),
  protocol: 'openai-chat' as const,
})
const latencyMs = (): number | undefined => undefined
const ordering: Ordering = { own: 'openai-chat', dice: () => 0.5, strategy: 'priority', latencyMs }

/** How often each provider and each credential is asked first, of so many requests. */
function firsts(candidates: readonly Candidate[], times = 20_000): Record<string, number> {
  const counts: Record<string, number> = {}
  let seed = 1
  // A dice that falls the same in every run (Park and Miller, 1988).
  const dice = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  for (let n = 0; n < times; n += 1) {
    const target = inOrder(candidates, { ...ordering, dice })[0]?.target
    for (const name of [target?.provider.id ?? '', target?.credential.id ?? ''])
      counts[name] = (counts[name] ?? 0) + 1 / times
  }
  return counts
}

test('a provider has the share of its weight, however many credentials it has, and they share that by theirs', () => {
  const three = [way('three', 'a'), way('three', 'b'), way('three', 'c', { of: 2 })]
  const even = firsts([...three, way('one', 'd')])
  expect(even['three']).toBeCloseTo(0.5, 1.5)
  expect(even['one']).toBeCloseTo(0.5, 1.5)
  expect(even['a-credential']).toBeCloseTo(0.125, 1.5)
  expect(even['c-credential']).toBeCloseTo(0.25, 1.5)
  const heavier = firsts([...three, way('one', 'd', { weight: 3 })])
  expect(heavier['one']).toBeCloseTo(0.75, 1.5)
})

test('credentials of another priority are no part of what the first ones share', () => {
  const spare = way('two', 'spare', { priority: 2 })
  const shares = sharesOf(weighed([way('two', 'main'), spare, way('one', 'd')], ordering))
  expect([...shares.values()]).toEqual([0.5, 1, 0.5])
})

test('without priorities the weights of providers alone tell them apart', () => {
  const ways = [way('two', 'main'), way('two', 'spare', { priority: 2, of: 3 }), way('one', 'd', { weight: 4 })]
  const shares = sharesOf(weighed(ways, { ...ordering, strategy: 'weighted' }))
  expect([...shares.values()]).toEqual([0.05, 0.15, 0.8].map((share) => expect.closeTo(share, 9)))
})

test('whoever has not been measured goes before the quickest', () => {
  const [quick, unknown] = [way('quick', 'quick', { weight: 9 }), way('unknown', 'unknown')]
  const measured = (one: Candidate) => (one === quick ? 0.5 : undefined)
  const latency: Ordering = { ...ordering, strategy: 'lowest_latency', latencyMs: measured }
  expect(inOrder([quick, unknown], latency)).toEqual([unknown, quick])
})
