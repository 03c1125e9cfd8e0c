import { expect, test } from 'vitest'
import type { RoutingFate } from '../../../../src/contract/routing.ts'
import { partsOf } from './fate-facts.ts'

const fate = (facts: object) => facts as RoutingFate

test('a candidate tells what its strategy orders by, and nothing that counts for nothing there', () => {
  const fresh = fate({ answered_at: null })
  expect(partsOf(fresh, 'priority')).toEqual(['priority', 'credential_priority', 'protocol', 'weight'])
  expect(partsOf(fresh, 'weighted')).toEqual(['protocol', 'weight'])
  expect(partsOf(fresh, 'lowest_cost')).toContain('cost')
  expect(partsOf(fresh, 'lowest_latency')).toContain('latency')
  expect(partsOf(fate({ answered_at: '2026-11-27T00:00:00.000Z' }), 'weighted')).toContain('affinity')
})
