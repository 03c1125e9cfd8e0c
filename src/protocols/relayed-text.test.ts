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
