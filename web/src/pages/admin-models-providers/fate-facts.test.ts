import { expect, test } from 'vitest'
import type { RoutingFate } from '../../../../src/contract/routing.ts'
import { fullOf, partsOf } from './fate-facts.ts'

const fate = (facts: object) => facts as RoutingFate

test('a candidate tells what its strategy orders by, and nothing that counts for nothing there', () => {
  const fresh = fate({ answered_at: null })
  expect(partsOf(fresh, 'priority')).toEqual(['priority', 'credential_priority', 'protocol', 'weight'])
  expect(partsOf(fresh, 'weighted')).toEqual(['protocol', 'weight'])
  expect(partsOf(fresh, 'lowest_cost')).toContain('cost')
  expect(partsOf(fresh, 'lowest_latency')).toContain('latency')
  expect(partsOf(fate({ answered_at: '2026-11-27T00:00:00.000Z' }), 'weighted')).toContain('affinity')
})

test('what is full is told with its own number, and nothing where neither is', () => {
  const busy = (endpoint: [number, number | null], credential: [number, number | null]) =>
    fullOf(
      fate({
        endpoint: { in_flight: endpoint[0], max_concurrency: endpoint[1] },
        credential: { in_flight: credential[0], limit: credential[1] },
      }),
    )
  expect(busy([4, 4], [1, 8])).toEqual({ used: 4, limit: 4 })
  expect(busy([4, 9], [2, 2])).toEqual({ used: 2, limit: 2 })
  expect(busy([4, null], [1, 8])).toBeNull()
  expect(busy([0, null], [0, null])).toBeNull()
})
