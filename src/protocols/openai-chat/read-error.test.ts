import { expect, test } from 'vitest'
import { failureIn, readError } from './read-error.ts'

const error = (fields: object) => ({ error: { message: 'm', ...fields } })

test.each([
  [400, error({ type: 'invalid_request_error', code: null }), 'bad_request'],
  [422, error({}), 'bad_request'],
  [400, error({ code: 'context_length_exceeded' }), 'context_too_long'],
  [400, { error: { message: 'This model’s maximum context length is 8192 tokens' } }, 'context_too_long'],
  [400, { error: { message: 'Range of input length should be [1, 98304]' } }, 'context_too_long'],
  [
    400,
    { error: 'This model’s maximum prompt length is 131072 but the request contains 537812 tokens.' },
    'context_too_long',
  ],
  [
    400,
    { error: { message: 'Your request exceeded model token limit: 262144 (requested: 287431)' } },
    'context_too_long',
  ],
  [400, error({ code: 400, type: 'exceed_context_size_error' }), 'context_too_long'],
  [
    400,
    { error: { message: 'request (124315 tokens) exceeds the available context size (123904 tokens)' } },
    'context_too_long',
  ],
  [400, { error: { code: '1210', message: 'tokens in request more than max tokens allowed' } }, 'context_too_long'],
  [400, { error: { code: '1261', message: 'Prompt 超长' } }, 'context_too_long'],
  [400, { error: { message: 'Total tokens of image and text exceed max message tokens.' } }, 'context_too_long'],
  [400, { error: { message: 'Range of max_tokens should be [1, 8192]' } }, 'bad_request'],
  [400, error({ code: 'content_filter' }), 'content_filter'],
  [400, error({ code: 'data_inspection_failed' }), 'content_filter'],
  [400, { error: { message: 'Content Exists Risk', type: 'invalid_request_error' } }, 'content_filter'],
  [400, error({ code: '1301' }), 'content_filter'],
  [403, { error: { code: 403, message: 'flagged', metadata: { reasons: ['violence'] } } }, 'content_filter'],
  [401, error({ code: 'invalid_api_key' }), 'ours'],
  [402, undefined, 'ours'],
  [403, error({}), 'ours'],
  [429, error({ code: 'insufficient_quota' }), 'ours'],
  [429, error({ type: 'exceeded_current_quota_error' }), 'ours'],
  [429, error({ code: '1113' }), 'ours'],
  [400, error({ code: 'Arrearage' }), 'ours'],
  [404, error({ code: 'model_not_found' }), 'model_missing'],
  [400, { error: { message: 'The model `x` does not exist' } }, 'model_missing'],
  [400, error({ code: '1211' }), 'model_missing'],
  [413, undefined, 'too_large'],
  [429, error({ code: 'rate_limit_exceeded' }), 'busy'],
  [429, error({ code: '1302' }), 'busy'],
  [503, error({}), 'broken'],
  [500, undefined, 'broken'],
  [400, { code: 'InvalidParameter', message: 'm' }, 'bad_request'],
])('%i %o is %s', (status, body, kind) => {
  expect(readError(status, body)).toMatchObject({ kind })
})

test('the upstream’s own words are kept', () => {
  expect(readError(400, error({ message: 'no such thing' })).message).toBe('no such thing')
  expect(readError(400, { error: 'plainly wrong' }).message).toBe('plainly wrong')
})

test.each([
  [error({ code: 'server_overloaded' }), 'busy'],
  [error({ code: 502 }), 'broken'],
  [error({ code: 402 }), 'ours'],
  [error({ code: 429, status: 'RESOURCE_EXHAUSTED' }), 'busy'],
  [error({ type: 'invalid_request_error' }), 'bad_request'],
  [error({}), 'broken'],
  [{ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }, 'ours'],
  [
    { base_resp: { status_code: 2013, status_msg: 'invalid params, context window exceeds limit' } },
    'context_too_long',
  ],
  [{ base_resp: { status_code: 1, status_msg: '' } }, 'broken'],
])('%o in an answer is a failure: %s', (data, kind) => {
  expect(failureIn(data)).toMatchObject({ kind })
})

test.each([
  {},
  { choices: [] },
  { error: null, choices: [] },
  { error: '' },
  { error: {} },
  { base_resp: { status_code: 0 } },
])('%o is no failure', (data) => expect(failureIn(data)).toBeNull())
