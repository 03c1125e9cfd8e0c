import { expect, test } from 'vitest'
import type { Limit } from '../../core/limits.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { askFor, limitOf, MODEL, PAYER, testLimits } from './test-limits.ts'

/** A batch of so many tokens at least, and so many that are expected beside them, of a model whose batches cost half a nano-dollar a token. */
function batchOf(input: number, prepaid = false, output = 0) {
  const least = { ...NO_USAGE, input }
  const size = { inputTokens: 0, maxTokens: null, answers: 1, usage: { ...least, output }, least }
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

test.each(['balance', 'limit', 'hard limit'] as const)('a batch that may cost more than is left of a %s', (budget) => {
  const { limits } = testLimits({
    limits: budget === 'balance' ? [] : [limitOf({ mode: budget === 'limit' ? 'normal' : 'hard' })],
    accounts: [{ userId: 'u1', credit: 100n, spent: 0n }],
  })
  const batch = batchOf(150, budget === 'balance', 100)
  if (budget === 'hard limit') {
    expect(() => limits.admit(batch)).toThrow()
    return
  }
  const alone = limits.admit(batch)
  expect(() => limits.admit(batchOf(2, budget === 'balance')), 'beside it nothing is let in').toThrow()
  alone.settle(null)
  const other = limits.admit(batchOf(2, budget === 'balance'))
  expect(() => limits.admit(batch), 'nor is it beside another').toThrow()
  other.settle(null)
})
