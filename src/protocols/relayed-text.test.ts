import { expect, test } from 'vitest'
import { messagesTap } from './anthropic-messages/tap.ts'
import { chatTap } from './openai-chat/tap.ts'
import { responsesTap } from './openai-responses/tap.ts'

const delta = (content: string) => `data: {"choices":[{"delta":{"content":"${content}"}}]}\n\n`
const DONE = 'data: [DONE]\n\n'
const WINDOW = 64 * 1024

test.each([
  ['in a run of its own', (send: (text: string) => void) => (send(delta('one')), send(DONE))],
  ['behind content in one run', (send: (text: string) => void) => (send(delta('one')), send(delta('two') + DONE))],
  [
    'behind a text that has no end',
    (send: (text: string) => void) => (
      send(delta('one')),
      send('data: {"choices":[{"delta":{"content":"two}}]}\n\n' + DONE)
    ),
  ],
])('the end of a chat is seen %s', (_name, told) => {
  const tap = chatTap({ stream: true, hideUsage: false, answers: 1 })
  told((text) => void tap.push(Buffer.from(text)))
  expect(tap.seen.terminal).toBe(true)
})

test('what says that an answer is over is seen wherever it lies in a run of megabytes', () => {
  const begun = 'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"a"}}\n\n'
  const cases = [
    { tap: () => chatTap({ stream: true, hideUsage: false, answers: 1 }), first: delta('a'), last: DONE },
    { tap: () => messagesTap(true), first: begun, last: 'data: {"type":"message_stop"}\n\n' },
    {
      tap: () => responsesTap(true),
      first: 'data: {"type":"response.output_text.delta","delta":"a"}\n\n',
      last: 'data: {"type":"response.completed","response":{}}\n\n',
    },
  ]
  for (const { tap, first, last } of cases) {
    for (let before = 1; before < last.length; before += 1) {
      const one = tap()
      one.push(Buffer.from(first))
      const filler = first.replace(/a"/, `${'a'.repeat(WINDOW - before - first.length + 1)}"`)
      expect(filler).toHaveLength(WINDOW - before)
      one.push(Buffer.from(filler + last))
      expect({ before, last, terminal: one.seen.terminal }).toEqual({ before, last, terminal: true })
    }
  }
})

test('a chat that says an empty reason in every chunk goes on, and begins with its first word', () => {
  const chunk = (content: string, reason: string) =>
    Buffer.from(`data: {"choices":[{"delta":{"content":"${content}"},"finish_reason": "${reason}"}]}\n\n`)
  const tap = chatTap({ stream: true, hideUsage: false, answers: 1 })
  tap.push(chunk('', ''))
  expect(tap.seen).toMatchObject({ content: false, terminal: false })
  for (const word of ['one', 'two']) tap.push(chunk(word, ''))
  expect(tap.seen).toMatchObject({ content: true, terminal: false })
  tap.push(chunk('', 'stop'))
  expect(tap.seen.terminal).toBe(true)
})

const event = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`
const messagesDelta = (text: string) => event({ type: 'content_block_delta', delta: { type: 'text_delta', text } })
const responsesDelta = (text: string) => event({ type: 'response.output_text.delta', delta: text })
/** Each dialect's answer at once: how it begins, its words, and how it ends where it tells what it used. */
const AT_ONCE = [
  {
    tap: () => chatTap({ stream: true, hideUsage: false, answers: 1 }),
    words: delta('one word '),
    end: (told: boolean) =>
      event({ choices: [], ...(told && { usage: { prompt_tokens: 7, completion_tokens: 9 } }) }) + DONE,
    error: event({ error: { code: 'overloaded' } }),
  },
  {
    tap: () => messagesTap(true),
    words: messagesDelta('one word '),
    end: (told: boolean) =>
      event({ type: 'message_delta', ...(told && { usage: { input_tokens: 7, output_tokens: 9 } }) }) +
      event({ type: 'message_stop' }),
    error: event({ type: 'error', error: { type: 'overloaded' } }),
  },
  {
    tap: () => responsesTap(true),
    words: responsesDelta('one word '),
    end: (told: boolean) =>
      event({
        type: 'response.completed',
        response: { model: 'm', ...(told && { usage: { input_tokens: 7, output_tokens: 9 } }) },
      }),
    error: event({ type: 'error', code: 'overloaded' }),
  },
]

test('the words of an answer that comes at once are measured where it does not tell what it used, or was none', () => {
  for (const { tap, words, end, error } of AT_ONCE) {
    const seenOf = (text: string) => {
      const one = tap()
      one.push(Buffer.from(text))
      return one.seen
    }
    const told = seenOf(words.repeat(200) + end(true))
    expect(told).toMatchObject({ content: true, terminal: true, usage: { input: 7, output: 9 } })
    expect(told).not.toHaveProperty('text')
    const untold = seenOf(words.repeat(200) + end(false))
    expect(untold).toMatchObject({ content: true, terminal: true, usage: null, text: { rough: 400 } })
    const failed = seenOf(words.repeat(200) + error + words + end(true))
    expect(failed).toMatchObject({ failure: 'overloaded', text: { rough: 402 } })
  }
})
