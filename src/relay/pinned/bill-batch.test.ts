import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { DAY_MS } from '../../core/time.ts'
import type { Usage } from '../../core/usage.ts'
import type { Charge } from '../../metering/ledger.ts'
import { innerExchange } from '../inner-exchange.ts'
import { aTarget, CALLER, MODEL, testClock } from '../routing/test-targets.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import { billBatch, type Billing } from './bill-batch.ts'

const PIN = {
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
  createdAt: 0,
  billedAt: null,
} as const

/** What a batch that says this of itself is charged for, with these results, and what was asked for it. */
async function chargedFor(object: Json, results: { status: number; chunks: readonly Buffer[] }, now = 1) {
  const charges: Charge[] = []
  const asked: string[] = []
  const request = { path: '/', headers: {}, body: Buffer.alloc(0), ip: '', locale: 'en', reply: NO_REPLY } as const
  const billing = {
    exchange: innerExchange({ ...request, signal: new AbortController().signal }, testClock()),
    caller: CALLER,
    directory: { model: () => MODEL, keyById: () => CALLER },
    ledger: { charge: async (charge: Charge) => void charges.push(charge) },
    pins: { priceOf: async () => null },
    upstream: {
      send: async ({ url }: { url: URL }) => {
        asked.push(url.pathname)
        const chunks = [...results.chunks]
        const next = async () => chunks.shift() ?? null
        return { status: results.status, headers: {}, next, cancel: () => undefined }
      },
    },
    now: () => now,
  } as unknown as Billing
  await billBatch({ pin: PIN, target: aTarget('a'), object }, billing)
  const [charge] = charges
  const usage: Partial<Usage> | null | undefined = charge?.outcome.delivered?.usage
  return { charges: charges.length, asked, usage }
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
  await expect(chargedFor(batch, refused, 3 * DAY_MS)).rejects.toMatchObject({ class: 'status' })
  const { charges, usage: used } = await chargedFor(batch, refused, 3 * DAY_MS + 1)
  expect(charges).toBe(1)
  expect(used).toMatchObject({ input: 1000, output: 100 })
  await expect(chargedFor({ ...batch, usage: null }, refused, 9 * DAY_MS)).rejects.toMatchObject({ class: 'status' })
})
