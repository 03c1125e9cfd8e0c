import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NarrowGateway, startNarrowGateway } from './narrow.ts'

const SERVED = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const

let here: NarrowGateway
let anthropic: Anthropic

beforeAll(async () => {
  here = await startNarrowGateway(SERVED)
  anthropic = new Anthropic({ authToken: here.key, baseURL: here.gateway.origin, maxRetries: 0 })
})
afterAll(() => here[Symbol.asyncDispose]())

const CITY = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
const weather = betaTool({
  name: 'get_weather',
  description: 'Tells the weather.',
  inputSchema: CITY,
  run: ({ city }) => `${city}: clear`,
})
const asked = (model: string) => ({
  model,
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'weather?' }],
})

describe.each(SERVED)('with a model that is served by %s', (model) => {
  test('the library’s own loop of tools, which begins with a thread, goes on without one', async () => {
    const before = here.vendor.served.length
    here.vendor.queue({ tools: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Yumen' } }] })
    here.vendor.queue({ text: 'It is clear.' })
    const { content } = await anthropic.beta.messages.toolRunner({ ...asked(model), tools: [weather] })
    expect(content).toMatchObject([{ type: 'text', text: 'It is clear.' }])
    const bodies = here.vendor.served.slice(before).map(({ body }) => body.toString())
    expect(bodies).toHaveLength(2)
    expect(bodies.filter((body) => body.includes('"thread"'))).toEqual([])
    expect(bodies[1]).toContain('weather?')
    expect(bodies[1]).toContain('Yumen: clear')
  })

  test('who goes on with a thread by hand is told that there is none', async () => {
    const thread = { type: 'continue' as const, previous_message_id: 'msg_of_somebody' }
    const refused = await anthropic.beta.messages.create({ ...asked(model), thread }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, errorCode: 'thread_unsupported_request' })
    expect(String(refused)).toContain('without `thread`')
  })
})
