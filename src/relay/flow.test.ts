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
