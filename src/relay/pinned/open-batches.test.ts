import { expect, test } from 'vitest'
import type { Pin } from '../../core/pin.ts'
import { limitOf, testLimits } from '../../metering/limits/test-limits.ts'
import { CALLER } from '../routing/test-targets.ts'
import { billIdOf } from './bill-batch.ts'
import { parkOpenBatches, writable } from './open-batches.ts'

const batchOf = (id: string, costNanos: bigint | null, over: Partial<Pin> = {}): Pin => ({
  id,
  kind: 'batch',
  userId: CALLER.userId,
  keyId: CALLER.id,
  providerId: 'p1',
  endpointId: 'e1',
  credentialId: 'c1',
  model: 'm1',
  size: null,
  expected: costNanos === null ? null : { input: 3, output: 4, costNanos },
  multiplierMicros: null,
  createdAt: 0,
  billedAt: null,
  ...over,
})

/** A start of a gateway that finds these batches, in pages of two. */
async function startWith(pins: readonly Pin[]) {
  const { limits } = testLimits({
    limits: [
      limitOf({ id: 'group', subject: 'group', subjectId: 'g2' }),
      limitOf({ id: 'provider', subject: 'provider', subjectId: 'p1', metric: 'tokens' }),
    ],
    accounts: [{ userId: CALLER.userId, credit: 100n, spent: 0n }],
  })
  const starting = {
    limits,
    directory: { keyById: (id: string) => (id === CALLER.id ? CALLER : undefined) },
    pins: {
      unbilled: async (after?: Pin) => {
        const from = after ? pins.indexOf(after) + 1 : 0
        return pins.slice(from, from + 2)
      },
      termsOf: async () => ({ groupId: 'g2', multiplierMicros: 1_000_000n }),
    },
  }
  await parkOpenBatches(starting)
  await parkOpenBatches(starting)
  return limits
}

test('every batch that is not charged is held for again, by its owner’s group where its key is gone, and what is not known is not', async () => {
  const pins = [batchOf('a', 5n), batchOf('b', null), batchOf('c', 7n, { keyId: 'gone' }), batchOf('d', 9n)]
  const limits = await startWith(pins)
  const heldOf = (subject: 'group' | 'provider', id: string) => limits.stateOf(subject, id).map(({ held }) => held)
  expect(limits.accountOf(CALLER.userId)?.held).toBe(21n)
  expect([heldOf('group', 'g2'), heldOf('provider', 'p1'), limits.check()]).toEqual([[7n], [21n], null])
  for (const pin of pins) limits.parked.release(billIdOf(pin))
  expect([limits.accountOf(CALLER.userId)?.held, limits.check()]).toEqual([0n, null])
})

test('no amount is written down that a column does not take', () => {
  expect([writable(5n), writable(10n ** 30n)]).toEqual([5n, 10n ** 18n])
})
