import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { openaiResponses } from '../protocols/openai-responses/openai-responses.ts'
import type { Reply } from './exchange.ts'
import { write } from './flow.ts'
import { answeredWith, chatAnswered, events } from './test-one-answer.ts'

const CHUNKS = events(
  { choices: [{ index: 0, delta: { content: 'hi' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
)
const USAGE = events({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } })
const DONE = 'data: [DONE]\n\n'

test.each([
  ['its last event has come: hardly at all', [CHUNKS, USAGE + DONE], 500],
  ['only usage may follow: a while', [CHUNKS], 10_000],
])('an upstream that does not end its answer is waited for when %s', async (_name, text, ms) => {
  const { delivery, waits } = await chatAnswered(true, { type: 'text/event-stream', text, staysOpen: true })
  expect(waits.at(-1)).toBe(ms)
  expect(delivery).toMatchObject({ end: 'complete', seen: { terminal: true } })
})

test('what comes after the last event all the same is read', async () => {
  const { delivery, text } = await chatAnswered(true, { type: 'text/event-stream', text: [CHUNKS + DONE, USAGE, DONE] })
  expect(delivery).toMatchObject({ end: 'complete', seen: { usage: { input: 7, output: 2 } } })
  expect(text).toBe(CHUNKS + DONE + DONE)
})

const SILENT = ': still here\n\n'
const ROLE = events({ choices: [{ index: 0, delta: { role: 'assistant' } }] })
const TYPE = { type: 'text/event-stream' }

test('what came before the first content goes out before it, in its order', async () => {
  const { delivery, text } = await chatAnswered(true, { ...TYPE, text: [SILENT, ROLE, CHUNKS, DONE] })
  expect(text).toBe(SILENT + ROLE + CHUNKS + DONE)
  expect(delivery).toMatchObject({ end: 'complete', httpStatus: 200, errorClass: null })
})

test('what may not go out does not, and no more of it is read', async () => {
  const [one, two, three] = ['one', 'two', 'three'].map((content) =>
    events({ choices: [{ index: 0, delta: { content } }] }),
  )
  let asked = 0
  const mayGoOut = () => (asked += 1) < 2
  const { text, cancelled, waits } = await chatAnswered(true, {
    ...TYPE,
    text: [`${one}`, `${two}`, `${three}`, CHUNKS],
    mayGoOut,
  })
  expect(text.startsWith(`${one}${two}`)).toBe(true)
  expect(text).not.toContain('three')
  expect([waits.length, cancelled]).toEqual([3, ['cut_off']])
})

test.each([
  ['idle_timeout', 'idle_timeout', 'upstream_timeout'],
  ['reset', 'upstream_truncated', 'upstream_broke'],
] as const)('an upstream that breaks off (%s) is told of in the stream', async (breaks, end, words) => {
  const content = events({ choices: [{ index: 0, delta: { content: 'hi' } }] })
  const { answer, delivery, text, cancelled } = await chatAnswered(true, { ...TYPE, text: content, breaks })
  expect(text.startsWith(content)).toBe(true)
  expect(text).toContain(words)
  expect(delivery).toMatchObject({ end, errorClass: breaks, httpStatus: 200, seen: { terminal: false } })
  expect([answer.record.errorClass, cancelled]).toEqual([breaks, [breaks]])
})

test('what has no content within 256 KiB is no answer, and no more of it is read', async () => {
  const chunk = SILENT.repeat(1000)
  const enough = Math.ceil((256 * 1024) / chunk.length)
  const { answer, cancelled, waits } = await chatAnswered(true, { ...TYPE, text: Array(enough + 9).fill(chunk) })
  expect(answer).toMatchObject({ ok: false, retry: true, record: { errorClass: 'bad_answer' } })
  expect([cancelled, waits.length <= enough + 1]).toEqual([['bad_answer'], true])
})

test('a response may first repeat what it was asked, however much that is', async () => {
  const instructions = 'x'.repeat(300_000)
  const body = { model: 'm', stream: true, instructions, input: 'hi' }
  const created = events({ type: 'response.created', response: { instructions } })
  const word = events({ type: 'response.output_text.delta', delta: 'hi' })
  const end = events({ type: 'response.completed', response: { status: 'completed' } })
  const text = [created, word, end]
  const { delivery } = await answeredWith(openaiResponses, '/v1/responses', { ...TYPE, text, body })
  expect(delivery).toMatchObject({ end: 'complete' })
})

test('a translated stream whose upstream breaks off after the reason to finish is ended in the caller’s words', async () => {
  const { delivery, text } = await answeredWith(openaiResponses, '/v1/responses', {
    ...TYPE,
    text: [CHUNKS],
    breaks: 'reset',
    spoken: 'openai-chat',
    body: { model: 'm', stream: true, input: 'hi' },
  })
  expect(delivery).toMatchObject({ end: 'complete', errorClass: null })
  expect(text).toMatch(/event: response\.completed\ndata: [^\n]*\n\n$/)
})

test('a stream that ends in the middle of an event is told to have broken off, without that event', async () => {
  const content = events({ choices: [{ index: 0, delta: { content: 'hi' } }] })
  const { delivery, text } = await chatAnswered(true, { ...TYPE, text: [content, content.slice(0, -2)] })
  expect(delivery).toMatchObject({ end: 'upstream_truncated', errorClass: 'bad_answer', seen: { terminal: false } })
  expect(text).toMatch(/upstream_broke/)
  expect(text.split('"hi"')).toHaveLength(2)
})

test('an event that is larger than any may be ends a stream, and its caller is told', async () => {
  const content = events({ choices: [{ index: 0, delta: { content: 'hi' } }] })
  const endless = Array(5).fill(Buffer.alloc(4 * 1024 * 1024, 'x'))
  const { delivery, text, cancelled } = await chatAnswered(true, { ...TYPE, text: [content, ...endless, DONE] })
  expect(delivery).toMatchObject({ end: 'upstream_truncated', errorClass: 'too_large' })
  expect([text.startsWith(`${content}data: {"error"`), cancelled]).toEqual([true, ['too_large']])
})

test.each([
  ['before', new Error('the caller is gone'), 'caller_gone'],
  ['while', new Error('the caller is gone'), 'caller_gone'],
  ['while', new GatewayError('key_disabled'), 'cut_off'],
])('a reader who leaves %s bytes wait for them is no fault of ours', async (when, why, expected) => {
  const caller = new AbortController()
  const reply = { write: () => false, once: () => undefined, off: () => undefined, socket: null } as unknown as Reply
  if (when === 'before') caller.abort(why)
  const written = (async () => write(reply, Buffer.from('x'), caller.signal))()
  caller.abort(why)
  await expect(written).rejects.toMatchObject({ name: 'UpstreamFailure', class: expected })
})

test.each(['takes them', 'leaves'])(
  'a reader who %s leaves nothing behind of the wait, which had an end',
  async (how) => {
    const waits = new EventEmitter()
    const caller = new EventEmitter()
    const times: number[] = []
    const reply = { write: () => false, socket: { setTimeout: (ms: number) => times.push(ms) } }
    const signal = {
      aborted: false,
      reason: new Error('the caller is gone'),
      addEventListener: caller.on.bind(caller),
      removeEventListener: caller.off.bind(caller),
    }
    const onReply = Object.assign(waits, reply) as unknown as Reply
    const written = write(onReply, Buffer.from('x'), signal)
    expect(times).toEqual([30_000])
    if (how === 'leaves') caller.emit('abort')
    else waits.emit('drain')
    await (how === 'leaves' ? expect(written).rejects.toMatchObject({ class: 'caller_gone' }) : written)
    expect(times).toEqual([30_000, 0])
    expect([waits.listenerCount('drain'), how === 'leaves' ? 0 : caller.listenerCount('abort')]).toEqual([0, 0])
  },
)
