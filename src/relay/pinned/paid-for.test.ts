import { expect, test } from 'vitest'
import type { Parking } from '../../metering/limits/parked.ts'
import type { Outcome } from '../../metering/record.ts'
import { innerExchange } from '../inner-exchange.ts'
import { aTarget, CALLER, MODEL, testClock } from '../routing/test-targets.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import type { Making } from './create.ts'
import type { Made } from './make.ts'
import { paidFor } from './paid-for.ts'

const EXCHANGE = innerExchange(
  {
    path: '/v1/batches',
    headers: {},
    body: Buffer.alloc(0),
    ip: '',
    locale: 'en',
    reply: NO_REPLY,
    signal: new AbortController().signal,
  },
  testClock(),
)
const MAKING = {
  kind: 'batch',
  model: MODEL,
  size: 900,
  expected: { input: 100, output: 20, costNanos: null },
} as unknown as Making
const made = (status: number) =>
  ({ target: aTarget('a'), answer: { status }, bytes: Buffer.from('{"id":"batch_1"}') }) as unknown as Made

/** Makes a batch whose row no disk takes; what was noted beside the answer, and how it was to be settled. */
async function withoutDisk(status: number) {
  const noted: string[] = []
  const settled: Outcome[] = []
  const parked = new Map<string, Parking>()
  const permit = {
    expectedNanos: 60n,
    resolved: () => undefined,
    asking: () => undefined,
    tried: () => undefined,
    settle: async (outcome: Outcome) => {
      settled.push(outcome)
      throw new Error('no space left on device')
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const paying = {
    exchange: EXCHANGE,
    caller: CALLER,
    directory: { model: () => MODEL },
    ledger: { admit: async () => permit },
    limits: { paceOf: () => [], parked: { park: (id: string, parking: Parking) => parked.set(id, parking) } },
    log: { error: (event: string) => void noted.push(event) },
  } as unknown as Parameters<typeof paidFor>[2]
  return { noted, settled, parked, answer: paidFor(MAKING, async () => made(status), paying) }
}

test('what was made is told though its row cannot be written, and who looks after the gateway learns of it', async () => {
  const { answer, noted, settled, parked } = await withoutDisk(200)
  const expected = { input: 100, output: 20, costNanos: 60n }
  expect(await answer).toMatchObject({ answer: { status: 200 }, expected })
  expect([...parked.values()]).toMatchObject([{ payer: CALLER, cost: 60n, tokens: 120n, providerId: 'a' }])
  expect(noted).toEqual(['the row of a batch is not written'])
  expect(settled).toMatchObject([
    { end: 'complete', delivered: { usageRaw: '{"made":"batch_1","input":100,"output":20,"nanos":"60"}' } },
  ])
})

test('what was not made is told as what it is: a row that cannot be written', async () => {
  const { answer, noted, parked } = await withoutDisk(400)
  await expect(answer).rejects.toThrow('no space left')
  expect([noted, parked.size]).toEqual([[], 0])
})
