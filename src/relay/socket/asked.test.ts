import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { bookedSession } from './test-session.ts'

const USAGE = { input_tokens: 40, output_tokens: 9 }
const OPEN = () => true
const create = (eventId?: string) => Buffer.from(JSON.stringify({ type: 'response.create', event_id: eventId }))

function conversation(over: Parameters<typeof bookedSession>[0] = {}) {
  const session = bookedSession(over)
  const doneOf = (id: string, status = 'completed') =>
    session.goesOut('response.done', { response: { id, status, usage: USAGE } })
  const done = (id: string, status?: string) => void doneOf(id, status)
  const createdOf = (id: string) => session.goesOut('response.created', { response: { id } })
  const created = (id: string) => void createdOf(id)
  return { ...session, done, doneOf, created, createdOf }
}

test('an answer is let in before anybody is asked for it, and once', async () => {
  const { book, rows, admitted, createdOf, done } = conversation()
  expect(await book.asks(create(), OPEN)).toBe(true)
  expect(admitted()).toBe(1)
  expect(createdOf('r1')).toBe(true)
  done('r1')
  await book.idle()
  expect([admitted(), rows.length]).toEqual([1, 1])
  expect(rows).toMatchObject([{ end: 'complete', delivered: { usage: { input: 40, output: 9 } } }])
})

test('an answer that a limit stands against is not asked for, and what its caller calls it is told', async () => {
  const { book, rows, refusals, cancelled } = conversation({ isRefused: true })
  expect(await book.asks(create('e1'), OPEN)).toBe(false)
  expect([refusals, cancelled]).toEqual([['limit_reached_total, asked for by e1'], []])
  await book.left()
  expect(rows).toEqual([])
})

test('an answer that its upstream begins unasked is cancelled where a limit stands against it, held back, and charged', async () => {
  const { book, rows, refusals, createdOf, wordOf, doneOf } = conversation({ isRefused: true })
  expect(await createdOf('r1')).toBe(false)
  expect(refusals).toEqual(['limit_reached_total r1'])
  expect(wordOf('r1', 'word')).toBe(false)
  expect(doneOf('r1', 'cancelled')).toBe(false)
  await book.idle()
  const delivered = { usage: { input: 40, output: 9 }, pieces: 0 }
  expect(rows).toMatchObject([{ end: 'limit', errorClass: 'limit_reached_total', delivered }])
})

test('a transcript that a limit stands against is held back, and charged as its upstream tells', async () => {
  const { book, rows, goesOut, transcribes } = conversation({ isRefused: true })
  transcribes('asr')
  expect(await goesOut('input_audio_buffer.committed', { item_id: 'i1' })).toBe(false)
  const type = 'conversation.item.input_audio_transcription'
  expect(goesOut(`${type}.delta`, { item_id: 'i1', delta: 'word' })).toBe(false)
  const usage = { type: 'tokens', input_tokens: 9, output_tokens: 2 }
  expect(goesOut(`${type}.completed`, { item_id: 'i1', transcript: 'word', usage })).toBe(false)
  await book.idle()
  expect(rows).toMatchObject([{ end: 'limit', delivered: { usage: { input: 9, output: 2 }, pieces: 0 } }])
})

test.each([
  ['by its name', { event_id: 'e2' }, ['e2']],
  ['by none', { event_id: null }, ['e1']],
  ['by another’s', { event_id: 'e3' }, []],
])(
  'an answer that its upstream refuses %s is a row of nothing, and gives back what it held',
  async (_how, of, gone) => {
    const { book, rows, admitted, created, hear } = conversation()
    for (const id of ['e1', 'e2']) await book.asks(create(id), OPEN)
    hear('error', { error: { type: 'invalid_request_error', code: 'conversation_already_has_active_response', ...of } })
    await Promise.resolve()
    await Promise.resolve()
    const errorClass = 'conversation_already_has_active_response'
    expect(rows).toMatchObject(gone.map(() => ({ end: 'upstream_error', errorClass, delivered: { usage: NO_USAGE } })))
    for (const id of ['r1', 'r2']) created(id)
    expect(admitted()).toBe(2 + gone.length)
  },
)

test('what its caller asked for and did not wait for is cancelled as it begins, and charged', async () => {
  const { book, rows, cancelled, created, done } = conversation()
  await book.asks(create(), OPEN)
  const told = book.left()
  created('r1')
  expect(cancelled).toEqual(['r1'])
  done('r1', 'cancelled')
  await told
  expect(rows).toMatchObject([{ end: 'caller_gone', drained: true, delivered: { usage: { output: 9 } } }])
})

test('what never begins is a row of nothing once the session is over, and so is what can no longer be asked for', async () => {
  const { book, rows } = conversation()
  await book.asks(create(), OPEN)
  expect(await book.asks(create(), () => false)).toBe(false)
  await book.close('upstream_truncated')
  expect(rows.map(({ end }) => end).toSorted()).toEqual(['caller_gone', 'upstream_truncated'])
  expect(rows.map(({ delivered }) => delivered?.usage)).toEqual([NO_USAGE, NO_USAGE])
})

test('what is held of an answer is as long as it may be, and what it reads is what the one before it read and wrote', async () => {
  const { book, talks, created, done, hear } = conversation()
  created('r1')
  hear('session.updated', { session: { max_output_tokens: 300 } })
  done('r1')
  for (const response of [{}, { max_output_tokens: 90 }, { max_output_tokens: 'inf' }])
    await book.asks(Buffer.from(JSON.stringify({ type: 'response.create', response })), OPEN)
  const read = { input: 49, output: 0 }
  expect(talks).toMatchObject([
    { maxTokens: null, read: NO_USAGE },
    { maxTokens: 300, read },
    { maxTokens: 90, read },
    { maxTokens: null, read },
  ])
})

test('no more than sixteen answers are waited for', async () => {
  const { book, rows } = conversation()
  for (let n = 0; n < 17; n += 1) await book.asks(create(), OPEN)
  await expect.poll(() => rows).toMatchObject([{ end: 'upstream_error' }])
})
