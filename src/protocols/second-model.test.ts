import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { growthOf, HARDLY_ANY_GROWTH, MOST_GROWTH } from '../core/test-growth.ts'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { batchFile, messageBatch } from './pass-through/batch-requests.ts'
import { passThrough } from './pass-through/pass-through.ts'
import type { Protocol } from './protocol.ts'
import { keysOf, requestSpans } from './request.ts'

/** The field for which a request is refused; null when it is taken. */
function refused(read: () => unknown): unknown {
  try {
    read()
    return null
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'second_model') throw error
    return error.details.field
  }
}

const asked = (protocol: Protocol, path: string, rest: string) =>
  refused(() =>
    protocol.read({ path, query: new URLSearchParams(), body: Buffer.from(`{"model":"m","messages":[],${rest}}`) }),
  )

const chat = (rest: string) => asked(openaiChat, '/v1/chat/completions', rest)

const ADVISOR = '{"type":"advisor_20260301","name":"advisor","model":"claude-opus-5-5"}'

test.each([
  ['models', '"models":["openai/o1-pro"]'],
  ['models', '"mod\\u0065ls":["openai/o1-pro"]'],
  ['models', '"models":["openai/o1-pro"],"models":[]'],
  ['models', '"models":["m"]'],
  ['fallbacks', '"fallbacks":[{"model":"claude-opus-5-5"}]'],
  ['fallbacks', '"fallbacks":"default"'],
  ['route', '"route":"fallback"'],
  ['route', '"route":{"type":"fallback"}'],
  ['plugins', '"plugins":[{"id":"web"},{"id":"fusion","analysis_models":["openai/o1-pro"]}]'],
  ['plugins', '"plugins":[{"id":"auto-router"}]'],
  ['tools[].model', `"tools":[{"name":"a"},${ADVISOR}]`],
  ['tools[].model', '"tools":[{"model" :\n "o1","model":""}]'],
  ['tools[].model', '"tools":[{"mo\\u0064el":"o1"}]'],
  ['tools[].model', '"tools":[],"tools":[{"type":"image_generation","model":"gpt-image-2"}]'],
  ['tools[].model', '"tools":[{"type":"namespace","tools":[{"type":"image_generation","model":"gpt-image-2"}]}]'],
  ['svg', '"svg":{"model":"gpt-6-astra"}'],
  ['tools[].model', '"tools":[{"type":"image_generation","svg":{"model":"gpt-6-astra"}}]'],
  ['tools[].model', '"tools":[{"type":"namespace","tools":[{"type":"image_generation","svg":{"model":"a"}}]}]'],
  ['tools[].type', '"tools":[{"type":"openrouter:advisor","parameters":{"model":"o1"}}]'],
  ['tools[].type', '"tools":[{"type":"openrouter\\u003afusion"}]'],
  ['tools[].type', '"tools":[{"type":"op\\u0065nrouter:fusion"}]'],
])('a request with %s is refused: %s', (field, rest) => {
  expect(chat(rest)).toBe(field)
})

test.each([
  '"models":null,"fallbacks":[ ],"route":"sort","plugins":[]',
  '"models":"","route":null,"plugins":null,"tools":null',
  '"plugins":[{"id":"web","max_results":3},{"id":"file-parser"}]',
  '"tools":[{"type":"function","function":{"name":"agent","parameters":{"properties":{"model":{"type":"string","enum":["opus"]}},"required":["model"]}}}]',
  '"tools":[{"name":"a","description":"say \\"model\\":\\"opus\\"","input_schema":{"default":{"model":"opus"}}}]',
  '"tools":[{"type":"openrouter:web_search","parameters":{"max_results":2}},{"type":"openrouter:datetime"}]',
  '"tools":[{"name":"a","model":null}],"tool_choice":"auto"',
  '"metadata":{"models":["a"],"fallbacks":["b"]}',
  '"svg":null,"tools":[{"type":"image_generation","output_format":"svg","svg":{"reasoning":{"effort":"low"}}}]',
])('nothing is wrong with %s', (rest) => {
  expect(chat(rest)).toBeNull()
})

const OFFERED =
  '{"type":"additional_tools","role":"developer","tools":[{"type":"image_generation","model":"gpt-image-2"}]}'

test.each([
  ['input[].tools[].model', `"input":[{"role":"user","content":"a"},${OFFERED}]`],
  ['input[].tools[].model', `"tools":[],"input":[${OFFERED.replace('additional_tools', 'tool_search_output')}]`],
  ['input[].tools[].model', `"input":[${OFFERED.replace('"tools"', '"to\\u006fls"')}]`],
  ['input[].tools[].model', `"input":[],"input":[${OFFERED}]`],
  ['input[].tools[].model', '"input":[{"tools":[{"type":"namespace","tools":[{"svg":{"model":"a"}}]}]}]'],
  ['input[].tools[].type', '"input":[{"tools":[{"type":"openrouter:fusion"}]}]'],
])('tools that are offered in the conversation name no model either, %s: %s', (field, rest) => {
  expect(asked(openaiResponses, '/v1/responses', rest)).toBe(field)
})

test.each([
  '"input":[{"type":"additional_tools","tools":[{"type":"image_generation","model":null},{"type":"function","parameters":{"model":"a"}}]}]',
  '"input":[{"type":"function_call","name":"a","arguments":"{\\"tools\\":[{\\"model\\":\\"b\\"}]}","model":"c"}]',
  '"input":[{"type":"message","content":[{"tools":[{"model":"a"}]}],"metadata":{"tools":[{"model":"a"}]}}]',
  '"input":"tools"',
])('nothing is wrong with the conversation %s', (rest) => {
  expect(asked(openaiResponses, '/v1/responses', rest)).toBeNull()
})

test('every protocol that names its model in JSON looks for another', () => {
  expect(asked(anthropicMessages, '/v1/messages', `"tools":[${ADVISOR}]`)).toBe('tools[].model')
  expect(asked(openaiResponses, '/v1/responses', '"models":["a"]')).toBe('models')
  const embeddings = passThrough.find(({ id }) => id === 'openai-embeddings')
  expect(embeddings && asked(embeddings, '/v1/embeddings', '"models":["a"]')).toBe('models')
})

test('a form names one model too', () => {
  const images = passThrough.find(({ id }) => id === 'openai-images')
  const contentType = 'multipart/form-data; boundary=b'
  const form = (name: string) =>
    ['model', name]
      .map((each) => `--b\r\nContent-Disposition: form-data; name="${each}"\r\n\r\nm\r\n`)
      .join('')
      .concat('--b--')
  const ask = (name: string) => {
    const body = Buffer.from(form(name))
    return refused(() => images?.read({ path: '/v1/images/edits', query: new URLSearchParams(), body, contentType }))
  }
  expect(['svg[model]', 'svg', 'svg[reasoning][effort]'].map(ask)).toEqual(['svg[model]', 'svg', null])
})

test('a request of a batch names one model too', async () => {
  const params = `{"model":"m","max_tokens":1,"tools":[${ADVISOR}],"messages":[]}`
  const batch = messageBatch(Buffer.from(`{"requests":[{"custom_id":"a","params":${params}}]}`))
  await expect(batch).rejects.toMatchObject({ code: 'second_model', details: { field: 'tools[].model' } })
  const lines = Buffer.from('{"body":{"model":"m"}}\n{"body":{"model":"m","models":["o1-pro"]}}\n')
  const file = batchFile(lines, { start: 0, end: lines.length })
  await expect(file).rejects.toMatchObject({ code: 'second_model', details: { field: 'models' } })
  const offering = Buffer.from(`{"body":{"model":"m","input":[${OFFERED}]}}\n`)
  const offered = batchFile(offering, { start: 0, end: offering.length })
  await expect(offered).rejects.toMatchObject({ code: 'second_model', details: { field: 'input[].tools[].model' } })
})

test('more tools or plugins than anybody takes are not gone through', () => {
  const list = (one: string, count: number) => `[${Array(count).fill(one).join()}]`
  expect(chat(`"tools":${list('{"type":"function"}', 10_000)}`)).toBeNull()
  expect(() => chat(`"tools":${list('{"type":"a","model":null}', 10_001)}`)).toThrow('more than 10000 entries')
  expect(chat(`"plugins":${list('{"id":"web"}', 10_000)}`)).toBeNull()
  expect(() => chat(`"plugins":${list('{"id":"web"}', 10_001)}`)).toThrow('more than 10000 entries')
})

test('tools take time in proportion to their length', () => {
  const growth = (most: number, tools: (count: number) => string) =>
    growthOf(most, (count) => {
      const rest = `"tools":${tools(count)}`
      return () => expect(chat(rest)).toBeNull()
    })
  const tool = '{"name":"a","input_schema":{"properties":{"model" : {}}}},'
  expect(growth(9600, (count) => `[${tool.repeat(count)}{}]`)).toBeLessThan(MOST_GROWTH)
  const nested = (depth: number) => `${'[{"tools":'.repeat(depth)}"${'x'.repeat(1_000_000)}"${'}]'.repeat(depth)}`
  expect(growth(30, (depth) => `[{"default":{"model":"a"}},${nested(depth).slice(1)}`)).toBeLessThan(HARDLY_ANY_GROWTH)
})

const NAMESPACE = '"tools":[{"type":"namespace","tools":[]}]'

test.each([
  ['"input":["a"]', false],
  [`"input":["a"],${NAMESPACE}`, false],
  [`${NAMESPACE},"input":["a"]`, false],
  ['"input":[{"tools":[]}]', true],
  [String.raw`"input":[{"\u0074ools":[]}]`, true],
  [`"metadata":{"tools":"a"},"input":["a"],${NAMESPACE}`, true],
])('a conversation is looked through where tools may stand in it: %s', (fields, may) => {
  const body = new TextEncoder().encode(`{"model":"m",${fields}}`)
  const spans = requestSpans(body, keysOf('model'))
  expect(spans.of('input').map((span) => spans.mayOfferTools(span))).toEqual([may])
})
