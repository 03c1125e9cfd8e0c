import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isImpossible } from '../../src/core/usage.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { reached } from './figures.ts'
import { FORM_NAMES, isTypedError } from './forms.ts'
import { type Stage, startStage } from './stage.ts'

const MIB = 1024 * 1024
const BOMB = gzipSync(Buffer.alloc(256 * MIB))
const CHAT_ANSWER = '{"model":"x","choices":[{"index":0,"message":{"content":"packed"},"finish_reason":"stop"}]}'
const NO_ANSWER = '{"code":500,"msg":"404 NOT_FOUND","success":false}'
const HTML = { 'content-type': 'text/html' }
const EVENTS = { 'content-type': 'text/event-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }

let trapped = 0
/** What an upstream answers to everything, and whether streams, whole answers or both are asked of it. */
const ANSWERS: Record<string, { ask: readonly boolean[]; answer: RequestListener }> = {
  'HTML with 200': { ask: [true, false], answer: (_q, r) => r.writeHead(200, HTML).end('<html>Welcome</html>') },
  'JSON that is no answer': { ask: [true, false], answer: (_q, r) => r.writeHead(200, JSON_TYPE).end(NO_ANSWER) },
  'events for a document': { ask: [false], answer: (_q, r) => r.writeHead(200, EVENTS).end('data: {"a":1}\n\n') },
  '204': { ask: [true, false], answer: (_q, r) => r.writeHead(204).end() },
  'an empty 200': { ask: [true, false], answer: (_q, r) => r.writeHead(200, JSON_TYPE).end() },
  'a gzip bomb': {
    ask: [true, false],
    answer: (_q, r) => r.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(BOMB),
  },
  '1 MB of headers': {
    ask: [true, false],
    answer(_q, r) {
      for (let i = 0; i < 64; i += 1) r.setHeader(`x-${i}`, 'y'.repeat(16 * 1024))
      r.end(CHAT_ANSWER)
    },
  },
  'a redirect': {
    ask: [true, false],
    answer: (_q, r) => r.writeHead(302, { location: origins.get('trap') ?? '' }).end(),
  },
  'too large a document': {
    ask: [false],
    answer: (_q, r) => r.writeHead(200, { ...JSON_TYPE, 'content-length': String(65 * MIB) }).write('{'),
  },
  trap: {
    ask: [],
    answer(_q, r) {
      trapped += 1
      r.end(CHAT_ANSWER)
    },
  },
  'packed although not asked to': {
    ask: [],
    answer: (_q, r) => r.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(CHAT_ANSWER)),
  },
}

const origins = new Map<string, string>()
const parts = new AsyncDisposableStack()
let stage: Stage
let vendor: Vendor

beforeAll(async () => {
  vendor = parts.use(await startVendor())
  stage = parts.use(await startStage())
  for (const [name, { answer }] of Object.entries(ANSWERS)) {
    const server = createServer((request, reply) => {
      request.resume()
      request.once('end', () => answer(request, reply))
      reply.on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    parts.defer(() => void server.close())
    parts.defer(() => server.closeAllConnections())
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    origins.set(name, origin)
    for (const model of [modelOf(name), `${modelOf(name)}-spared`]) {
      await stage.addModel(model)
      await stage.addWay({ model, origin, priority: 1 })
    }
    await stage.addWay({ model: `${modelOf(name)}-spared`, origin: vendor.origin, priority: 2 })
  }
})
afterAll(() => parts.disposeAsync())

const modelOf = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-')

test('U9 what is no answer is an error of the dialect, or the next candidate’s answer; nothing is followed', async () => {
  let cases = 0
  for (const [name, { ask }] of Object.entries(ANSWERS)) {
    for (const stream of ask)
      for (const form of FORM_NAMES.filter((one) => stream || one !== 'array')) {
        const what = `${name}, ${form}, ${stream ? 'streamed' : 'whole'}`
        const response = await stage.send(form, { model: modelOf(name), stream })
        expect([what, response.status >= 500]).toEqual([what, true])
        expect([what, isTypedError(form, await response.text())]).toEqual([what, true])
        cases += 1
      }
    const [stream] = ask
    if (stream === undefined) continue
    // Once for each: a tenth of all requests may be asked again, not all of them.
    const spared = await stage.send('chat', { model: `${modelOf(name)}-spared`, stream })
    expect([name, spared.status, (await spared.text()).includes('vendor.')]).toEqual([name, 200, true])
  }
  expect(trapped).toBe(0)
  const packed = await stage.send('chat', { model: modelOf('packed although not asked to'), stream: false })
  expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual([null, CHAT_ANSWER])
  reached(
    'U9',
    `${cases} odd answers: each a typed error alone, and answered by the next candidate; the bomb cut at 128 KiB`,
  )
}, 60_000)

const HUGE = 1e300
const NEGATIVE = -1_000_000
const HOSTILE: unknown[] = [
  { prompt_tokens: NEGATIVE, completion_tokens: NEGATIVE, total_tokens: NEGATIVE },
  { prompt_tokens: HUGE, completion_tokens: HUGE },
  { prompt_tokens: '7', completion_tokens: [9], total_tokens: {} },
  { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 1_000_000 } },
  { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: NEGATIVE } },
  { prompt_tokens: 10, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: HUGE } },
  { input_tokens: NEGATIVE, output_tokens: HUGE, cache_read_input_tokens: NEGATIVE },
  { input_tokens: 0.5, output_tokens: 1.5, cache_creation: { ephemeral_5m_input_tokens: NEGATIVE } },
  { promptTokenCount: NEGATIVE, candidatesTokenCount: HUGE, thoughtsTokenCount: NEGATIVE },
  { cachedContentTokenCount: HUGE, promptTokenCount: 3, candidatesTokenCount: null },
  'a lot',
  [],
  0,
]

test('U10 whatever usage an upstream tells, nobody is given money and no figure is impossible', async () => {
  await using own = await startStage()
  await own.addModel('m')
  await own.addWay({ model: 'm', origin: vendor.origin })
  const ways = FORM_NAMES.flatMap((form) =>
    (form === 'array' ? [true] : [true, false]).map((stream) => ({ form, stream })),
  )
  for (const raw of HOSTILE)
    for (const { form, stream } of ways) {
      vendor.queue({ usage: { raw } })
      const response = await own.send(form, { stream })
      expect([raw, form, response.status]).toEqual([raw, form, 200])
      await response.text()
    }
  const { rows, balance } = await own.books()
  expect([rows.length, balance]).toEqual([HOSTILE.length * ways.length, true])
  const figures = ['input', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'output', 'reasoning'] as const
  for (const row of rows) {
    if (row.usage_raw !== null && isImpossible(row.usage_raw)) expect(row.usage_source).toBe('clamped')
    for (const figure of figures) expect(row[figure]).toSatisfy((n: number) => Number.isSafeInteger(n) && n >= 0)
    expect(row.cost_nanos >= 0n).toBe(true)
    expect(row.reasoning).toBeLessThanOrEqual(row.output)
  }
  const marked = rows.filter(({ usage_source }) => usage_source === 'clamped').length
  expect(marked).toBeGreaterThan(ways.length)
  const most = rows.reduce((max, { cost_nanos }) => (cost_nanos > max ? cost_nanos : max), 0n)
  reached(
    'U10',
    `${rows.length} hostile usages: no figure below zero, no credit, ${marked} rows marked; the dearest row ${most / 1_000_000_000n} USD`,
  )
}, 60_000)
