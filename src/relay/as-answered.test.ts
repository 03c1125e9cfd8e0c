import { expect, test } from 'vitest'
import { anthropicMessages } from '../protocols/anthropic-messages/anthropic-messages.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { openaiResponses } from '../protocols/openai-responses/openai-responses.ts'
import { answeredWith, events } from './test-one-answer.ts'

const CHAT = events(
  { choices: [{ index: 0, delta: { content: 'hi' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } },
)
const RESPONSES = events(
  { type: 'response.output_text.delta', delta: 'hi' },
  { type: 'response.completed', response: { usage: { input_tokens: 7, output_tokens: 2 } } },
)
const MESSAGES = events(
  { type: 'message_start', message: { usage: { input_tokens: 7, output_tokens: 1 } } },
  { type: 'content_block_delta', delta: { type: 'text_delta', text: 'hi' } },
  { type: 'message_delta', usage: { output_tokens: 2 } },
  { type: 'message_stop' },
)

test.each([
  [openaiChat, '/v1/chat/completions', CHAT],
  [openaiResponses, '/v1/responses', RESPONSES],
  [anthropicMessages, '/v1/messages', MESSAGES],
] as const)('events that nobody asked for go on, and are metered: %#', async (protocol, path, text) => {
  const {
    delivery,
    heads,
    text: out,
  } = await answeredWith(protocol, path, { type: 'text/event-stream; charset=utf-8', text })
  expect(out).toBe(text)
  expect(heads).toEqual([expect.objectContaining({ 'content-type': 'text/event-stream; charset=utf-8' })])
  expect(delivery).toMatchObject({ end: 'complete', seen: { usage: { input: 7, output: 2 }, terminal: true } })
})

test('events that break off say so as a stream does', async () => {
  const text = events({ choices: [{ index: 0, delta: { content: 'hi' } }] })
  const { delivery, text: out } = await answeredWith(openaiChat, '/v1/chat/completions', {
    type: 'text/event-stream',
    text,
  })
  expect(delivery).toMatchObject({ end: 'upstream_truncated' })
  expect(out.startsWith(`${text}data: {"error"`)).toBe(true)
})

test('a document stays one, and is no answer when it is not whole', async () => {
  const whole = { type: 'application/json', text: '{"choices":[{"finish_reason":"stop"}]}' }
  expect((await answeredWith(openaiChat, '/v1/chat/completions', whole)).text).toBe(whole.text)
  const { answer } = await answeredWith(openaiChat, '/v1/chat/completions', { ...whole, text: CHAT })
  expect(answer.ok).toBe(false)
})

test('where there is no stream to be had, events are no answer', async () => {
  const { answer } = await answeredWith(openaiResponses, '/v1/responses/compact', {
    type: 'text/event-stream',
    text: RESPONSES,
  })
  expect(answer.ok).toBe(false)
})
