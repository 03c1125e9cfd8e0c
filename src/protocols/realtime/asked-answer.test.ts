import { expect, test } from 'vitest'
import { askedAnswer } from './asked-answer.ts'

test.each([
  ['{"type":"response.create"}', undefined],
  ['{"response":{"max_output_tokens":90}}', 90],
  ['{"response":{"max_response_output_tokens":90,"max_output_tokens":80}}', 90],
  ['{"response":{"max_output_tokens":"inf"}}', null],
  ['{"response":{"max_output_tokens":"inf","max_output_tokens":9}}', null],
  ['{"response":{"max_output_tokens":-1}}', undefined],
  ['{"max_output_tokens":90}', undefined],
])('how long %s lets the answer be', (text, maxTokens) => {
  expect(askedAnswer(Buffer.from(text)).maxTokens).toBe(maxTokens)
})

test.each([
  ['{"type":"response.create"}', ''],
  ['{"event_id":"e1","type":"response.create","response":{"event_id":"e2"}}', 'e1'],
  ['{"event_\\u0069d":"e1"}', 'e1'],
  ['{"event_id":7}', ''],
  [`{"event_id":"${'e'.repeat(600)}"}`, ''],
  ['{"event_id":"e1","x":NaN', 'e1'],
  ['', ''],
])('what %s calls the answer it asks for', (text, eventId) => {
  expect(askedAnswer(Buffer.from(text)).eventId).toBe(eventId)
})
