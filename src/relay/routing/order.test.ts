import { expect, test } from 'vitest'
import type { Candidate } from './candidates.ts'
import { inOrder } from './order.ts'
import { aTarget } from './test-targets.ts'

const candidate = (name: string, weight: number, credentialWeight: number): Candidate => ({
  target: aTarget(name, { weight, credential: { weight: credentialWeight } }),
  protocol: 'openai-chat',
})
const byDice = { own: 'openai-chat', dice: () => 0.5 } as const

test('a candidate weighs what its offer and its credential weigh together', () => {
  const [light, heavy] = [candidate('light', 5, 1), candidate('heavy', 2, 3)]
  const latencyMs = () => undefined
  expect(inOrder([light, heavy], { ...byDice, strategy: 'priority', latencyMs })).toEqual([heavy, light])
})

test('whoever has not been measured goes before the quickest', () => {
  const [quick, unknown] = [candidate('quick', 9, 1), candidate('unknown', 1, 1)]
  const latencyMs = (one: Candidate) => (one === quick ? 0.5 : undefined)
  expect(inOrder([quick, unknown], { ...byDice, strategy: 'lowest_latency', latencyMs })).toEqual([unknown, quick])
})
