import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import type { Vendor } from '../vendor/server.ts'
import { startGatewayFor, VENDOR_SECRET } from './gateway.ts'

let vendor: Vendor
let gateway: Awaited<ReturnType<typeof startGatewayFor>>

beforeAll(async () => {
  vendor = await startVendor({ secret: VENDOR_SECRET })
  gateway = await startGatewayFor(vendor)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await vendor[Symbol.asyncDispose]()
})
beforeEach(async () => {
  vendor.script({})
  await gateway.recover()
})

const usage = { input: 34, cacheRead: 1000, output: 56, reasoning: 20 }
// 34×2 + 1000×0.2 + 56×10 = 828 micro-dollars
const COST = '0.000828'

const idOf = (response: Response) => response.headers.get('x-yumen-request-id') ?? ''
const lastServed = () => vendor.arrival(vendor.served.length - 1)

function raw(call: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${gateway.origin}/v1beta/models/${call}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': gateway.key, 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] }),
    ...(signal && { signal }),
  })
}

const STREAMS = ['m:streamGenerateContent?alt=sse', 'm:streamGenerateContent'] as const

test('the body goes on byte for byte, and of the query only how the stream is written', async () => {
  const body = `{ "generation_config":{"seed":12345678901234567890}, "contents":[{"parts":[{"text":"\\ud800"}]}],"model":"models/m" }`
  const response = await fetch(
    `${gateway.origin}/v1beta/models/m:streamGenerateContent?key=${gateway.key}&alt=sse&prettyPrint=false&%24fields=candidates&callback=x`,
    { method: 'POST', body, headers: { accept: 'application/x-protobuf' } },
  )
  expect(response.status).toBe(200)
  await response.arrayBuffer()
  const served = await lastServed()
  expect(served.path).toBe('/v1beta/models/m-upstream:streamGenerateContent?alt=sse')
  expect(served.headers.accept).toBe('*/*')
  expect(served.body.toString()).toBe(body)
  expect(served.headers['x-goog-api-key']).toBe(VENDOR_SECRET)
})

test.each(STREAMS)(
  'the bytes of %s are the vendor’s, whichever way lines end and wherever they are cut',
  async (call) => {
    for (const crlf of [true, false]) {
      vendor.script({ text: ['é', '门\n\n', '🙂'], thinking: ['hm'], usage, crlf, splitBytes: 5 })
      const response = await raw(call)
      const bytes = Buffer.from(await response.arrayBuffer())
      const served = await lastServed()
      await served.done
      expect(bytes.equals(served.sent)).toBe(true)
      expect(bytes.toString()).not.toMatch(/\[DONE\]|^:/m)
      expect(await gateway.row(idOf(response))).toMatchObject({ status: 'succeeded', stream: true, cost: COST })
    }
  },
)

test.each(STREAMS)('the tier that the head of %s tells is the one it is charged by', async (call) => {
  vendor.script({ text: ['hi'], usage, headers: { 'x-gemini-service-tier': 'flex' } })
  const response = await raw(call)
  await response.arrayBuffer()
  const tier = { tier: 'flex', priced: false }
  expect(await gateway.row(idOf(response))).toMatchObject({ status: 'succeeded', cost: COST, service_tier: tier })
})

test('a stream without alt=sse is one JSON array that grows as the vendor speaks', async () => {
  const gate = Promise.withResolvers<void>()
  vendor.script({ text: ['one', ' two'], usage, pause: { atEvent: 1, until: gate.promise } })
  const response = await raw(STREAMS[1])
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes).toString('utf8')
    // The vendor goes on only once the caller has read the first element.
    if (text.includes('"one"')) gate.resolve()
  }
  const said = (text: string) => ({ candidates: [{ content: { parts: [{ text }] } }] })
  expect(JSON.parse(text)).toMatchObject([said('one'), said(' two'), said('')])
})

test.each(STREAMS)(
  'when the caller of %s leaves, the vendor sees it and what was delivered is billed',
  async (call) => {
    vendor.script({ endless: true, text: ['on'], usage })
    const leaving = new AbortController()
    const response = await raw(call, leaving.signal)
    await response.body?.getReader().read()
    leaving.abort()
    const served = await lastServed()
    await served.done
    expect(served.aborted).toBe(true)
    const row = await gateway.row(idOf(response))
    expect(row).toMatchObject({ status: 'cancelled', end: 'caller_gone', usage_source: 'partial' })
    expect(row.usage).toMatchObject({ input: 34, cache_read: 1000 })
  },
)

test('a vendor that says 400 of our key is not believed to mean the caller’s', async () => {
  const reason = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }]
  const error = { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details: reason }
  vendor.script({ status: 400, body: JSON.stringify({ error }) })
  const response = await raw('m:generateContent')
  expect(response.status).toBe(503)
  expect(await response.text()).not.toContain('API_KEY_INVALID')
})

test('an array that breaks midway still ends as an array, with an error in it', async () => {
  for (const script of [{ cut: { atEvent: 2 } }, { endAtEvent: 2 }, { errorAtEvent: 2 }]) {
    vendor.script({ text: ['a', 'b', 'c', 'd'], usage, ...script })
    const response = await raw(STREAMS[1])
    const elements: unknown = await response.json()
    expect(elements, JSON.stringify(script)).toMatchObject([{}, {}, { error: { code: expect.any(Number) } }])
    const row = await gateway.row(idOf(response))
    expect(row, JSON.stringify(script)).toMatchObject({ status: 'failed', usage_source: 'partial' })
  }
})
