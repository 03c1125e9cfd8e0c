import { expect, test } from 'vitest'
import { onlyTranscribes, openaiRealtime, sessionBegun } from './openai-realtime.ts'

const read = (query: string) =>
  openaiRealtime.read({ path: '/v1/realtime', query: new URLSearchParams(query), body: new Uint8Array() })

test('a conversation without a model is told where it belongs', () => {
  expect(() => read('')).toThrow('`model` must stand in the query')
})

test.each([
  ['intent=transcription', true],
  ['intent=transcription&model=m', false],
  ['intent=transcription&model=', true],
  ['model=m', false],
  ['', false],
])('whether a session of %j only transcribes, and names its model later', (query, only) => {
  expect(onlyTranscribes(new URLSearchParams(query))).toBe(only)
})

test('one that names its model may transcribe', () => {
  expect(read('model=m&intent=transcription').model).toBe('m')
})

test.each([
  ['', 'session.created'],
  ['realtime=v1', 'transcription_session.created'],
])('a session is said to be there in the form of its time: %j', (beta, type) => {
  const session = { id: 'sess_1', object: 'realtime.transcription_session' }
  expect(sessionBegun('1', beta)).toMatchObject({ type, event_id: 'event_1', session })
})
