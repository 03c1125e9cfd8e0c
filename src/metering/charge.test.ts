import { expect, test } from 'vitest'
import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { RequestRecord } from '../core/records.ts'
import { NO_USAGE } from '../core/usage.ts'
import { ATTEMPT, RECORD } from './journal/test-journal.ts'
import { type Charge, createLedger } from './ledger.ts'
import { askFor, limitOf, PAYER, testLimits } from './limits/test-limits.ts'

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

/** A ledger with a limit of one request, over a book that keeps its lines, also while it fails to write them. */
function stage() {
  const lines: RequestRecord[] = []
  const book = {
    ready: true,
    fails: false,
    admit: () => Promise.reject(new Error('nothing is admitted here')),
    meter: () => undefined,
    settle: async (record: RequestRecord) => {
      lines.push(record)
      if (book.fails) throw new GatewayError('not_ready')
    },
  }
  const { limits, replace } = testLimits({
    limits: [
      limitOf({ metric: 'requests', max: 1n }),
      limitOf({ id: 'l2', subject: 'provider', subjectId: 'p1', max: 9000n }),
    ],
    accounts: [{ userId: 'u1', credit: 5000n, spent: 0n }],
  })
  limits.parked.park('r1', { payer: PAYER, providerId: 'p1', credentialId: 'c1', cost: 3000n, tokens: 9n })
  const account = () => {
    const { spent, held } = limits.accountOf('u1') ?? {}
    return [spent, held, limits.check()]
  }
  const ofProvider = () => limits.stateOf('provider', 'p1').map(({ used }) => used)
  const ledger = createLedger(book, async () => ({ input: 0, output: 0 }), limits)
  return { lines, account, ofProvider, replace, book, ledger }
}

test('what is over already is booked in one line, with its cost', async () => {
  const { lines, ledger, account, ofProvider } = stage()
  await using charging = ledger
  const charged = charging.charge(CHARGE)
  expect(account(), 'it counts at once, instead of what was held').toEqual([2000n, 0n, null])
  await charged
  expect(account()).toEqual([2000n, 0n, null])
  expect(ofProvider()).toEqual([2000n])
  const told = {
    id: 'r1',
    totalMs: 0,
    costNanos: 2000n,
    upstreamCostNanos: 2000n,
    status: 'succeeded',
    usageSource: 'upstream',
  }
  expect(lines).toEqual([expect.objectContaining(told)])
  expect(charging.open).toBe(0)
})

test('what a limit stands against is not booked at all, so that it still can be', async () => {
  const { lines, ledger, account, replace } = stage()
  await using charging = ledger
  await charging.charge({ ...CHARGE, admitted: { ...CHARGE.admitted, id: 'r2' } })
  await expect(charging.charge(CHARGE)).rejects.toThrow(GatewayError)
  expect(lines).toHaveLength(1)
  expect(account(), 'and is held as long').toEqual([2000n, 3000n, null])
  replace({ accounts: [{ userId: 'u1', credit: 5000n, spent: 0n }] })
  await charging.charge(CHARGE)
  expect(account()).toEqual([4000n, 0n, null])
})

test('nothing is charged while the journal takes nothing', async () => {
  const { lines, book, ledger } = stage()
  await using charging = ledger
  book.ready = false
  await expect(charging.charge(CHARGE)).rejects.toMatchObject({ code: 'not_ready' })
  expect(lines).toEqual([])
})

test('what is counted while the journal fails stays counted, as its line is written later', async () => {
  const { book, ledger, account, ofProvider } = stage()
  await using charging = ledger
  book.fails = true
  await expect(charging.charge(CHARGE)).rejects.toMatchObject({ code: 'not_ready' })
  expect(account()).toEqual([2000n, 0n, null])
  expect(ofProvider()).toEqual([2000n])
})

test('who tries again before the row is stored books the same row, and nothing counts twice', async () => {
  const { lines, book, ledger, account, ofProvider } = stage()
  await using charging = ledger
  book.fails = true
  await expect(charging.charge(CHARGE)).rejects.toThrow(/not ready/)
  const { outcome } = CHARGE
  const more = {
    ...outcome,
    delivered: outcome.delivered && { ...outcome.delivered, usage: { ...NO_USAGE, input: 2000 } },
  }
  const again = { ...CHARGE, outcome: more }
  await expect(charging.charge(again), 'the limit of one request that it has used up itself').rejects.toThrow(
    /not ready/,
  )
  book.fails = false
  await charging.charge(again)
  expect(lines.map(({ id, costNanos }) => [id, costNanos])).toEqual(Array(3).fill(['r1', 2000n]))
  expect(account()).toEqual([2000n, 0n, null])
  expect(ofProvider()).toEqual([2000n])
})
