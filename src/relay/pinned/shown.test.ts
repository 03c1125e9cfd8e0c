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
  multiplierMicros: null,
  createdAt: 0,
  billedAt: null,
}
const FINISHED = Buffer.from(
  '{"id":"batch_1","status":"completed","usage":{"input_tokens":1000,"output_tokens":100,"total_tokens":1100}}',
)

/** What is shown of something, to whom a batch is charged, noted and its files given meanwhile. */
function stage({ found = PIN, isCharged = false }: { found?: Pin | null; isCharged?: boolean } = {}) {
  const request = { path: '/', headers: {}, body: Buffer.alloc(0), ip: '', locale: 'en', reply: NO_REPLY } as const
  const charge = vi.fn(async () => undefined)
  const billed = vi.fn(async () => undefined)
  const files: Partial<Pin>[] = []
  const add = async (file: Partial<Pin>) => void files.push(file)
  const { limits } = testLimits()
  const release = vi.spyOn(limits.parked, 'release')
  const showing = {
    exchange: innerExchange({ ...request, signal: new AbortController().signal }, testClock()),
    caller: CALLER,
    directory: { model: () => MODEL, keyById: () => CALLER },
    ledger: { charge },
    pins: { find: async () => found, billed, add, isCharged: async () => isCharged, priceOf: async () => MODEL.price },
    bills: createBills(),
    limits,
    now: () => 1,
  } as unknown as Showing
  const show = async (bytes: Buffer, pin: Partial<Pin> = {}) =>
    Buffer.from(await shown(bytes, { ...PIN, ...pin }, aTarget('a'), showing)).toString()
  const calls = () => [charge, billed, release].map(({ mock }) => mock.calls.length)
  return { show, billed, calls, files }
}

test('a batch of which it could not be noted that it is charged is noted the next time, and charged no second time', async () => {
  const { show, billed, calls } = stage()
  billed.mockRejectedValueOnce(new Error('the database is read-only'))
  await expect(show(FINISHED)).rejects.toThrow('read-only')
  await show(FINISHED)
  expect(calls()).toEqual([1, 2, 1])
  await show(FINISHED)
  expect(calls(), 'what is noted as open after that is charged').toEqual([2, 3, 2])
})

test('a finished batch is charged once for all who ask at the same time, and then shown as it is', async () => {
  const { show, calls } = stage()
  expect(await Promise.all([show(FINISHED), show(FINISHED)])).toEqual([String(FINISHED), String(FINISHED)])
  expect(calls()).toEqual([1, 1, 1])
})

test.each([
  ['charged already, as its owner’s pin says', { billedAt: 1 }, {}, [0, 0, 0]],
  ['charged by somebody else meanwhile', {}, { found: { ...PIN, billedAt: 1 } }, [0, 0, 0]],
  ['gone meanwhile', {}, { found: null }, [0, 0, 0]],
  ['charged by a process that ended before it could be noted', {}, { isCharged: true }, [0, 1, 1]],
] as const)('a batch that is %s is not charged', async (_, pin, before, told) => {
  const { show, calls } = stage(before)
  await show(FINISHED, pin)
  expect(calls()).toEqual(told)
})

test('what is no batch, or has not finished, is shown and not charged', async () => {
  const { show, calls, files } = stage()
  const running = Buffer.from('{"status":"in_progress","output_file_id":"file-1"}')
  expect(await show(running)).toBe(String(running))
  expect(await show(FINISHED, { kind: 'file' })).toBe(String(FINISHED))
  expect([calls(), files]).toEqual([[0, 0, 0], []])
})

test('the files that a finished batch made are its owner’s', async () => {
  const { show, files } = stage()
  await show(Buffer.from('{"status":"completed","output_file_id":"file-1","error_file_id":null}'), { billedAt: 1 })
  const own = { userId: 'u1', keyId: 'k1', endpointId: 'e1', credentialId: 'c1' }
  expect(files).toMatchObject([{ ...own, id: 'file-1', kind: 'file', model: null, size: null, expected: null }])
})

test('the results of a message batch are fetched from here', async () => {
  const { show } = stage()
  const told = (url: string) => Buffer.from(`{"processing_status":"in_progress","results_url":${url}}`)
  const own = String(told('"/v1/messages/batches/batch_1/results"'))
  expect(await show(told('"https://upstream.example/x"'), { kind: 'message-batch' })).toBe(own)
  expect(await show(told('null'), { kind: 'message-batch' })).toBe(String(told('null')))
  expect(await show(Buffer.from('{}'), { kind: 'message-batch' })).toBe('{}')
  expect(await show(told('"https://upstream.example/x"'))).toContain('upstream.example')
})
