import { expect, test } from 'vitest'
import type { ModelEntry } from '../../core/directory.ts'
import type { Json } from '../../core/json.ts'
import type { Pin } from '../../core/pin.ts'
import { DAY_MS } from '../../core/time.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import type { Charge } from '../../metering/ledger.ts'
import { innerExchange } from '../inner-exchange.ts'
import { aTarget, CALLER, MODEL, testClock } from '../routing/test-targets.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import { billBatch, billIdOf, type Billing, isFinished } from './bill-batch.ts'

const PIN: Pin = {
  id: 'batch_1',
  kind: 'batch',
  userId: 'u',
  keyId: 'k',
  providerId: 'a',
  endpointId: 'a-endpoint',
  credentialId: 'a-credential',
  model: MODEL.id,
  size: null,
  expected: null,
  multiplierMicros: null,
  createdAt: 1000,
  billedAt: null,
}

type Results = { status: number; chunks: readonly Buffer[] }
type Stage = { pin?: Partial<Pin>; sold?: ModelEntry | undefined; now?: number }

/** What a batch that says this of itself is charged for, with these results, what was asked for it, and how much of it was read. */
async function chargedFor(object: Json, results: Results, { pin, now = 1, ...stage }: Stage = {}) {
  const charges: Charge[] = []
  const asked: string[] = []
  const cancelled: string[] = []
  const chunks = [...results.chunks]
  const sold = 'sold' in stage ? stage.sold : MODEL
  const request = { path: '/', headers: {}, body: Buffer.alloc(0), ip: '', locale: 'en', reply: NO_REPLY } as const
  const billing = {
    exchange: innerExchange({ ...request, signal: new AbortController().signal }, testClock()),
    caller: CALLER,
    directory: { model: () => sold, keyById: () => CALLER },
    ledger: { charge: async (charge: Charge) => void charges.push(charge) },
    pins: { priceOf: async (id: string, at: number) => ({ version: `${id} of ${at}`, rates: {}, tiers: [] }) },
    upstream: {
      send: async ({ url }: { url: URL }) => {
        asked.push(url.pathname)
        const next = async () => chunks.shift() ?? null
        return { status: results.status, headers: {}, next, cancel: (why: string) => void cancelled.push(why) }
      },
    },
    now: () => now,
  } as unknown as Billing
  await billBatch({ pin: { ...PIN, ...pin }, target: aTarget('a'), object }, billing).catch((error: unknown) => {
    throw Object.assign(error as Error, { cancelled })
  })
  const [charge] = charges
  const usage: Partial<Usage> | null | undefined = charge?.outcome.delivered?.usage
  return { charges: charges.length, charge, asked, usage, cancelled, left: chunks.length }
}

const usage = { input_tokens: 1000, output_tokens: 100 }
const BATCH = { id: 'batch_1', status: 'completed', output_file_id: 'file-out', usage }
const SEARCHED = { usage, tool_usage: { web_search: { num_requests: 7 } } }
const LINES = [Buffer.from(`${JSON.stringify({ response: { status_code: 200, body: SEARCHED } })}\n`)]
const FOUND = { status: 200, chunks: LINES }

test('searches that the requests of a batch made are charged, which the batch’s own figures leave out', async () => {
  const { charges, asked, usage: used } = await chargedFor({ ...BATCH, endpoint: '/v1/responses' }, FOUND)
  expect([charges, asked]).toEqual([1, ['/v1/files/file-out/content']])
  expect(used).toMatchObject({ input: 1000, output: 100, searches: 7 })
})

test('a batch whose own figures are whole is charged by them, and its results are not read', async () => {
  const { asked, usage: used } = await chargedFor({ ...BATCH, endpoint: '/v1/chat/completions' }, FOUND)
  expect(asked).toEqual([])
  expect(used).toMatchObject({ input: 1000, output: 100, searches: 0 })
})

test.each([
  ['are gone', { status: 404, chunks: [] }],
  ['have a line that is too long', { status: 200, chunks: [Buffer.alloc(33 * 1024 * 1024, 'x')] }],
])('what a batch tells of itself is charged where its results %s', async (_what, results) => {
  const { charges, usage: used } = await chargedFor({ ...BATCH, endpoint: '/v1/responses' }, results)
  expect(charges).toBe(1)
  expect(used).toMatchObject({ input: 1000, output: 100 })
})

test('results that are refused are waited for, and after three days what the batch tells of itself is charged', async () => {
  const batch = { ...BATCH, endpoint: '/v1/responses' }
  const refused = { status: 403, chunks: [] }
  const lastMs = PIN.createdAt + 3 * DAY_MS
  const thrown = { class: 'status', cancelled: ['status'] }
  await expect(chargedFor(batch, refused, { now: lastMs })).rejects.toMatchObject(thrown)
  const { charges, usage: used } = await chargedFor(batch, refused, { now: lastMs + 1 })
  expect(charges).toBe(1)
  expect(used).toMatchObject({ input: 1000, output: 100 })
  await expect(chargedFor({ ...batch, usage: null }, refused, { now: 3 * lastMs })).rejects.toMatchObject(thrown)
})

test('a batch without results is charged as it tells, or nothing', async () => {
  const batch = { ...BATCH, output_file_id: null, endpoint: '/v1/responses' }
  expect(await chargedFor(batch, FOUND)).toMatchObject({ asked: [], usage: { input: 1000, output: 100 } })
  expect(await chargedFor({ ...batch, usage: null }, FOUND)).toMatchObject({ charges: 1, usage: NO_USAGE })
})

/** Results of three requests, of which one was not answered, and an empty line. */
const RESULTS = [
  { response: { body: { usage: { prompt_tokens: 10, completion_tokens: 1 } } } },
  { response: { status_code: 500, body: {} } },
  { response: { body: { usage: { prompt_tokens: 20, completion_tokens: 2 } } } },
].map((line) => JSON.stringify(line))
const cutAt = (text: string, bytes: number) =>
  Array.from({ length: Math.ceil(text.length / bytes) }, (_, n) => Buffer.from(text.slice(n * bytes, (n + 1) * bytes)))

test.each([1, 2, 7, 50, 10_000])('the lines of results add up, however they are cut (%i bytes)', async (bytes) => {
  const untold = { ...BATCH, usage: null, endpoint: '/v1/chat/completions' }
  for (const end of ['', '\n']) {
    const chunks = cutAt(`\n${RESULTS.join('\n')}${end}`, bytes)
    expect((await chargedFor(untold, { status: 200, chunks })).usage).toMatchObject({ input: 30, output: 3 })
  }
})

const ANSWERED = [
  { response: { status_code: 200, body: { choices: [{ message: { content: 'Spring never comes to the gate' } }] } } },
  { response: { status_code: 200, body: { usage: { prompt_tokens: 10, completion_tokens: 2 } } } },
  { response: { status_code: 500, body: { error: { message: 'no' } } } },
].map((line) => Buffer.from(`${JSON.stringify(line)}\n`))

test('an answer of a batch that tells no usage is charged by its words, and its share of what was to be read', async () => {
  const object = { ...BATCH, usage: null, endpoint: '/v1/chat/completions', request_counts: { total: 4 } }
  const pin = { expected: { input: 400, output: 1, costNanos: null } }
  const { usage: used, charge } = await chargedFor(object, { status: 200, chunks: ANSWERED }, { pin })
  expect(used).toMatchObject({ input: 110, output: 8, requests: 2 })
  expect(charge?.outcome.delivered?.estimated).toBe(true)
})

test('where nothing was noted of what was to be read, its bytes tell the least of it', async () => {
  const object = { ...BATCH, usage: null, endpoint: '/v1/chat/completions' }
  const { usage: used } = await chargedFor(object, { status: 200, chunks: ANSWERED }, { pin: { size: 2700 } })
  expect(used).toMatchObject({ input: 110, output: 8, requests: 2 })
})

test('a batch whose answers all tell their usage is no estimate', async () => {
  const object = { ...BATCH, usage: null, endpoint: '/v1/chat/completions' }
  const { charge } = await chargedFor(object, { status: 200, chunks: ANSWERED.slice(1) })
  expect(charge?.outcome.delivered).toMatchObject({ usage: { input: 10, output: 2 } })
  expect(charge?.outcome.delivered).not.toHaveProperty('estimated')
})

test('a message batch is charged by its results, where it is kept', async () => {
  const line = Buffer.from('{"result":{"message":{"usage":{"input_tokens":10,"output_tokens":1}}}}')
  const found = { status: 200, chunks: [line] }
  const { asked, usage: used } = await chargedFor({ processing_status: 'ended' }, found, {
    pin: { kind: 'message-batch' },
  })
  expect(asked).toEqual(['/v1/messages/batches/batch_1/results'])
  expect(used).toMatchObject({ input: 10, output: 1 })
})

test('results may be of any length, a line of them not: it is read no further', async () => {
  const batch = { ...BATCH, endpoint: '/v1/responses' }
  const [filler, part] = [Buffer.alloc(8 * 1024 * 1024, 'x'), Buffer.alloc(8 * 1024 * 1024, 'x')]
  filler[filler.length / 2] = 0x0a
  const many = [...Array<Buffer>(10).fill(filler), Buffer.from('\n'), ...LINES]
  expect((await chargedFor(batch, { status: 200, chunks: many })).usage).toMatchObject({ searches: 7 })
  const { left, cancelled } = await chargedFor(batch, { status: 200, chunks: Array<Buffer>(7).fill(part) })
  expect([left, cancelled]).toEqual([2, ['caller_gone']])
})

test('what is charged is a whole answer of a batch, to whoever made it', async () => {
  const object = { ...BATCH, usage: { ...usage, more: 'x'.repeat(5000) }, endpoint: '/v1/chat/completions' }
  const { charge } = await chargedFor(object, FOUND, { now: 77 })
  const { id, model } = PIN
  expect(charge?.admitted).toMatchObject({
    id: billIdOf(PIN),
    at: 77,
    userId: 'u',
    keyId: 'k',
    modelAsked: model,
    inputTokens: 0,
  })
  expect(charge?.trail.attempts).toMatchObject([{ n: 1, startedMs: 0, httpStatus: 200 }])
  const delivered = { serviceTier: 'batch', pieces: 0, terminal: true }
  expect(charge?.outcome).toMatchObject({ end: 'complete', httpStatus: 200, delivered })
  expect(charge?.outcome.delivered?.usageRaw).toHaveLength(4096)
  expect(charge?.outcome.delivered?.usageRaw).toContain(id)
})

test('a batch costs what its model did when it was made; one of no model costs nothing', async () => {
  const priceOf = async (stage: Stage) => (await chargedFor(BATCH, FOUND, stage)).charge?.trail.model?.price?.version
  expect(await priceOf({})).toBe('m of 1000')
  expect(await priceOf({ sold: undefined })).toBe('m of 1000')
  expect(await priceOf({ sold: { ...MODEL, price: null } })).toBe('m of 1000')
  const { charge } = await chargedFor(BATCH, FOUND, { pin: { model: null } })
  expect([charge?.trail.model, charge?.admitted.modelAsked]).toEqual([null, ''])
})

test('a batch is charged at the factor with which it was made, one of which none is known at its maker’s', async () => {
  const factors = async (multiplierMicros: bigint | null) => {
    const { charge } = await chargedFor(BATCH, FOUND, { pin: { multiplierMicros } })
    return [charge?.admitted.multiplierMicros, charge?.asking.multiplierMicros]
  }
  expect(await factors(3_000_000n)).toEqual([3_000_000n, 3_000_000n])
  expect(await factors(null)).toEqual([CALLER.multiplierMicros, CALLER.multiplierMicros])
})

test('the id of a bill never changes, or what was charged would be charged again', () => {
  expect(billIdOf(PIN)).toBe('51a0ae24-c3e9-8294-a0e9-886b799462ac')
})

test.each(['completed', 'expired', 'cancelled', 'failed'])('a batch that is %s uses nothing more', (status) => {
  expect(isFinished({ status })).toBe(true)
  expect(isFinished({ status, processing_status: 'in_progress' })).toBe(false)
  expect(isFinished({ status: 'in_progress', processing_status: 'ended' })).toBe(true)
})
