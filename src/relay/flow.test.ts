import { expect, test } from 'vitest'
import { chatAnswered, events } from './test-one-answer.ts'

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
