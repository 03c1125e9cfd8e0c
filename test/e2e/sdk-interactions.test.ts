import { GoogleGenAI } from '@google/genai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCreateKey } from '../../src/contract/admin-keys.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { asRecord, parseJson } from '../../src/core/json.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { type InteractionsKeeper, startInteractionsKeeper } from './interactions-keeper.ts'

let vendor: Vendor
let keepers: { a: InteractionsKeeper; b: InteractionsKeeper }
let gateway: Gateway
let key: string
let client: GoogleGenAI
let users = 0
const life = new AsyncDisposableStack()

beforeAll(async () => {
  vendor = life.use(await startVendor({ secret: VENDOR_SECRET }))
  keepers = {
    a: life.use(await startInteractionsKeeper('a')),
    b: life.use(await startInteractionsKeeper('b')),
  }
  gateway = life.use(await startGateway())
  for (const model of ['m', 'both', 'only-b']) await gateway.addModel(model)
  await addProvider('vendor', vendor, [{ model: 'm', upstream_name: 'm-upstream' }])
  await addProvider('a', keepers.a, [{ model: 'both' }])
  await addProvider('b', keepers.b, [{ model: 'both' }, { model: 'only-b' }])
  key = (await gateway.addKey()).secret
  client = clientWith(key)
})
afterAll(() => life.disposeAsync())
beforeEach(async () => {
  vendor.script({})
  await gateway.recover()
})

async function addProvider(
  slug: string,
  { origin }: { origin: string },
  routes: { model: string; upstream_name?: string }[],
) {
  const facts = { slug, name: slug, preset: 'custom', allow_private: true, credentials: [{ secret: VENDOR_SECRET }] }
  const endpoints = [{ dialect: 'gemini' as const, base_url: origin, protocols: ['interactions' as const] }]
  await gateway.call(adminCreateProvider, { body: { ...facts, priority: slug === 'b' ? 2 : 1, endpoints, routes } })
}

const clientWith = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.origin } })
const once = { maxRetries: 0 }

async function someone() {
  users += 1
  const { id } = await gateway.call(adminCreateUser, { body: { email: `user${users}@yumen.test`, name: 'user' } })
  const { secret } = await gateway.call(adminCreateKey, { body: { user: id, name: 'key' } })
  return clientWith(secret)
}

const usage = { input: 34, cacheRead: 1000, output: 56, reasoning: 20 }
// 34×2 + 1000×0.2 + 56×10 = 828 micro-dollars
const COST = '0.000828'
const ROW = {
  status: 'succeeded',
  end: 'complete',
  protocol: 'gemini-interactions',
  client: 'Google GenAI SDK',
  model: 'm',
  cost: COST,
  usage: { input: 34, cache_read: 1000, output: 56, reasoning: 20 },
  usage_source: 'upstream',
}

test('an interaction comes back, and its row costs what it must to the nano-dollar', async () => {
  vendor.script({ text: 'Hi there', thinking: ['let me see'], usage })
  const answer = await client.interactions.create({ model: 'm', input: '你好, hello' })
  expect(answer.output_text).toBe('Hi there')
  expect(answer.usage).toMatchObject({ total_input_tokens: 1034, total_output_tokens: 36, total_thought_tokens: 20 })
  const { path, body } = await vendor.arrival(vendor.served.length - 1)
  expect(path).toBe('/v1/interactions')
  expect(asRecord(parseJson(body.toString()))).toMatchObject({ model: 'm-upstream', input: '你好, hello' })
  const id = answer.sdkHttpResponse?.headers?.['x-yumen-request-id'] ?? ''
  expect(await gateway.row(id)).toMatchObject({ ...ROW, stream: false })
})

test('a stream with thoughts and a call reaches the library whole, and is billed the same', async () => {
  const tool = { id: 'c1', name: 'look_up', arguments: { city: '门' } }
  vendor.script({ text: ['é', '门', '🙂'], thinking: ['why', ' not'], tools: [tool], usage, splitBytes: 7 })
  const said: string[] = []
  const types = new Set<string>()
  const stream = await client.interactions.create({ model: 'm', input: 'hi', stream: true })
  for await (const event of stream) {
    types.add(event.event_type)
    if (event.event_type !== 'step.delta') continue
    const { delta } = event
    if (delta.type === 'text') said.push(delta.text)
    if (delta.type === 'arguments_delta') said.push(delta.arguments ?? '')
  }
  expect(said.join('')).toBe('é门🙂{"city":"门"}')
  expect([...types]).toEqual(['interaction.created', 'step.start', 'step.delta', 'step.stop', 'interaction.completed'])
})

test('a stream is told of in its row, and one that is left too', async () => {
  const streamed = (signal: AbortSignal | null = null) =>
    fetch(`${gateway.origin}/v1beta/interactions`, {
      method: 'POST',
      signal,
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json', 'user-agent': 'google-genai-sdk/3.3.0' },
      body: JSON.stringify({ model: 'm', input: 'hi', stream: true }),
    })
  const idOf = (answer: Response) => answer.headers.get('x-yumen-request-id') ?? ''
  vendor.script({ text: ['a', 'b'], usage })
  const whole = await streamed()
  expect(await whole.text()).toMatch(/event: done\ndata: \[DONE\]\n\n$/)
  expect(await gateway.row(idOf(whole))).toMatchObject({ ...ROW, stream: true })
  vendor.script({ endless: true, text: ['upon '], delays: { eventMs: 5 } })
  const leaving = new AbortController()
  const left = await streamed(leaving.signal)
  const reader = left.body?.getReader()
  for (let said = ''; !said.includes('upon');) said += new TextDecoder().decode((await reader?.read())?.value)
  leaving.abort()
  const row = await gateway.row(idOf(left))
  expect(row).toMatchObject({ end: 'caller_gone', status: 'cancelled', usage_source: 'estimated' })
  expect(row.usage.output).toBeGreaterThan(0)
})

test('what is refused and what breaks is told in its own words', async () => {
  await expect(client.interactions.create({ model: 'nobody', input: 'x' }, once)).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('nobody'),
  })
  await expect(clientWith('sk-ym-none').interactions.create({ model: 'm', input: 'x' }, once)).rejects.toMatchObject({
    status: 400,
  })
  await expect(
    client.interactions.create({ agent: 'deep-research', input: 'x', background: true }, once),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('`agent` is not offered here') })
})

test('an interaction is gone on from where it was made, and had again, by its owner alone', async () => {
  const [mine, other] = [await someone(), await someone()]
  const { id } = await mine.interactions.create({ model: 'only-b', input: 'hi' })
  const on = { model: 'both', input: 'and then?', previous_interaction_id: id }
  expect((await mine.interactions.create(on)).id).toMatch(/^v1_b/)
  await expect(other.interactions.create(on, once)).rejects.toMatchObject({ status: 400 })
  expect(await mine.interactions.get(id)).toMatchObject({ id, output_text: 'kept' })
  expect(keepers.b.calls.at(-1)).toBe(`GET /v1/interactions/${encodeURIComponent(id)}?stream=false`)
  await expect(other.interactions.get(id, {}, once)).rejects.toMatchObject({ status: 404 })
  expect(await mine.interactions.cancel(id)).toMatchObject({ status: 'cancelled' })
  await expect(other.interactions.delete(id, {}, once)).rejects.toMatchObject({ status: 404 })
  await mine.interactions.delete(id)
  await expect(mine.interactions.get(id, {}, once)).rejects.toMatchObject({ status: 404 })
  await expect(mine.interactions.create(on, once)).rejects.toMatchObject({ status: 400 })
})

test('what is not to be kept is nobody’s', async () => {
  const mine = await someone()
  const { id } = await mine.interactions.create({ model: 'only-b', input: 'hi', store: false })
  await expect(mine.interactions.get(id, {}, once)).rejects.toMatchObject({ status: 404 })
})
