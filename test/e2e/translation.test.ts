import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from '../vendor/scripts.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { callersOf } from './callers.ts'
import { type Gateway, startGateway, VENDOR_SECRET } from './gateway.ts'
import { addNarrow } from './narrow.ts'
import type { Called, Caller } from './weather.ts'

const IDS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate', 'gemini-interactions'] as const
type Id = (typeof IDS)[number]

/** How each protocol says that an answer is done, wants a tool, or was cut short (wire.md §3.2). */
const STOPS: Record<Id, Record<'done' | 'tools' | 'length', string>> = {
  'openai-chat': { done: 'stop', tools: 'tool_calls', length: 'length' },
  'openai-responses': { done: 'completed', tools: 'completed', length: 'max_output_tokens' },
  'anthropic-messages': { done: 'end_turn', tools: 'tool_use', length: 'max_tokens' },
  'gemini-generate': { done: 'STOP', tools: 'STOP', length: 'MAX_TOKENS' },
  'gemini-interactions': { done: 'completed', tools: 'requires_action', length: 'incomplete' },
}

const usage = { input: 34, cacheRead: 1000, output: 56, reasoning: 20 }
// 34×2 + 1000×0.2 + 56×10 = 828 micro-dollars
const COST = '0.000828'

describe.each(IDS)('with a model that is served by %s alone,', (served) => {
  let vendor: Vendor
  let gateway: Gateway
  let callers: Record<Id, Caller>

  beforeAll(async () => {
    vendor = await startVendor({ secret: VENDOR_SECRET })
    gateway = await startGateway()
    await gateway.addModel('m', { max_output: 4096 })
    await addNarrow(gateway, { origin: vendor.origin, offer: served, model: 'm' })
    callers = callersOf(gateway.origin, (await gateway.addKey()).secret)
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
    await vendor[Symbol.asyncDispose]()
  })
  beforeEach(() => vendor.script({}))

  describe.each(IDS.filter((id) => id !== served))('a caller of %s', (id) => {
    describe.each([false, true])('(stream: %s)', (stream) => {
      const say = (script: Script) => vendor.script(script)
      const hello = [{ user: '你好, hello' }]

      test('gets text and thoughts, and pays to the nano-dollar', async () => {
        say({ text: ['Hi', ' 门', '🙂'], thinking: ['let me', ' see'], usage })
        const told = await callers[id]({ lines: hello, stream })
        expect(told).toMatchObject({ text: 'Hi 门🙂', stop: STOPS[id].done })
        // A thought that OpenAI keeps encrypted shows its summary; chat shows it in full.
        expect(told.thinking).toBe('let me see')
        expect(told.usage).toEqual({ input: 1034, cached: 1000, output: 56 })
        expect(await gateway.row(told.requestId)).toMatchObject({
          status: 'succeeded',
          end: 'complete',
          protocol: id,
          stream,
          cost: COST,
          usage: { input: 34, cache_read: 1000, output: 56, reasoning: 20 },
          usage_source: 'upstream',
        })
      })

      test('calls a tool, gives its result, and hears the end', async () => {
        say({ tools: [{ id: 'call_1', name: 'get_weather', arguments: { city: '玉门' } }], usage })
        const first = await callers[id]({ lines: [{ user: 'weather?' }], stream, tools: true })
        expect(first.calls).toMatchObject([{ name: 'get_weather', args: { city: '玉门' } }])
        expect(first.stop).toBe(STOPS[id].tools)
        const [called] = first.calls as [Called]
        say({ text: 'Sunny.', usage })
        const result = { id: called.id, name: called.name, text: '{"sky":"clear"}' }
        const second = await callers[id]({ lines: [{ user: 'weather?' }, { called }, { result }], stream, tools: true })
        expect(second.text).toBe('Sunny.')
        const asked = (await vendor.arrival(vendor.served.length - 1)).body.toString()
        for (const kept of ['get_weather', '玉门', 'sky', 'm-upstream'])
          if (!(kept === 'm-upstream' && served === 'gemini-generate')) expect(asked).toContain(kept)
      })

      test('calls two tools at once', async () => {
        const tools = [
          { id: 'call_1', name: 'get_weather', arguments: { city: 'Yumen' } },
          { id: 'call_2', name: 'get_weather', arguments: { city: 'Dunhuang' } },
        ]
        say({ tools, usage })
        const { calls } = await callers[id]({ lines: [{ user: 'weather?' }], stream, tools: true })
        expect(calls.map(({ args }) => args)).toEqual([{ city: 'Yumen' }, { city: 'Dunhuang' }])
        expect(new Set(calls.map(({ id: callId }) => callId)).size).toBe(2)
      })

      test('asks for a shape and the upstream hears of it', async () => {
        say({ text: '{"city":"Yumen"}', usage })
        const told = await callers[id]({ lines: hello, stream, schema: true })
        expect(JSON.parse(told.text)).toEqual({ city: 'Yumen' })
        const asked = (await vendor.arrival(vendor.served.length - 1)).body.toString()
        // A model that takes no schema is told it in words, inside a text.
        expect(asked.replaceAll('\\"', '"')).toContain('"required":["city"]')
      })

      test('hears that the answer was cut at its length', async () => {
        say({ text: ['half'], stop: 'length', usage })
        expect((await callers[id]({ lines: hello, stream })).stop).toBe(STOPS[id].length)
      })

      test('is told of its own mistake in its own words’ shape', async () => {
        say({ status: 400, message: 'messages: roles must alternate' })
        const asked = callers[id]({ lines: hello, stream })
        await expect(asked).rejects.toMatchObject({
          status: 400,
          message: expect.stringContaining('roles must alternate'),
        })
      })

      test('hears when the upstream breaks off, and pays for what came', async () => {
        if (!stream) return
        say({ text: ['one', ' two', ' three', ' four', ' five', ' six'], cut: { atEvent: 5 }, usage })
        await expect(callers[id]({ lines: hello, stream })).rejects.toThrow()
      })
    })
  })
})
