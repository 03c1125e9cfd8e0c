import { expect, test } from 'vitest'
import type { Strategy } from '../../core/routing.ts'
import { createDirectory } from '../directory.ts'
import { createRouting } from './routing.ts'
import { survey } from './survey.ts'
import { ASKING, aTarget, MODEL, POLICY, testClock } from './test-targets.ts'

const cost = (multiplierMicros: bigint) => ({ provider: { multiplierMicros } })
const targets = [aTarget('dear', { ...cost(2_000_000n), weight: 9 }), aTarget('cheap', cost(500_000n))]

test('a model without a strategy of its own follows the operator’s default at once, one that has one does not', () => {
  let strategy: Strategy = 'priority'
  const directory = createDirectory()
  directory.replace({ keys: [], models: [MODEL], targets, limits: [], accounts: [], limitUse: [] })
  const routing = createRouting({
    clock: testClock(),
    translates: () => false,
    saved: () => undefined,
    admitsTarget: () => null,
    policy: () => ({ ...POLICY, strategy }),
  })
  const order = (own: Strategy | null) => {
    const asked = { protocol: 'openai-chat', stream: false, allowProviders: null, ...ASKING } as const
    const found = survey({ ...MODEL, strategy: own }, asked, { ...routing, directory, dice: () => 0.5 })
    return found.kept.map(({ target }) => target.provider.id)
  }
  expect(order(null)).toEqual(['dear', 'cheap'])
  strategy = 'lowest_cost'
  expect(order(null)).toEqual(['cheap', 'dear'])
  expect(order('priority')).toEqual(['dear', 'cheap'])
})
