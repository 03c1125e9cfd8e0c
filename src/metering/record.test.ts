import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelEntry } from '../core/directory.ts'
import { SERVICE_TIERS } from '../core/price.ts'
import { NO_USAGE } from '../core/usage.ts'
import { ATTEMPT, RECORD, TARGET } from './journal/test-journal.ts'
import { type Admitted, interruptedRecord, usedSoFar } from './record.ts'

const ADMITTED: Admitted = { ...RECORD, inputTokens: 100, multiplierMicros: 1_500_000n }

const model = {
  id: 'm1',
  price: {
    version: 'v1',
    rates: { input: 2_000_000n, output: 10_000_000n },
    tiers: [{ aboveTokens: 1000, rates: { input: 4_000_000n } }],
    services: [{ service: 'priority', aboveTokens: 0, rates: { output: 20_000_000n } }],
  },
} as unknown as ModelEntry

const tokens = fc.nat({ max: 5000 })
const told = fc.record({ input: tokens, output: tokens }).map((usage) => ({ ...NO_USAGE, ...usage, requests: 1 }))
const delivered = fc.record({
  usage: fc.option(told),
  usageRaw: fc.constant(null),
  model: fc.constant(null),
  serviceTier: fc.option(fc.constantFrom(...SERVICE_TIERS)),
  pieces: tokens,
  terminal: fc.boolean(),
})

test('what has been used so far is what the row would say if it ended now', () => {
  fc.assert(
    fc.property(delivered, fc.boolean(), (seen, priced) => {
      const by = priced ? model : null
      const row = interruptedRecord(ADMITTED, { model: by, target: TARGET, attempts: [ATTEMPT] }, seen, 5)
      expect(usedSoFar(ADMITTED, by, seen)).toEqual({ usage: row.usage, costNanos: row.costNanos })
      expect(row.costNanos > 0n).toBe(priced)
    }),
  )
})

test('of a request that nobody answered the operator pays what its attempts told, and the caller nothing', () => {
  const attempts = [3n, 4n].map((upstreamCostNanos, at) => ({ ...ATTEMPT, n: at + 1, upstreamCostNanos }))
  const row = interruptedRecord(ADMITTED, { model, target: TARGET, attempts }, null, 5)
  expect([row.costNanos, row.upstreamCostNanos]).toEqual([0n, 7n])
  expect(row.attempts).toEqual(attempts)
})
