import { expect, test } from 'vitest'
import { openaiRealtime } from './openai-realtime.ts'

const read = (query: string) =>
  openaiRealtime.read({ path: '/v1/realtime', query: new URLSearchParams(query), body: new Uint8Array() })

test.each([
  ['', '`model` must stand in the query'],
  ['intent=transcription', '/v1/audio/transcriptions'],
])('a conversation without a model (%j) is told what to do instead', (query, words) => {
  expect(() => read(query)).toThrow(words)
})

test('one that names its model may transcribe', () => {
  expect(read('model=m&intent=transcription').model).toBe('m')
})
