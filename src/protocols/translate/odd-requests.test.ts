import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { CODECS } from './all.ts'
import type { TranslatedId } from './codec.ts'

const PATHS: Record<TranslatedId, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  'gemini-generate': '/v1beta/models/m:generateContent',
  'gemini-interactions': '/v1beta/interactions',
}
const IDS = Object.keys(PATHS) as TranslatedId[]

const read = (from: TranslatedId, body: Json) =>
  CODECS[from].readRequest(body, { path: PATHS[from], query: new URLSearchParams() })

/** What an upstream is asked, as text. */
function asked(from: TranslatedId, to: TranslatedId, body: Json): string {
  const addressee = { model: 'm', maxOutput: null, stream: false, quirks: {} }
  return JSON.stringify(CODECS[to].writeRequest(read(from, body), addressee).body)
}

const titled = (title: string | undefined) => {
  const source = { type: 'base64', media_type: 'application/pdf', data: 'AA==' }
  return { messages: [{ role: 'user', content: [{ type: 'document', title, source }] }] }
}

test.each(['openai-chat', 'openai-responses'] as const)(
  'to %s a document has a name that ends as OpenAI wants it to: titles do not',
  (to) => {
    const nameOf = (title?: string) => /"filename":"([^"]*)"/.exec(asked('anthropic-messages', to, titled(title)))?.[1]
    expect(nameOf('Report of v1.2')).toBe('Report of v1.2.pdf')
    expect(nameOf('a.pdf')).toBe('a.pdf')
    expect(nameOf()).toBe('document.pdf')
  },
)

test.each(['anthropic-messages', 'gemini-generate'] as const)(
  'to %s a picture has the media type by which it is known, whatever its caller calls it',
  (to) => {
    const url = 'data:image/jpg;base64,AA=='
    const chat = { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] }
    const input = [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }]
    expect(asked('openai-chat', to, chat)).toContain('"image/jpeg"')
    expect(asked('openai-responses', to, { input })).toContain('"image/jpeg"')
  },
)

test.each(IDS)('an answer of no words that is sent back in Anthropic’s messages is none to %s', (to) => {
  const hi = { role: 'user', content: 'hi' }
  const said = (content: unknown) =>
    asked('anthropic-messages', to, { messages: [hi, { role: 'assistant', content }, hi] })
  const without = asked('anthropic-messages', to, { messages: [hi, hi] })
  expect(said('')).toBe(without)
  expect(said([{ type: 'text', text: '' }])).toBe(without)
})

test('a function that was called with nothing was called with an empty object', () => {
  const input = [
    { role: 'user', content: 'hi' },
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '' },
    { type: 'custom_tool_call', call_id: 'd', name: 'g', input: '' },
  ]
  expect(read('openai-responses', { input }).messages[1]).toMatchObject({ parts: [{ input: '{}' }, { input: '' }] })
})

test('a name that is null is none', () => {
  const named = (name: unknown) => read('openai-chat', { messages: [{ role: 'user', content: 'hi', name }] }).lost
  expect(named(null)).toBeUndefined()
  expect(named('n')).toEqual(['messages.name'])
})

test('what the items of Responses change of effort and form counts from there on', () => {
  const schema = { type: 'object' }
  const format = { type: 'json_schema', name: 'n', schema }
  const update = (fields: Json) => ({ type: 'configuration_update', ...fields })
  const told = (...updates: Json[]) =>
    read('openai-responses', {
      reasoning: { effort: 'low', summary: 'auto' },
      text: { format: { type: 'json_object' } },
      input: [{ role: 'user', content: 'hi' }, ...updates],
    })
  const changed = told(
    update({ reasoning: { effort: 'low' } }),
    update({ reasoning: { effort: 'high' }, text: { format } }),
  )
  expect(changed).toMatchObject({ reasoning: { effort: 'high', shown: true }, format: { type: 'schema', schema } })
  expect(changed.lost).toBeUndefined()
  expect(told(update({ text: { format: { type: 'text' } } }))).toMatchObject({
    reasoning: { effort: 'low' },
    format: null,
  })
  expect(told(update({ reasoning: null, text: null }))).toMatchObject({ format: { type: 'json' } })
})
