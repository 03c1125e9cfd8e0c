import { expect, test } from 'vitest'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import type { Protocol } from './protocol.ts'

/** What is seen of a stream whose caller leaves before it ends, however its bytes are cut. */
function seenOf(protocol: Protocol, path: string, events: readonly object[], size = 1e9) {
  const body = Buffer.from('{"model":"m","stream":true,"max_tokens":9}')
  const tap = protocol.read({ path, query: new URLSearchParams(), body }).tap()
  const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  for (let at = 0; at < bytes.length; at += size) tap.push(bytes.subarray(at, at + size))
  return tap.seen
}

const chat = (tier: string) => ({ choices: [{ delta: { content: 'Hi' } }], service_tier: tier })
const response = (tier: string) => [
  { type: 'response.created', response: { service_tier: tier } },
  { type: 'response.output_text.delta', delta: 'Hi' },
]

test.each([
  ['priority', 'priority'],
  ['flex', 'flex'],
  ['default', null],
  ['auto', null],
])('who leaves early is charged by the tier %s that the upstream has told by then', (told, serviceTier) => {
  expect(seenOf(openaiChat, '/v1/chat/completions', [chat(told)])).toMatchObject({ usage: null, serviceTier })
  expect(seenOf(openaiResponses, '/v1/responses', response(told))).toMatchObject({ usage: null, serviceTier })
})

test('what is told of the tier at the end counts, and an end without a word of it changes nothing', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 1 }
  const ends = [
    { choices: [], usage, service_tier: 'default' },
    { choices: [], usage },
  ]
  const tiers = ends.map((end) => seenOf(openaiChat, '/v1/chat/completions', [chat('priority'), end]).serviceTier)
  expect(tiers).toEqual([null, 'priority'])
})

test('a stream that ends inside the reason for which it ends was not finished by it', () => {
  const body = Buffer.from('{"model":"m","stream":true}')
  const word = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":null}]}\n\n'
  const last = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}'
  const ends = Array.from({ length: last.length + 1 }, (_, at) => {
    const tap = openaiChat.read({ path: '/v1/chat/completions', query: new URLSearchParams(), body }).tap()
    tap.push(Buffer.from(word + last.slice(0, at)))
    tap.flush()
    return tap.seen.terminal
  })
  expect(ends.indexOf(true)).toBe(last.length)
})

const call = (type: string) => ({
  type: 'response.output_item.done',
  sequence_number: 5,
  output_index: 0,
  item: { id: `ws_${'0'.repeat(48)}`, type: 'web_search_call', status: 'completed', action: { type } },
})
const finds = (content: unknown) => ({
  type: 'content_block_start',
  index: 2,
  content_block: { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content },
})

test.each([1, 50, 1e9])(
  'searches count whose finds have come, though nobody stays to hear of them (%i bytes)',
  (size) => {
    const responses = [
      { type: 'response.created', response: {} },
      call('search'),
      { type: 'response.output_text.delta', delta: 'one "web_search_call"' },
      call('open_page'),
      call('search'),
    ]
    expect(seenOf(openaiResponses, '/v1/responses', responses, size)).toMatchObject({ content: true, searches: 2 })
    const messages = [
      { type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } },
      finds([{ type: 'web_search_result', url: 'https://a' }]),
      { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'a' } },
      finds({ type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }),
      finds([]),
    ]
    expect(seenOf(anthropicMessages, '/v1/messages', messages, size)).toMatchObject({ searches: 2 })
  },
)
