import { describe, expect, test } from 'vitest'
import { asRecord } from '../core/json.ts'
import { anthropicMessages } from '../protocols/anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from '../protocols/gemini-generate/gemini-generate.ts'
import { openaiCompletions } from '../protocols/openai-chat/openai-completions.ts'
import { openaiResponses } from '../protocols/openai-responses/openai-responses.ts'
import { dataTextsIn } from '../protocols/sse.ts'
import { answeredWith, chatAnswered, events } from './test-one-answer.ts'

const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream'
const CALL = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"gate"}' } }
const MESSAGE = { role: 'assistant', reasoning_content: 'hm', content: '玉门', tool_calls: [CALL] }
const USAGE = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 }
const CHAT = {
  id: 'x',
  model: 'm-up',
  choices: [{ index: 0, message: MESSAGE, finish_reason: 'tool_calls' }],
  usage: USAGE,
}
const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'm-up',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '玉门', annotations: [] }] }],
  usage: { input_tokens: 7, output_tokens: 2 },
}
const MESSAGES = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm-up',
  content: [{ type: 'text', text: '玉门' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 7, output_tokens: 2 },
}
const GEMINI = {
  candidates: [{ content: { role: 'model', parts: [{ text: '玉门' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2 },
}
const document = (answer: object) => ({ type: JSON_TYPE, text: JSON.stringify(answer) })
const told = { usage: { input: 7, output: 2 }, terminal: true, failure: null }
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]
const messages = [{ role: 'user', content: 'hi' }]

/** The JSON of every event of a text; a text that is no stream has none. */
const eventsIn = (text: string) =>
  dataTextsIn(Buffer.from(text)).map((data): unknown => (data === '[DONE]' ? data : JSON.parse(data)))

describe('a stream that is answered with one document', () => {
  test('is a stream of chat, with what the document said and its usage', async () => {
    const { delivery, heads, text } = await chatAnswered(true, document(CHAT), {
      stream_options: { include_usage: true },
    })
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(heads).toMatchObject([{ 'content-type': EVENTS_TYPE }])
    expect(heads[0]).not.toHaveProperty('content-length')
    const chunks = eventsIn(text)
    expect(chunks.at(-1)).toBe('[DONE]')
    expect(chunks.at(-2)).toMatchObject({ choices: [], usage: USAGE })
    const choices = chunks.slice(0, -2).map((chunk) => (asRecord(chunk).choices as { delta: object }[])[0])
    expect(choices.map((choice) => choice?.delta)).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'hm' },
      { content: '玉门' },
      { tool_calls: [{ index: 0, ...CALL, function: { name: 'look', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: CALL.function.arguments } }] },
      {},
    ])
    expect(choices.at(-1)).toMatchObject({ finish_reason: 'tool_calls' })
  })

  test('tells its usage in a chunk only to a caller who asked', async () => {
    const { delivery, text } = await chatAnswered(true, document(CHAT))
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(text).not.toContain('"usage"')
    expect(eventsIn(text).at(-1)).toBe('[DONE]')
  })

  test.each([
    ['pieces, after blank lines', [' \n', '\n', JSON.stringify(CHAT)]],
    ['letters after a mark of byte order', [`\uFEFF${JSON.stringify(CHAT)}`]],
    ['parts of characters', [...Buffer.from(JSON.stringify(CHAT))].map((byte) => Buffer.from([byte]))],
  ])('is one in %s', async (_name, text) => {
    const { delivery } = await chatAnswered(true, { type: 'text/plain', text })
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
  })

  test('is whole when it is, also where it gives no reason for its end', async () => {
    const { delivery, text } = await chatAnswered(true, document({ choices: [{ message: MESSAGE }], usage: USAGE }))
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(text).toContain('"finish_reason":"tool_calls"')
  })

  test('is one too under the name of a stream, where its head says how long it is', async () => {
    const { delivery, text } = await chatAnswered(true, { ...document(CHAT), type: EVENTS_TYPE, sized: true })
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(eventsIn(text).at(-1)).toBe('[DONE]')
  })

  test('is one of each other protocol', async () => {
    const responses = await answeredWith(openaiResponses, '/v1/responses', {
      ...document(RESPONSE),
      body: { model: 'm', stream: true, input: 'hi' },
    })
    expect(responses.delivery).toMatchObject({ end: 'complete', seen: told })
    const types = eventsIn(responses.text).map((event) => asRecord(event).type)
    expect([types[0], types.at(-1)]).toEqual(['response.created', 'response.completed'])
    const whole = await answeredWith(anthropicMessages, '/v1/messages', {
      ...document(MESSAGES),
      body: { model: 'm', stream: true, max_tokens: 9, messages },
    })
    expect(whole.delivery).toMatchObject({ end: 'complete', seen: told })
    expect(whole.text).toMatch(/^event: message_start\n/)
    expect(whole.text).toMatch(/event: message_stop\ndata: .*\n\n$/)
  })

  test('is events or an array of Gemini', async () => {
    const path = '/v1beta/models/m:streamGenerateContent'
    const asked = { ...document(GEMINI), body: { contents } }
    const sse = await answeredWith(geminiGenerate, path, { ...asked, query: 'alt=sse' })
    expect(sse.delivery).toMatchObject({ end: 'complete', seen: told })
    expect(sse.heads).toMatchObject([{ 'content-type': EVENTS_TYPE }])
    expect(eventsIn(sse.text)).toMatchObject([{ candidates: [{ content: { parts: [{ text: '玉门' }] } }] }, {}])
    const array = await answeredWith(geminiGenerate, path, asked)
    expect(array.delivery).toMatchObject({ end: 'complete', seen: told })
    expect(JSON.parse(array.text)).toMatchObject([{}, { candidates: [{ content: { parts: [{ text: '玉门' }] } }] }, {}])
  })

  test('is one for a caller of another protocol too', async () => {
    const { delivery, text } = await answeredWith(openaiResponses, '/v1/responses', {
      ...document(CHAT),
      spoken: 'openai-chat',
      body: { model: 'm', stream: true, input: 'hi' },
    })
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(eventsIn(text).at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })
  })

  test.each([
    ['an error', { error: { message: 'no', code: 'insufficient_quota' } }, { kind: 'ailing', status: 'exhausted' }],
    ['an error after words', { ...CHAT, choices: [], error: { message: 'no', code: 500 } }, { kind: 'failing' }],
    ['MiniMax’s error', { choices: null, base_resp: { status_code: 1002 } }, { kind: 'limited' }],
    ['nothing that is known', { code: 500, msg: '404 NOT_FOUND', success: false }, { kind: 'failing' }],
    ['another error', { error: 'no room' }, { kind: 'failing' }],
  ])('is none where it tells %s: somebody else may be asked', async (_name, answer, lesson) => {
    const { answer: failed, text } = await chatAnswered(true, document(answer))
    expect(failed).toMatchObject({ ok: false, retry: true, lesson })
    expect(text).toBe('')
  })

  test('is no answer where several were asked for, of which a codec knows one', async () => {
    const { answer } = await chatAnswered(true, document(CHAT), { n: 2 })
    expect(answer).toMatchObject({ ok: false, retry: true })
  })

  test('is no answer when it is not whole', async () => {
    const { answer } = await chatAnswered(true, { type: JSON_TYPE, text: JSON.stringify(CHAT).slice(0, -3) })
    expect(answer).toMatchObject({ ok: false, retry: true })
  })
})

const CHUNKS = events(
  { choices: [{ index: 0, delta: { role: 'assistant', content: '玉' } }] },
  { choices: [{ index: 0, delta: { content: '门' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: USAGE },
)
const DONE = 'data: [DONE]\n\n'

describe('a document that is answered with events', () => {
  test('is one, with what they said and their usage', async () => {
    const { delivery, heads, text } = await chatAnswered(false, { type: EVENTS_TYPE, text: CHUNKS + DONE })
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(heads).toMatchObject([{ 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(text) }])
    expect(JSON.parse(text)).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { content: '玉门' }, finish_reason: 'stop' }],
      usage: USAGE,
    })
  })

  test('is one of Gemini, and one for a caller of another protocol', async () => {
    const { delivery, text } = await answeredWith(geminiGenerate, '/v1beta/models/m:generateContent', {
      type: EVENTS_TYPE,
      text: events(GEMINI),
      body: { contents },
    })
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(JSON.parse(text)).toMatchObject(GEMINI)
    const other = await answeredWith(anthropicMessages, '/v1/messages', {
      type: EVENTS_TYPE,
      text: CHUNKS + DONE,
      spoken: 'openai-chat',
      body: { model: 'm', max_tokens: 9, messages },
    })
    expect(other.delivery).toMatchObject({ end: 'complete', seen: told })
    expect(JSON.parse(other.text)).toMatchObject({ content: [{ type: 'text', text: '玉门' }], stop_reason: 'end_turn' })
  })

  test.each([
    ['after the last of them', CHUNKS + DONE, 500],
    ['after the reason to finish', CHUNKS, 10_000],
  ])('does not wait for an upstream that says no more %s', async (_name, text, ms) => {
    const { delivery, waits } = await chatAnswered(false, { type: EVENTS_TYPE, text, staysOpen: true })
    expect(delivery).toMatchObject({ end: 'complete', seen: told })
    expect(waits.at(-1)).toBe(ms)
  })

  test.each([
    ['tell a failure', `${CHUNKS.slice(0, 70)}\n\n${events({ error: { message: 'no', code: 'x' } })}`],
    ['break off', CHUNKS.slice(0, CHUNKS.indexOf('"stop"'))],
  ])('is none when they %s: somebody else may be asked', async (_name, text) => {
    const { answer, text: out } = await chatAnswered(false, { type: EVENTS_TYPE, text })
    expect(answer).toMatchObject({ ok: false, retry: true })
    expect(out).toBe('')
  })

  test('stays a stream where several were asked for', async () => {
    const { heads, text } = await chatAnswered(false, { type: EVENTS_TYPE, text: CHUNKS + DONE }, { n: 2 })
    expect(text).toBe(CHUNKS + DONE)
    expect(heads).toMatchObject([{ 'content-type': EVENTS_TYPE }])
  })
})

test('a stream under a wrong name goes on as it came', async () => {
  const { delivery, heads, text } = await chatAnswered(
    true,
    { type: JSON_TYPE, text: ['\n', CHUNKS + DONE] },
    { stream_options: { include_usage: true } },
  )
  expect(text).toBe(`\n${CHUNKS}${DONE}`)
  expect(delivery).toMatchObject({ end: 'complete', seen: told })
  expect(heads).toMatchObject([{ 'content-type': EVENTS_TYPE }])
})

test('an array of Gemini goes on as it came, under its own name', async () => {
  const asked = { type: JSON_TYPE, text: JSON.stringify([GEMINI]), body: { contents } }
  const { delivery, heads, text } = await answeredWith(geminiGenerate, '/v1beta/models/m:streamGenerateContent', asked)
  expect(delivery).toMatchObject({ end: 'complete', seen: told })
  expect(JSON.parse(text)).toEqual([GEMINI])
  expect(heads).toMatchObject([{ 'content-type': JSON_TYPE }])
})

test('a stream that says how long it is goes on as it came', async () => {
  const { delivery, heads, text } = await chatAnswered(true, {
    type: `${EVENTS_TYPE}; charset=utf-8`,
    text: CHUNKS + DONE,
    sized: true,
  })
  expect(delivery).toMatchObject({ end: 'complete', seen: told })
  expect(text.startsWith(CHUNKS.slice(0, CHUNKS.indexOf('"usage"')).split('\n\n')[0] ?? '')).toBe(true)
  expect(heads).toMatchObject([{ 'content-type': `${EVENTS_TYPE}; charset=utf-8` }])
})

test.each([
  ['', {}],
  [' of several answers', { n: 2 }],
])('a document%s under the name of a stream goes out as it came, and says what it is', async (_name, asked) => {
  const sent = { type: EVENTS_TYPE, text: [' ', JSON.stringify(CHAT)] }
  const { delivery, heads, text } = await chatAnswered(false, sent, asked)
  expect(delivery).toMatchObject({ end: 'complete', seen: told })
  expect(text).toBe(` ${JSON.stringify(CHAT)}`)
  expect(heads).toMatchObject([{ 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(text) }])
})

test('the older completions have no codec: a document is no stream of theirs', async () => {
  const { answer } = await answeredWith(openaiCompletions, '/v1/completions', {
    ...document({ choices: [{ text: 'a', finish_reason: 'stop' }] }),
    body: { model: 'm', stream: true, prompt: 'hi' },
  })
  expect(answer).toMatchObject({ ok: false, retry: true, record: { errorClass: 'bad_answer' } })
})
