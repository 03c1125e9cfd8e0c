import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NarrowGateway, startNarrowGateway } from './narrow.ts'

/** Cursor asks at the path of chat in the words of Responses, and reads chat. */
const LOOK = { type: 'function', name: 'look', parameters: { type: 'object', properties: { at: { type: 'string' } } } }
const PATCH = {
  type: 'custom',
  name: 'ApplyPatch',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
}
const ASKED = {
  stream: true,
  input: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'input_text', text: 'look' }] },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"sky"}' },
    { type: 'function_call_output', call_id: 'c1', output: 'blue' },
  ],
  tools: [LOOK, PATCH],
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'medium', summary: 'auto' },
  text: { verbosity: 'low' },
  stream_options: { include_usage: true },
}
const usage = { input: 34, cacheRead: 1000, output: 56 }

const SERVED = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const

let here: NarrowGateway
let openai: OpenAI

beforeAll(async () => {
  here = await startNarrowGateway(SERVED)
  const { gateway, vendor } = here
  await gateway.addModel('all')
  await gateway.addProvider({ vendor, models: ['all'] })
  openai = new OpenAI({ apiKey: here.key, baseURL: `${gateway.origin}/v1`, maxRetries: 0 })
})
afterAll(() => here[Symbol.asyncDispose]())
beforeEach(() => here.vendor.script({}))

async function heard(body: object) {
  const asked = openai.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsStreaming)
  const { data, response } = await asked.withResponse()
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of data) chunks.push(chunk)
  return { chunks, response, sent: (await here.vendor.arrival(here.vendor.served.length - 1)).body.toString() }
}
const wordsIn = (chunks: readonly OpenAI.ChatCompletionChunk[]) =>
  chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? '')).join('')

describe.each([...SERVED, 'all'])('Cursor, with a model that is served by %s,', (model) => {
  test('asks in the words of Responses and is answered in those of chat', async () => {
    here.vendor.script({ text: ['Hi', ' 门'], usage })
    const { chunks, response, sent } = await heard({ model, ...ASKED })
    expect(wordsIn(chunks)).toBe('Hi 门')
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 1034, completion_tokens: 56 })
    for (const said of ['Be brief.', 'look', 'sky', 'blue', 'ApplyPatch']) expect(sent).toContain(said)
    const row = await here.gateway.row(response.headers.get('x-yumen-request-id') ?? '')
    expect(row).toMatchObject({ status: 'succeeded', protocol: 'openai-chat', usage: { input: 34, output: 56 } })
  })

  test('calls its tools, those of free text too', async () => {
    const custom = model === 'openai-responses' || model === 'all'
    if (!custom) here.vendor.script({ tools: [{ id: 'c2', name: 'ApplyPatch', arguments: { input: '*** x' } }] })
    else here.vendor.script({ tools: [{ id: 'c2', name: 'look', arguments: { at: 'sea' } }] })
    const { chunks } = await heard({ model, ...ASKED })
    const calls = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
    const told = custom ? { function: { name: 'look' } } : { type: 'custom', custom: { name: 'ApplyPatch' } }
    expect(calls[0]).toMatchObject(told)
    expect(chunks.some(({ choices }) => choices[0]?.finish_reason === 'tool_calls')).toBe(true)
  })

  test('may ask in the words of chat with a tool in those of Responses among others', async () => {
    const named = { type: 'function', function: { name: 'look', parameters: LOOK.parameters } }
    const messages = [{ role: 'user', content: 'look' }]
    const { chunks, sent } = await heard({ model, messages, stream: true, tools: [named, PATCH] })
    expect(wordsIn(chunks)).toBe('Hello from the vendor.')
    expect(JSON.parse(sent).tools.flatMap((tool: object) => JSON.stringify(tool))).toEqual(
      [expect.stringContaining('look'), expect.stringContaining('ApplyPatch')].slice(
        0,
        model === 'gemini-generate' ? 1 : 2,
      ),
    )
  })
})

test('what is wrong with such a request is told in the words of chat', async () => {
  const asked = openai.chat.completions.create({ model: 'all', input: 5 } as never)
  await expect(asked).rejects.toMatchObject({ status: 400, code: 'body_invalid' })
})
