import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NarrowGateway, startNarrowGateway } from './narrow.ts'

/** Codex looks for the tools of MCP servers by a search that it runs itself, and offers what was found from then on. */
const SEARCH: OpenAI.Responses.Tool = {
  type: 'tool_search',
  execution: 'client',
  description: 'Finds tools.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}
const FOUND: OpenAI.Responses.Tool = {
  type: 'namespace',
  name: 'mcp__files',
  description: 'Files',
  tools: [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }],
}
const SERVED = ['openai-chat', 'anthropic-messages', 'gemini-generate'] as const

let here: NarrowGateway
let openai: OpenAI

beforeAll(async () => {
  here = await startNarrowGateway(SERVED)
  openai = new OpenAI({ apiKey: here.key, baseURL: `${here.gateway.origin}/v1`, maxRetries: 0 })
})
afterAll(() => here[Symbol.asyncDispose]())

async function answered(model: string, input: OpenAI.Responses.ResponseInput) {
  const stream = await openai.responses.create({ model, input, tools: [SEARCH], store: false, stream: true })
  const events: OpenAI.Responses.ResponseStreamEvent[] = []
  for await (const event of stream) events.push(event)
  const last = events.at(-1)
  if (last?.type !== 'response.completed') throw new Error(`It ended with ${last?.type}`)
  const sent = (await here.vendor.arrival(here.vendor.served.length - 1)).body.toString()
  return { output: last.response.output, types: events.map(({ type }) => type), sent }
}

describe.each(SERVED)('with a model that is served by %s', (model) => {
  test('a search among the caller’s tools is asked for, answered, and what it found is called', async () => {
    const asked: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Read a file.' }]
    here.vendor.script({ tools: [{ id: 's1', name: 'tool_search', arguments: { query: 'files' } }] })
    const first = await answered(model, asked)
    expect(first.sent).toContain('Finds tools.')
    expect(first.types.filter((type) => type.startsWith('response.function_call'))).toEqual([])
    const call = first.output.find(({ type }) => type === 'tool_search_call')
    expect(call).toMatchObject({ execution: 'client', status: 'completed', arguments: { query: 'files' } })

    here.vendor.script({ tools: [{ id: 'c1', name: 'mcp__files__read', arguments: {} }] })
    const { call_id } = call as OpenAI.Responses.ResponseToolSearchCall
    const found = { type: 'tool_search_output', execution: 'client', call_id, tools: [FOUND] }
    const second = await answered(model, [...asked, ...first.output, found] as OpenAI.Responses.ResponseInput)
    expect(second.sent).toContain('found')
    expect(second.output.at(-1)).toMatchObject({ type: 'function_call', name: 'read', namespace: 'mcp__files' })
  })
})
