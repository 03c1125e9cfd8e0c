import { expect, test } from 'vitest'
import { NO_USAGE } from '../core/usage.ts'
import { costNanos } from './cost.ts'
import { multiplied } from './multiplied.ts'

test('what is sold by the piece costs whole nano-dollars once it is multiplied, as it is shown', () => {
  const price = {
    rates: { input: 1n, requests: 7_000_000n },
    tiers: [{ aboveTokens: 9, rates: { searches: 5_000_000n } }],
    services: [{ service: 'flex' as const, aboveTokens: 0, rates: { output: 3n, requests: 0n } }],
  }
  const twice = multiplied(price, 1_500_000n)
  expect(twice).toEqual({
    rates: { input: 2n, requests: 11_000_000n },
    tiers: [{ aboveTokens: 9, rates: { searches: 8_000_000n } }],
    services: [{ service: 'flex', aboveTokens: 0, rates: { output: 5n, requests: 0n } }],
  })
  const cost = costNanos({ ...NO_USAGE, requests: 2 }, { version: 'v', ...twice }, 1_000_000n)
  expect(cost).toBe(22n)
})
