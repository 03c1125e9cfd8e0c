import { expect, test } from 'vitest'
import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { RequestRecord } from '../core/records.ts'
import { NO_USAGE } from '../core/usage.ts'
import { ATTEMPT, RECORD } from './journal/test-journal.ts'
import { type Charge, createLedger } from './ledger.ts'
import { askFor, limitOf, testLimits } from './limits/test-limits.ts'

const price = { version: 'v1', rates: { input: 2_000_000n }, tiers: [] }
const CHARGE: Charge = {
  admitted: { ...RECORD, id: 'r1', inputTokens: 0 },
  asking: askFor(0, 0),
  trail: {
    model: { id: 'm1', price } as unknown as ModelEntry,
    target: {
      provider: { id: 'p1', multiplierMicros: 1_000_000n },
      endpoint: { id: 'e1' },
      credential: { id: 'c1' },
    } as unknown as TargetEntry,
    attempts: [{ ...ATTEMPT }],
  },
  outcome: {
    end: 'complete',
    httpStatus: 200,
    errorClass: null,
    errorMessage: null,
    delivered: {
      usage: { ...NO_USAGE, input: 1000 },
      usageRaw: null,
      model: null,
      pieces: 0,
      terminal: true,
    },
  },
}

/** A ledger with a limit of one request, over a book that keeps its lines or takes none. */
function stage({ refuses = false } = {}) {
  const lines: RequestRecord[] = []
  const book = {
    ready: true,
    admit: () => Promise.reject(new Error('nothing is admitted here')),
    meter: () => undefined,
    settle: async (record: RequestRecord) => {
      if (refuses) throw new GatewayError('not_ready')
      lines.push(record)
    },
  }
  const { limits } = testLimits({ limits: [limitOf({ metric: 'requests', max: 1n })] })
  return { lines, ledger: createLedger(book, async () => ({ input: 0, output: 0 }), limits) }
}

test('what is over already is booked in one line, with its cost', async () => {
  const { lines, ledger } = stage()
  await using charging = ledger
  await charging.charge(CHARGE)
  const told = { id: 'r1', costNanos: 2000n, upstreamCostNanos: 2000n, status: 'succeeded', usageSource: 'upstream' }
  expect(lines).toEqual([expect.objectContaining(told)])
  expect(charging.open).toBe(0)
})

test('what a limit stands against is not booked at all, so that it still can be', async () => {
  const { lines, ledger } = stage()
  await using charging = ledger
  await charging.charge(CHARGE)
  await expect(charging.charge(CHARGE)).rejects.toThrow(GatewayError)
  expect(lines).toHaveLength(1)
})

test('what the journal cannot take is not counted either', async () => {
  const { ledger } = stage({ refuses: true })
  await using charging = ledger
  for (let n = 0; n < 2; n += 1) await expect(charging.charge(CHARGE)).rejects.toThrow(/not ready/)
})
