import { expect, test } from 'vitest'
import { bookedSession } from './test-session.ts'

const USAGE = { input_tokens: 40, output_tokens: 9 }
const done = (id: string, status: string) => ({ response: { id, status, usage: USAGE } })

test('what is under way when the caller leaves is cancelled, and charged as its upstream tells', async () => {
  const { book, rows, cancelled, hear, says } = bookedSession()
  hear('response.created', { response: { id: 'r1' } })
  says('r1', 'word')
  const told = book.left()
  hear('response.created', { response: { id: 'r2' } })
  expect(cancelled).toEqual(['r1', 'r2'])
  hear('response.done', done('r1', 'cancelled'))
  hear('response.done', done('r2', 'cancelled'))
  await told
  expect(rows).toMatchObject([
    { end: 'caller_gone', drained: true, delivered: { usage: { input: 40, output: 9 }, terminal: true } },
    { end: 'caller_gone', drained: true },
  ])
})

test('what its upstream never tells is what was delivered, and what was read before it', async () => {
  const { book, rows, hear, says } = bookedSession()
  hear('response.created', { response: { id: 'r1' } })
  hear('response.done', done('r1', 'completed'))
  hear('response.created', { response: { id: 'r2' } })
  says('r2', 'nine words that were said in those ten seconds')
  void book.left()
  says('r2', 'never read '.repeat(1000))
  await book.close('caller_gone')
  hear('response.done', done('r2', 'cancelled'))
  await book.idle()
  expect(rows).toHaveLength(2)
  const { delivered, ...row } = rows[1] ?? {}
  expect(row).toMatchObject({ end: 'caller_gone', drained: false })
  expect(delivered).toMatchObject({ estimated: true, usage: { input: 49 } })
  expect(delivered?.usage?.output).toBeGreaterThan(6)
  expect(delivered?.usage?.output).toBeLessThan(14)
})

const NOTHING = { input_tokens: 0, output_tokens: 0, input_token_details: {}, output_token_details: {} }
const WORDS = 'nine words that were said in those ten seconds'

test.each([
  ['nothing at all', NOTHING, { input: 49 }],
  ['an object without a word', {}, { input: 49 }],
  ['that nothing was read', { ...NOTHING, output_tokens: 7 }, { input: 49, output: 7 }],
  ['that nothing was made', { ...NOTHING, input_tokens: 80 }, { input: 80 }],
])('a usage that says %s of an answer that came is not believed', async (_what, usage, believed) => {
  const { book, rows, hear, says } = bookedSession()
  hear('response.created', { response: { id: 'r1' } })
  hear('response.done', done('r1', 'completed'))
  hear('response.created', { response: { id: 'r2' } })
  says('r2', WORDS)
  hear('response.done', { response: { id: 'r2', status: 'completed', usage } })
  await book.idle()
  expect(rows[1]?.delivered).toMatchObject({ estimated: true, usage: believed })
  expect(rows[1]?.delivered?.usage?.output).toBeGreaterThan(6)
})

test('an answer that is told whole, with a usage of nothing, is charged by its words, and one of which nothing came is free', async () => {
  const { book, rows, hear } = bookedSession()
  const content = [{ type: 'output_text', text: WORDS }]
  const output = [{ type: 'message', content }, { type: 'function_call', arguments: '{"a":1}' }, null]
  for (const [id, came] of [
    ['r1', output],
    ['r2', []],
  ] as const) {
    hear('response.created', { response: { id } })
    hear('response.done', { response: { id, status: 'completed', usage: NOTHING, output: came } })
  }
  await book.idle()
  expect(rows[0]?.delivered).toMatchObject({ estimated: true, pieces: 2 })
  expect(rows[0]?.delivered?.usage?.output).toBeGreaterThan(8)
  expect(rows[1]?.delivered).toMatchObject({ estimated: false, usage: { input: 0, output: 0 } })
})

test.each([
  ['asr', 'asr'],
  ['unknown', 'talker'],
  [null, 'talker'],
])('a transcript by %s is booked with %s', async (model, booked) => {
  const { book, rows, hear } = bookedSession()
  hear('session.created', { session: { audio: { input: { transcription: { model: 'asr' } } } } })
  hear('session.updated', { session: { audio: { input: { transcription: model && { model } } } } })
  const usage = { type: 'duration', seconds: 2.1 }
  hear('conversation.item.input_audio_transcription.completed', { item_id: 'i', usage })
  await book.idle()
  expect(rows).toMatchObject([{ end: 'complete', model: booked, delivered: { usage: { audioIn: 3 } } }])
})

test('whatever its upstream calls an item, a transcript of it is booked', async () => {
  const { book, rows, hear } = bookedSession()
  const usage = { type: 'tokens', input_tokens: 4, output_tokens: 2 }
  const type = 'conversation.item.input_audio_transcription.completed'
  for (const id of [{ toString: 1 }, null, 7]) hear(type, { item_id: id, usage })
  await book.close('complete')
  expect(rows).toHaveLength(3)
})

test('an answer that is said to begin twice is admitted once, and its place is free when it is done', async () => {
  const { book, rows, admitted, hear } = bookedSession()
  hear('response.created', { response: { id: 'r1' } })
  hear('response.created', { response: { id: 'r1' } })
  hear('response.done', done('r1', 'completed'))
  await book.close('complete')
  expect([admitted(), rows.length]).toEqual([1, 1])
})

test('what is told twice is booked once', async () => {
  const { book, rows, hear } = bookedSession()
  hear('response.created', { response: { id: 'r1' } })
  for (let n = 0; n < 2; n += 1) hear('response.done', done('r1', 'completed'))
  const heard = { item_id: 'i1', usage: { type: 'tokens', input_tokens: 5, output_tokens: 1 } }
  for (const part of [0, 0, 1])
    hear('conversation.item.input_audio_transcription.completed', { ...heard, content_index: part })
  await book.idle()
  expect(rows).toHaveLength(3)
})

test('what vLLM has written down is booked as it tells', async () => {
  const { book, rows, hear } = bookedSession()
  const usage = { prompt_tokens: 30, completion_tokens: 4, total_tokens: 34 }
  for (let n = 0; n < 2; n += 1) hear('transcription.done', { text: 'hello', usage })
  await book.close('complete')
  expect(rows).toMatchObject(Array(2).fill({ end: 'complete', delivered: { usage: { input: 30, output: 4 } } }))
})

test('an answer that a limit does not cover any more is cut off in its middle', async () => {
  const { book, rows, refusals, hear, wordOf } = bookedSession({ isStrict: true, isLeft: false })
  hear('response.created', { response: { id: 'r1' } })
  await Promise.resolve()
  expect(wordOf('r1', 'word')).toBe(false)
  expect(refusals).toEqual(['limit_reached_midway r1'])
  hear('response.done', done('r1', 'cancelled'))
  await book.idle()
  expect(rows).toMatchObject([{ end: 'limit', delivered: { usage: { input: 40 }, terminal: true } }])
})

test('how far an answer and a transcript have come is seen by the ledger while they come', async () => {
  const { book, shown, hear, transcribes } = bookedSession()
  transcribes('asr')
  hear('response.created', { response: { id: 'r1' } })
  book.said(48_000)
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  await Promise.resolve()
  const sound = { type: 'response.output_audio.delta', response_id: 'r1', delta: 'AAAA'.repeat(1200) }
  for (let n = 0; n < 20; n += 1) expect(book.heard(sound)).toBe(true)
  hear('conversation.item.input_audio_transcription.delta', { item_id: 'i1', delta: 'word' })
  expect(shown).toMatchObject([
    { pieces: 20, estimated: true, usage: { audioOut: 30 } },
    { pieces: 1, usage: { audioIn: 10 } },
  ])
  await book.close('complete')
})
