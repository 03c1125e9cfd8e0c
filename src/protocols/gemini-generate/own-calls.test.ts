import { expect, test } from 'vitest'
import { withOwnCalls } from './own-calls.ts'

const picture = { inlineData: { mimeType: 'image/png', data: 'aaaa' } }
const result = { functionResponse: { id: 'c', name: 'read_file', response: { output: 'ok' } } }
const call = { functionCall: { id: 'c', name: 'read_file' } }

test('results that stand alone get their calls before them', () => {
  const alone = { role: 'user', parts: [result, picture] }
  expect(withOwnCalls({ contents: [alone], model: 'm' })).toEqual({
    contents: [{ role: 'model', parts: [call] }, alone],
    model: 'm',
  })
  expect(withOwnCalls({ contents: { parts: { function_response: result.functionResponse } } })).toMatchObject({
    contents: [{ parts: [call] }, {}],
  })
})

test.each([
  ['whose results have their calls', { contents: [{ role: 'model', parts: [call] }, { parts: [result] }] }],
  ['without results', { contents: [{ parts: [picture] }] }],
  ['that is no conversation', { contents: 'hi' }],
])('a request %s stays as it is', (_name, request) => {
  expect(withOwnCalls(request)).toBe(request)
})
