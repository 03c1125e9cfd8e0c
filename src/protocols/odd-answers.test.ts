import { describe, expect, test } from 'vitest'
import { PROTOCOL_CODECS } from './all.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import type { Protocol, Tap } from './protocol.ts'
import { CODECS } from './translate/all.ts'
import type { TranslatedId } from './translate/codec.ts'
import { translatedTurn } from './translate/translated-turn.ts'

const query = new URLSearchParams('alt=sse')
const PATHS: Record<TranslatedId, (stream: boolean) => string> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  'gemini-generate': (stream) => `/v1beta/models/m:${stream ? 'streamG' : 'g'}enerateContent`,
  'gemini-interactions': () => '/v1beta/interactions',
}
const IDS = Object.keys(PATHS) as TranslatedId[]

function protocolOf(id: TranslatedId): Protocol {
  const found = PROTOCOL_CODECS.find((protocol) => protocol.id === id)
  if (!found) throw new Error(`no protocol ${id}`)
  return found
}

const askedOf = (id: TranslatedId, stream: boolean) => {
  const body = Buffer.from(JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hi' }] }))
  return { path: PATHS[id](stream), query, body }
}
const tapOf = (id: TranslatedId, stream: boolean) => protocolOf(id).read(askedOf(id, stream)).tap()
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`

/** What goes on of an answer, which its tap has read to the end. */
function read(tap: Tap, text: string): string {
  return Buffer.concat([tap.push(Buffer.from(text)), tap.flush()]).toString()
}

const WORDS = event({ choices: [{ index: 0, delta: { content: 'hi' } }] })
const FINISH = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const DONE = 'data: [DONE]\n\n'
const USAGE = { prompt_tokens: 7, completion_tokens: 2 }

describe('of chat', () => {
  test.each([
    ['an empty list of', { choices: [], usage: USAGE }],
    ['null for', { choices: null, usage: USAGE }],
    ['no', { usage: USAGE }],
  ])('a usage with %s choices is not told to a caller who did not ask', (_name, chunk) => {
    const tap = tapOf('openai-chat', true)
    expect(read(tap, WORDS + FINISH + event(chunk) + DONE)).toBe(WORDS + FINISH + DONE)
    expect(tap.seen.usage).toMatchObject({ input: 7, output: 2 })
  })

  test('a usage that is told once more with nothing in it leaves what was told', () => {
    const tap = tapOf('openai-chat', true)
    const nothing = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 9 }
    read(tap, WORDS + FINISH + event({ choices: [], usage: USAGE }) + event({ choices: [], usage: nothing }) + DONE)
    expect(tap.seen.usage).toMatchObject({ input: 7, output: 2 })
  })

  test('an error that is a bare text is a failure', () => {
    const tap = tapOf('openai-chat', true)
    tap.push(Buffer.from(WORDS + event({ error: 'boom' })))
    expect(tap.seen).toMatchObject({ terminal: false, failure: 'error' })
  })

  test('words about an error are words', () => {
    const said = event({ choices: [{ index: 0, delta: { content: '"error": "x"' } }] })
    const tap = tapOf('openai-chat', true)
    read(tap, said + FINISH + DONE)
    expect(tap.seen).toMatchObject({ terminal: true, failure: null })
  })

  test('a failure that tells its usage goes on', () => {
    const failure = event({ error: { message: 'no', code: 500 }, usage: USAGE })
    const tap = tapOf('openai-chat', true)
    expect(read(tap, WORDS + failure)).toBe(WORDS + failure)
    expect(tap.seen).toMatchObject({ failure: '500', usage: { input: 7 } })
  })

  test('a stream that says it is whole and not why is whole for callers of any protocol', () => {
    const call = { index: 0, id: 'c1', function: { name: 'look', arguments: '{}' } }
    const calls = event({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })
    const reasons = [WORDS + DONE, WORDS + calls + DONE].map((text) => {
      const tap = translated().tap()
      const told = read(tap, text)
      expect(tap.seen).toMatchObject({ terminal: true, failure: null })
      expect(told).toMatch(/event: message_stop\n/)
      return /"stop_reason":"(\w+)"/.exec(told)?.[1]
    })
    expect(reasons).toEqual(['end_turn', 'tool_use'])
  })

  test('a stream that says nothing of its end has broken off', () => {
    const tap = translated().tap()
    expect(read(tap, WORDS)).not.toContain('message_stop')
    expect(tap.seen).toMatchObject({ terminal: false, failure: 'unfinished' })
  })
})

describe('of Messages', () => {
  const stopped = event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } })

  test('a stream that ends with the reason to stop is whole, and gets the event that says so', () => {
    const tap = tapOf('anthropic-messages', true)
    expect(read(tap, stopped)).toBe(`${stopped}event: message_stop\ndata: {"type":"message_stop"}\n\n`)
    expect(tap.seen).toMatchObject({ terminal: true, failure: null, usage: { output: 2 } })
  })

  test.each([
    ['no reason', event({ type: 'message_delta', delta: { stop_reason: null } })],
    ['the beginning of an event', `${stopped}event: mess`],
    ['its own last event', stopped + event({ type: 'message_stop' })],
    ['a failure', stopped + event({ type: 'error', error: { type: 'overloaded_error' } })],
  ])('a stream that ends with %s goes on as it came', (_name, text) => {
    expect(read(tapOf('anthropic-messages', true), text)).toBe(text)
  })
})

describe('of Gemini', () => {
  const said = event({ candidates: [{ content: { parts: [{ text: 'not [DONE]' }] } }] })
  const last = event({ candidates: [{ content: { parts: [] }, finishReason: 'STOP' }] })

  test.each([1, 7, 1000])('`[DONE]` does not go on, which ends no stream of Google’s (%i bytes at a time)', (size) => {
    const tap = tapOf('gemini-generate', true)
    const text = Buffer.from(`${said}${last}data:[DONE]\r\n\r\n`)
    let out = ''
    for (let at = 0; at < text.length; at += size) out += tap.push(text.subarray(at, at + size)).toString()
    expect(tap.seen).toMatchObject({ terminal: true, over: true, failure: null })
    expect(out + tap.flush().toString()).toBe(said + last)
  })

  test('an event that is no JSON goes on, also after the last chunk', () => {
    const tap = tapOf('gemini-generate', true)
    expect(read(tap, `${said}${last}data: {"cut\n\n`)).toBe(`${said}${last}data: {"cut\n\n`)
  })
})

/** A turn of Messages that is asked in chat. */
function translated() {
  const incoming = {
    path: '/v1/messages',
    query: new URLSearchParams(),
    body: Buffer.from('{"model":"m","stream":true,"max_tokens":9,"messages":[{"role":"user","content":"hi"}]}'),
  }
  return translatedTurn({
    incoming,
    turn: protocolOf('anthropic-messages').read(incoming),
    from: CODECS['anthropic-messages'],
    to: CODECS['openai-chat'],
    upstream: openaiChat,
    addressee: { model: 'm', maxOutput: null, quirks: {} },
    about: { id: 'r', created: 0 },
  })
}

describe.each(IDS)('of %s', (id) => {
  test.each([[{}], [{ code: 500, msg: '404 NOT_FOUND', success: false }], [{ detail: 'not here' }], [[]]])(
    'a document that holds nothing of an answer is none: %o',
    (answer) => {
      const tap = tapOf(id, false)
      read(tap, JSON.stringify(answer))
      expect(tap.seen).toMatchObject({ terminal: false })
    },
  )

  test.each([true, false])('an error is one without the type that says so (stream: %s)', (stream) => {
    const error = {
      error: { message: 'no', type: 'overloaded_error', code: 'overloaded_error', status: 'UNAVAILABLE' },
    }
    const tap = tapOf(id, stream)
    read(tap, stream ? event(error) : JSON.stringify(error))
    expect(tap.seen.failure).toMatch(/^(overloaded_error|UNAVAILABLE)$/)
  })
})

const ANSWERS: Record<TranslatedId, object> = {
  'openai-chat': { choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }], usage: USAGE },
  'openai-responses': { output: [], status: 'completed', usage: { input_tokens: 7, output_tokens: 2 } },
  'anthropic-messages': { content: [], stop_reason: 'end_turn', usage: { input_tokens: 7, output_tokens: 2 } },
  'gemini-generate': { candidates: [], usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2 } },
  'gemini-interactions': { steps: [], status: 'completed', usage: { total_input_tokens: 7, total_output_tokens: 2 } },
}

test.each(IDS)('a document of %s after a mark of byte order is read, and goes on with it', (id) => {
  const text = `\uFEFF${JSON.stringify(ANSWERS[id])}`
  const tap = tapOf(id, false)
  expect(read(tap, text)).toBe(text)
  expect(tap.seen).toMatchObject({ terminal: true, failure: null, usage: { input: 7, output: 2 } })
})

const LAST: Partial<Record<TranslatedId, [before: string, last: string]>> = {
  'openai-chat': [WORDS + FINISH, DONE],
  'openai-responses': [
    event({ type: 'response.output_text.delta', delta: 'hi' }),
    event({ type: 'response.completed' }),
  ],
  'anthropic-messages': [event({ type: 'message_delta', delta: {} }), event({ type: 'message_stop' })],
  'gemini-interactions': [event({ event_type: 'interaction.completed', interaction: { status: 'completed' } }), DONE],
}

test.each(Object.entries(LAST))('a stream of %s is over with its last event, not before', (id, [before, last]) => {
  const tap = tapOf(id as TranslatedId, true)
  tap.push(Buffer.from(before))
  expect(tap.seen.over).toBeUndefined()
  tap.push(Buffer.from(last))
  expect(tap.seen).toMatchObject({ terminal: true, over: true })
})
