import { expect, test } from 'vitest'
import type { Limit } from '../../core/limits.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { askFor, limitOf, MODEL, PAYER, testLimits } from './test-limits.ts'

/** A batch of so many tokens at least, of a model whose batches cost half a nano-dollar a token. */
function batchOf(input: number, prepaid = false) {
  const size = { inputTokens: 0, maxTokens: null, answers: 1, usage: { ...NO_USAGE, input }, batch: true }
  return askFor(0, null, { size, payer: prepaid ? { ...PAYER, billing: 'prepaid' } : PAYER })
}
const admitted = (asking: ReturnType<typeof askFor>, limit: Partial<Limit>) => {
  const { limits } = testLimits({
    limits: [limitOf(limit)],
    accounts: [{ userId: 'u1', credit: 100n, spent: 0n }],
  })
  try {
    limits.admit(asking).settle(null)
    return true
  } catch {
    return false
  }
}

test('a batch is let in where all that is known of it fits, at the price of batches, and nowhere else', () => {
  expect(admitted(batchOf(200), { max: 100n })).toBe(true)
  expect(admitted(batchOf(202), { max: 100n })).toBe(false)
  expect(admitted(batchOf(202), { metric: 'tokens', max: 201n })).toBe(false)
  expect(admitted(batchOf(200, true), { max: 1000n })).toBe(true)
  expect(admitted(batchOf(202, true), { max: 1000n })).toBe(false)
})

test('how fast requests may come has nothing to do with how much a batch takes', () => {
  expect(admitted(batchOf(5000), { metric: 'tokens', window: 'minute', max: 100n })).toBe(true)
})

test('its length is that of all its requests, and reaches no tier of long ones', () => {
  const rates = { input: 1_000_000n, output: 1_000_000n }
  const price = {
    version: 'v1',
    rates,
    tiers: [{ aboveTokens: 100, rates: { input: 9_000_000n, output: 9_000_000n } }],
  }
  const asking = { ...batchOf(200), model: { ...MODEL, price } }
  expect(admitted(asking, { max: 100n })).toBe(true)
})
