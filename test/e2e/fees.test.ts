import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { CHAT, idOf } from './two-vendors.ts'

let vendor: Vendor
let gateway: Gateway
let key: string
const parts = new AsyncDisposableStack()

beforeAll(async () => {
  vendor = parts.use(await startVendor())
  gateway = parts.use(await startGateway())
  const models = ['sonar', 'sonar-pro', 'sonar-deep-research', 'deepseek-v3.2', 'mimo-v2.6-pro', 'qwen3.8-max']
  // What the built-in list asks for them.
  for (const model of models) await gateway.addModel(model, { price: undefined })
  await gateway.addProvider({ vendor, models })
  key = (await gateway.addKey()).secret
})
afterAll(() => parts.disposeAsync())

const send = (body: object, secret = key) =>
  fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ ...CHAT, ...body }),
  })

/** The row of a request that is answered with this. */
async function rowOf(model: string, answer: object, asked: object = {}) {
  vendor.on(model, { body: JSON.stringify(answer) })
  const response = await send({ model, ...asked })
  await response.text()
  return gateway.row(idOf(response))
}

const said = { index: 0, message: { role: 'assistant', content: 'Fusion.' }, finish_reason: 'stop' }
/** As its documentation shows it (docs.perplexity.ai, Sonar API quickstart). */
const answer = (model: string, usage: object) => ({
  id: 'a',
  object: 'chat.completion',
  model,
  choices: [said],
  usage: { prompt_tokens: 24, completion_tokens: 2681, total_tokens: 2705, citation_tokens: null, ...usage },
})

test.each([
  ['low', '0.046287', undefined],
  ['medium', '0.050287', { tier: 'search_medium', priced: true }],
  ['high', '0.054287', { tier: 'search_high', priced: true }],
  [null, '0.046287', undefined],
])('a request that read %s of the web pays the fee for it beside its tokens', async (size, cost, tier) => {
  const row = await rowOf('sonar-pro', answer('sonar-pro', { search_context_size: size }), {
    web_search_options: { search_context_size: 'high' },
  })
  expect(row).toMatchObject({ cost, usage_source: 'upstream' })
  expect(row.service_tier).toEqual(tier)
  expect(row.bill.at(-1)).toMatchObject({ component: 'per_request', tokens: 1 })
})

/** Each chunk tells the usage so far. */
const stream = (sizes: readonly string[]) =>
  sizes.map((size, at) => {
    const last = at === sizes.length - 1
    const usage = {
      prompt_tokens: 6,
      completion_tokens: at * 119,
      total_tokens: 6 + at * 119,
      search_context_size: size,
    }
    const choices = [{ index: 0, delta: { content: 'Rain. ' }, finish_reason: last ? 'stop' : null }]
    return `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', model: 'sonar', choices, usage })}\n\n`
  })
const EVENTS = { 'content-type': 'text/event-stream' }

test('so does a stream, also one that breaks off', async () => {
  const events = stream(['high', 'high', 'high'])
  vendor.on('sonar', { body: `${events.join('')}data: [DONE]\n\n`, headers: EVENTS })
  const whole = await send({ model: 'sonar', stream: true })
  await whole.text()
  // 6 + 238 tokens at a dollar for a million, and 12 for a thousand requests.
  expect(await gateway.row(idOf(whole))).toMatchObject({ cost: '0.012244', usage_source: 'upstream' })
  vendor.on('sonar', { body: events.slice(0, 2).join(''), headers: EVENTS })
  const broken = await send({ model: 'sonar', stream: true })
  await broken.text()
  expect(await gateway.row(idOf(broken))).toMatchObject({
    cost: '0.012125',
    usage_source: 'partial',
    service_tier: { tier: 'search_high', priced: true },
  })
})

test('deep research pays for what it cited, thought and searched, as its vendor’s own example does', async () => {
  const row = await rowOf(
    'sonar-deep-research',
    answer('sonar-deep-research', {
      prompt_tokens: 33,
      completion_tokens: 11_395,
      total_tokens: 11_428,
      citation_tokens: 19_028,
      num_search_queries: 21,
      reasoning_tokens: 193_947,
    }),
  )
  expect(row).toMatchObject({ cost: '0.816123' })
})

test('a search that OpenRouter ran for a model whose vendor has none costs what OpenRouter asks', async () => {
  const usage = { server_tool_use_details: { web_search_requests: 2 } }
  const { bill } = await rowOf('deepseek-v3.2', answer('deepseek/deepseek-v3.2', usage))
  expect(bill.at(-1)).toMatchObject({ component: 'per_search', tokens: 2, price: '0.007', amount: '0.014' })
})

// Source of the fields: wire.md §0.15.
test.each([
  ['mimo-v2.6-pro', { web_search_usage: { tool_usage: 3, page_usage: 9 } }, '0.015'],
  ['qwen3.8-max', { plugins: { search: { count: 2, strategy: 'turbo' } } }, '0.02'],
])('searches that the vendor of %s ran are charged by the piece', async (model, usage, amount) => {
  const { bill } = await rowOf(model, answer(model, usage))
  expect(bill.at(-1)).toMatchObject({ component: 'per_search', amount })
})

test('a hard limit holds the dearest fee a request may come to', async () => {
  vendor.on('sonar', { body: JSON.stringify(answer('sonar', { search_context_size: 'low' })) })
  const status = async (max: string) => {
    const { secret } = await gateway.addKey({ limits: [{ metric: 'cost', window: 'total', max, mode: 'hard' }] })
    const response = await send({ model: 'sonar', max_tokens: 40 }, secret)
    await response.text()
    return response.status
  }
  expect([await status('0.0119'), await status('0.0121')]).toEqual([429, 200])
})
