import { expect, test } from 'vitest'
import { anthropicMessages } from '../protocols/anthropic-messages/anthropic-messages.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { openaiResponses } from '../protocols/openai-responses/openai-responses.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { type Answer, type Ask, attempt } from './attempt.ts'
import { createDrains } from './drains.ts'
import { createResponseMemory } from './response-memory.ts'
import { aTarget } from './routing/test-targets.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

const events = (...data: object[]) => data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')

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

/** Asks an upstream that answers like this, and hands its answer on; what went out is told beside it. */
async function answeredWith(protocol: Protocol, path: string, { type, text }: { type: string; text: string }) {
  const out: string[] = []
  const heads: object[] = []
  const chunks = [Buffer.from(text)]
  const next = async () => chunks.shift() ?? null
  const sent: UpstreamAnswer = { status: 200, headers: { 'content-type': type }, next, cancel: () => undefined }
  const reply = {
    headersSent: false,
    writeHead: (_status: number, head: object) => void heads.push(head),
    write: (bytes: Uint8Array) => out.push(Buffer.from(bytes).toString()) > 0,
    end: (bytes?: Uint8Array) => void (bytes && out.push(Buffer.from(bytes).toString())),
  }
  const query = new URLSearchParams()
  const { signal } = new AbortController()
  const exchange = { id: 'r', at: 0, query, headers: {}, reply, signal, extraHeaders: {}, elapsedMs: () => 0 }
  const turn = protocol.read({ path, query, body: Buffer.from('{"model":"m","stream":"true"}') })
  const endpoint = { baseUrl: 'http://up/v1', dialect: protocol.dialect }
  const ask = { exchange, protocol, spoken: protocol.id, turn, target: aTarget('a', { endpoint }), n: 1, untilMs: 1000 }
  const answer: Answer = await attempt(ask as unknown as Ask, {
    upstream: { send: async () => sent, [Symbol.asyncDispose]: async () => undefined },
    memory: createResponseMemory(),
    drains: createDrains(),
  })
  const delivery = answer.ok ? await answer.deliver(() => true) : null
  delivery?.finish()
  return { answer, delivery, heads, text: out.join('') }
}

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
