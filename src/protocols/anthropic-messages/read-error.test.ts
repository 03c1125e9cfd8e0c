import { expect, test } from 'vitest'
import { readError, readErrorEvent } from './read-error.ts'

const body = (type: string, message: string, more: object = {}) => ({
  type: 'error',
  error: { type, message, ...more },
})

test.each([
  [400, body('invalid_request_error', 'messages: Field required'), 'bad_request'],
  [400, body('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'), 'context_too_long'],
  [
    400,
    body('invalid_request_error', 'Your request exceeded model token limit: 262144 (requested: 291351)'),
    'context_too_long',
  ],
  [400, body('invalid_request_error', 'tokens in request more than max tokens allowed'), 'context_too_long'],
  [400, { error: { code: '1261', message: 'Prompt exceeds max length' } }, 'context_too_long'],
  [400, body('invalid_request_error', 'Output blocked by content filtering policy'), 'content_filter'],
  [400, body('invalid_request_error', 'Your credit balance is too low to access the API.'), 'ours'],
  [401, body('authentication_error', 'invalid x-api-key'), 'ours'],
  [402, body('billing_error', 'pay'), 'ours'],
  [403, body('permission_error', 'no'), 'ours'],
  [404, body('not_found_error', 'model: nope'), 'model_missing'],
  [413, body('request_too_large', 'Request exceeds the maximum size'), 'too_large'],
  [429, body('rate_limit_error', 'slow down'), 'busy'],
  [429, body('rate_limit_error', 'no', { details: { error_code: 'enforced_spend_limit_reached' } }), 'ours'],
  [429, body('1113', '余额不足或无可用资源包'), 'ours'],
  [500, body('api_error', 'Internal server error'), 'broken'],
  [504, body('timeout_error', 'late'), 'broken'],
  [529, body('overloaded_error', 'Overloaded'), 'broken'],
  [418, undefined, 'bad_request'],
  [502, undefined, 'broken'],
] as const)('an upstream’s %d with %j is %s', (status, told, kind) => {
  expect(readError(status, told).kind).toBe(kind)
})

test('the message is the upstream’s own, wherever it stands', () => {
  expect(readError(400, body('invalid_request_error', 'why')).message).toBe('why')
  expect(readError(400, { code: 'x', message: 'why' }).message).toBe('why')
  expect(readError(400, { error: 'why' }).message).toBe('why')
  expect(readError(500, undefined).message).toBe('')
})

test.each([
  ['overloaded_error', 'broken'],
  ['rate_limit_error', 'busy'],
  ['authentication_error', 'ours'],
  ['never_heard_of', 'broken'],
])('an error in a stream has no status, and its type %s says %s', (type, kind) => {
  expect(readErrorEvent(body(type, 'm')).kind).toBe(kind)
})
