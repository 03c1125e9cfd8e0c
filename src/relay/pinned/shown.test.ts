import { expect, test, vi } from 'vitest'
import type { Pin } from '../../core/pin.ts'
import { innerExchange } from '../inner-exchange.ts'
import { aTarget, CALLER, MODEL, testClock } from '../routing/test-targets.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import { testLimits } from '../../metering/limits/test-limits.ts'
import { createBills, type Showing, shown } from './shown.ts'

const PIN: Pin = {
  id: 'batch_1',
  kind: 'batch',
  userId: 'u1',
  keyId: 'k1',
  providerId: 'p1',
  endpointId: 'e1',
  credentialId: 'c1',
  model: MODEL.id,
  size: 100,
  expected: null,
  createdAt: 0,
  billedAt: null,
}
const FINISHED = Buffer.from(
  '{"id":"batch_1","status":"completed","usage":{"input_tokens":1000,"output_tokens":100,"total_tokens":1100}}',
)

test('a batch of which it could not be noted that it is charged is noted the next time, and charged no second time', async () => {
  const request = { path: '/', headers: {}, body: Buffer.alloc(0), ip: '', locale: 'en', reply: NO_REPLY } as const
  const charge = vi.fn(async () => undefined)
  const billed = vi.fn(async () => undefined)
  const showing = {
    exchange: innerExchange({ ...request, signal: new AbortController().signal }, testClock()),
    caller: CALLER,
    directory: { model: () => MODEL, keyById: () => CALLER },
    ledger: { charge },
    pins: { find: async () => PIN, billed, add: async () => undefined, isCharged: async () => false },
    bills: createBills(),
    limits: testLimits().limits,
    now: () => 1,
  } as unknown as Showing
  billed.mockRejectedValueOnce(new Error('the database is read-only'))
  await expect(shown(FINISHED, PIN, aTarget('a'), showing)).rejects.toThrow('read-only')
  await shown(FINISHED, PIN, aTarget('a'), showing)
  expect([charge.mock.calls.length, billed.mock.calls.length]).toEqual([1, 2])
})
