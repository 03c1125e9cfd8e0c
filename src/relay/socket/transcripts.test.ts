import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { bookedSession } from './test-session.ts'

const ITEM = 'conversation.item.input_audio_transcription'
const SECOND = 48_000
const WORDS = 'nine words that were said in those ten seconds'

test('a transcript is admitted when its sound is in, and is one row however many words and endings are told of it', async () => {
  const { book, rows, admitted, hear, transcribes } = bookedSession()
  transcribes('asr')
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  expect(admitted()).toBe(1)
  hear(`${ITEM}.delta`, { item_id: 'i1', content_index: 0, delta: 'hel' })
  hear(`${ITEM}.segment`, { item_id: 'i1', content_index: 0, text: 'hello' })
  const usage = { type: 'tokens', input_tokens: 9, input_token_details: { audio_tokens: 8 }, output_tokens: 2 }
  for (let n = 0; n < 2; n += 1) hear(`${ITEM}.completed`, { item_id: 'i1', content_index: 0, usage })
  hear(`${ITEM}.delta`, { item_id: 'i1', content_index: 0, delta: 'late' })
  await book.idle()
  expect(admitted()).toBe(1)
  expect(rows).toMatchObject([
    { end: 'complete', model: 'asr', delivered: { usage: { input: 1, audioIn: 8, output: 2 }, estimated: false } },
  ])
})

test('a transcript stays with the model that it was begun with', async () => {
  const { book, rows, hear, transcribes } = bookedSession()
  transcribes('asr')
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  transcribes('timed')
  const usage = { type: 'duration', seconds: 3 }
  for (const id of ['i1', 'i2']) hear(`${ITEM}.completed`, { item_id: id, usage })
  await book.idle()
  expect(rows.map(({ model }) => model)).toEqual(['asr', 'timed'])
})

test.each([
  ['asr', { audioIn: 20 }],
  ['timed', { audioIn: 2, output: 0 }],
])('words by %s whose usage nobody tells are charged with the sound they are of', async (model, usage) => {
  const { book, rows, commits, hear, transcribes } = bookedSession()
  transcribes(model)
  book.said(9 * SECOND)
  hear('input_audio_buffer.speech_started', {})
  book.said(1.5 * SECOND)
  hear(`${ITEM}.delta`, { item_id: 'i1', delta: WORDS })
  book.said(SECOND / 2)
  void book.left()
  expect(commits()).toBe(1)
  await book.close('caller_gone')
  expect(rows).toMatchObject([{ end: 'caller_gone', model, delivered: { estimated: true, usage } }])
})

test('a transcript of which no word has come is nothing, whether it failed or its session ended', async () => {
  const { book, rows, hear, transcribes } = bookedSession()
  transcribes('asr')
  book.said(SECOND)
  for (const id of ['i1', 'i2']) hear('input_audio_buffer.committed', { item_id: id })
  hear(`${ITEM}.failed`, { item_id: 'i1', content_index: 0, error: { code: 'audio_unintelligible', message: 'x' } })
  await book.close('upstream_truncated')
  expect(rows).toMatchObject([
    { end: 'upstream_error', errorClass: 'audio_unintelligible', delivered: { usage: NO_USAGE } },
    { end: 'upstream_truncated', delivered: { usage: NO_USAGE } },
  ])
})

test('a transcript that is told whole and without its usage is charged by its words and its sound', async () => {
  const { book, rows, hear, transcribes } = bookedSession()
  transcribes('asr')
  book.said(2 * SECOND)
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  book.said(SECOND)
  hear(`${ITEM}.completed`, { item_id: 'i1', transcript: WORDS })
  await book.idle()
  expect(rows).toMatchObject([{ end: 'complete', delivered: { estimated: true, usage: { audioIn: 20 } } }])
  expect(rows[0]?.delivered?.usage?.output).toBeGreaterThan(6)
})

test.each([
  { type: 'tokens', input_tokens: 0, output_tokens: 0 },
  { type: 'duration', seconds: 0 },
])('words with a usage of nothing (%j) are charged with their sound, and no words are free', async (usage) => {
  const { book, rows, hear, transcribes } = bookedSession()
  transcribes('asr')
  for (const [id, transcript] of [
    ['i1', WORDS],
    ['i2', ''],
  ] as const) {
    book.said(2 * SECOND)
    hear('input_audio_buffer.committed', { item_id: id })
    hear(`${ITEM}.completed`, { item_id: id, transcript, usage })
  }
  await book.idle()
  expect(rows).toMatchObject([
    { delivered: { estimated: true, usage: { audioIn: 20 } } },
    { delivered: { usage: { audioIn: 0, output: 0 } } },
  ])
})

test('what vLLM has written down with a usage of nothing is charged by its words', async () => {
  const { book, rows, hear } = bookedSession()
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  book.said(2 * SECOND)
  hear('transcription.delta', { delta: WORDS })
  hear('transcription.done', { text: WORDS, usage })
  await book.close('complete')
  expect(rows).toMatchObject([{ delivered: { estimated: true, usage: { audioIn: 20 } } }])
})

test('a transcript that nobody asked for, by a model without a price, is free where no usage is told', async () => {
  const { book, rows, hear, transcribes } = bookedSession()
  transcribes('unknown')
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  hear(`${ITEM}.delta`, { item_id: 'i1', delta: WORDS })
  hear(`${ITEM}.completed`, { item_id: 'i1', transcript: WORDS })
  await book.close('complete')
  expect(rows).toEqual([])
})

test.each([
  [true, false],
  [false, true],
])('words that a limit does not cover end the session (hard: %s), and go out: %s', async (isStrict, goOut) => {
  const { book, rows, refusals, hear, goesOut, transcribes } = bookedSession({ isStrict, isLeft: false })
  transcribes('asr')
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  // The admission is in the journal first.
  await Promise.resolve()
  expect(goesOut(`${ITEM}.delta`, { item_id: 'i1', delta: WORDS })).toBe(goOut)
  expect(refusals).toEqual(['limit_reached_midway null'])
  await book.close('caller_gone')
  expect(rows).toMatchObject([{ end: 'limit', errorClass: 'limit_reached_midway' }])
})

test('what is held of a transcript is what its sound comes to, or five minutes while that still comes', () => {
  const { book, expected, hear, transcribes } = bookedSession()
  transcribes('asr')
  book.said(10 * SECOND)
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  hear(`${ITEM}.delta`, { item_id: 'i2', delta: WORDS })
  transcribes('timed')
  hear(`${ITEM}.delta`, { item_id: 'i3', delta: WORDS })
  const usage = { type: 'duration', seconds: 2.1 }
  hear(`${ITEM}.completed`, { item_id: 'i4', usage })
  hear('response.created', { response: { id: 'r1' } })
  expect(expected).toMatchObject([
    { audioIn: 100, output: 40 },
    { audioIn: 3000, output: 1200 },
    { audioIn: 300, output: 0 },
    { audioIn: 3, output: 0 },
    undefined,
  ])
})

test('words of sound that is then thrown away are charged with it, and sound that is heard is not taken for silence', async () => {
  const { book, rows, hear, transcribes } = bookedSession()
  transcribes('timed')
  book.said(30 * SECOND)
  hear(`${ITEM}.delta`, { item_id: 'i1', delta: WORDS })
  hear('input_audio_buffer.speech_started', {})
  book.said(10 * SECOND)
  hear('input_audio_buffer.cleared', {})
  book.said(5 * SECOND)
  hear(`${ITEM}.delta`, { item_id: 'i2', delta: WORDS })
  await book.close('caller_gone')
  expect(rows).toMatchObject([
    { end: 'complete', delivered: { usage: { audioIn: 40 } } },
    { end: 'caller_gone', delivered: { usage: { audioIn: 5 } } },
  ])
})

test('a transcript is charged for no more seconds than the session can have had', async () => {
  const { book, rows, hear, transcribes } = bookedSession()
  transcribes('timed')
  book.said(20 * SECOND)
  hear('input_audio_buffer.committed', { item_id: 'i1' })
  hear(`${ITEM}.completed`, { item_id: 'i1', usage: { type: 'duration', seconds: 1e300 } })
  book.said(20 * SECOND)
  hear('input_audio_buffer.committed', { item_id: 'i2' })
  hear(`${ITEM}.completed`, { item_id: 'i2', transcript: WORDS, usage: { type: 'duration', seconds: -1 } })
  await book.idle()
  expect(rows.map(({ delivered }) => delivered?.usage?.audioIn)).toEqual([120, 20])
})
