import { GoogleGenAI } from '@google/genai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCreateKey } from '../../src/contract/admin-keys.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { type NarrowGateway, startNarrowGateway } from './narrow.ts'
import { WEATHER } from './weather.ts'

const SERVED = ['anthropic-messages', 'openai-chat', 'gemini-generate'] as const

let all: NarrowGateway

beforeAll(async () => {
  all = await startNarrowGateway(SERVED)
})
afterAll(() => all[Symbol.asyncDispose]())
beforeEach(() => all.vendor.script({}))

const clientWith = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: all.gateway.origin } })
let users = 0
async function somebodyElse(): Promise<GoogleGenAI> {
  users += 1
  const { id } = await all.gateway.call(adminCreateUser, { body: { email: `user${users}@yumen.test`, name: 'user' } })
  return clientWith((await all.gateway.call(adminCreateKey, { body: { user: id, name: 'key' } })).secret)
}

const lastAsked = async () => (await all.vendor.arrival(all.vendor.served.length - 1)).body.toString()
const tools = [{ type: 'function' as const, name: WEATHER.name, parameters: WEATHER.schema }]

/** The id and the status of an answer, streamed or not. */
async function ask(client: GoogleGenAI, asked: object, stream: boolean): Promise<{ id: string; status: string }> {
  const answer: unknown = await client.interactions.create({ ...asked, stream } as never)
  if (!stream) return answer as { id: string; status: string }
  let last: unknown
  for await (const event of answer as AsyncIterable<{ interaction?: unknown }>) last = event.interaction ?? last
  return last as { id: string; status: string }
}

const calls = [
  { id: 'call_1', name: WEATHER.name, arguments: { city: '玉门' } },
  { id: 'call_2', name: WEATHER.name, arguments: { city: '敦煌' } },
]

test.each(SERVED.flatMap((model) => [false, true].map((stream) => [model, stream] as const)))(
  'Google’s library goes on from an interaction that %s has answered (stream: %s)',
  async (model, stream) => {
    const client = clientWith(all.key)
    all.vendor.script({ text: ['Let me see.'], thinking: ['hm'], tools: calls })
    const first = await ask(client, { model, input: 'how is the weather?', tools }, stream)
    expect(first).toMatchObject({ status: 'requires_action', id: expect.stringMatching(/^v1_/) })
    all.vendor.script({ text: ['Sunny.'] })
    const ids = calls.map(({ id }) => id)
    const results = ids.map((call_id) => ({ type: 'function_result', call_id, result: `sky of ${call_id}` }))
    const goingOn = { model, previous_interaction_id: first.id, input: results, tools }
    const second = await ask(client, goingOn, stream)
    expect(second.status).toBe('completed')
    const asked = await lastAsked()
    for (const words of ['how is the weather?', 'Let me see.', '玉门', '敦煌', 'sky of call_1', 'sky of call_2'])
      expect(asked).toContain(words)
    const third = { model, previous_interaction_id: second.id, input: 'and tomorrow?' }
    await ask(client, third, stream)
    const whole = await lastAsked()
    for (const words of ['how is the weather?', 'sky of call_2', 'Sunny.', 'and tomorrow?'])
      expect(whole).toContain(words)
    const before = all.vendor.served.length
    const others = await somebodyElse()
    const refused = { status: 400, message: expect.stringContaining('goes on from') }
    await expect(ask(others, third, stream)).rejects.toMatchObject(refused)
    await expect(ask(client, { ...third, previous_interaction_id: 'v1_nobody' }, stream)).rejects.toMatchObject(refused)
    expect(all.vendor.served).toHaveLength(before)
  },
)

test('an interaction that nobody is to keep is not gone on from', async () => {
  const client = clientWith(all.key)
  const { id } = await ask(client, { model: 'openai-chat', input: 'hi', store: false }, false)
  const goingOn = { model: 'openai-chat', previous_interaction_id: id, input: 'and?' }
  await expect(ask(client, goingOn, false)).rejects.toMatchObject({ status: 400 })
})

test('what cannot be carried is refused in the words of interactions, and what is left out is named', async () => {
  const post = async (body: object) =>
    fetch(`${all.gateway.origin}/v1beta/interactions`, {
      method: 'POST',
      headers: { 'x-goog-api-key': all.key, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'openai-chat', input: 'hi', ...body }),
    })
  const refused = await post({ tools: [{ type: 'code_execution' }] })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: { code: 'invalid_request', message: expect.stringContaining('code_execution') } },
  ])
  const wrong = await post({ input: [{ type: 'user_input', content: [{ type: 'text', text: 7 }] }] })
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { error: { code: 'invalid_request', message: expect.stringContaining('input[0].content[0].text') } },
  ])
  const told = await post({ labels: { a: 'b' }, safety_settings: [{ type: 'x' }] })
  expect([told.status, told.headers.get('x-yumen-dropped')]).toEqual([200, 'labels,safety_settings'])
})
