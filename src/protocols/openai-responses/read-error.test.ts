import { expect, test } from 'vitest'
import { failureOf, readError } from './read-error.ts'

const error = (fields: object) => ({ error: { message: 'why', ...fields } })

test.each([
  [401, error({ code: 'invalid_api_key' }), 'ours'],
  [403, error({ code: null }), 'ours'],
  [402, undefined, 'ours'],
  [429, error({ type: 'insufficient_quota', code: 'insufficient_quota' }), 'ours'],
  [400, error({ code: 'Arrearage' }), 'ours'],
  [429, error({ code: '1113' }), 'ours'],
  [429, error({ code: 'rate_limit_exceeded' }), 'busy'],
  [400, error({ code: 'context_length_exceeded' }), 'context_too_long'],
  [400, { error: { message: 'Your input exceeds the context window of this model.' } }, 'context_too_long'],
  [400, error({ code: 'content_policy_violation' }), 'content_filter'],
  [400, error({ code: 'invalid_prompt' }), 'content_filter'],
  [400, error({ code: 'bio_policy' }), 'content_filter'],
  [404, error({ code: 'model_not_found' }), 'model_missing'],
  [404, undefined, 'model_missing'],
  [413, undefined, 'too_large'],
  [400, error({ type: 'invalid_request_error', code: 'invalid_encrypted_content' }), 'bad_request'],
  [422, undefined, 'bad_request'],
  [500, error({ type: 'server_error' }), 'broken'],
  [503, undefined, 'broken'],
])('status %i with %j is %s', (status, body, kind) => expect(readError(status, body).kind).toBe(kind))

test.each([
  [{ code: 'server_error', message: 'x' }, 'broken'],
  [{ code: 'rate_limit_exceeded', message: 'x' }, 'busy'],
  [{ code: 'server_is_overloaded', message: 'x' }, 'busy'],
  [{ code: 'context_length_exceeded', message: 'x' }, 'context_too_long'],
  [{ code: 'insufficient_quota', message: 'x' }, 'ours'],
  [{ code: 'invalid_api_key', message: 'x' }, 'ours'],
  [{ code: 'invalid_encrypted_content', message: 'x' }, 'bad_request'],
  [{ code: 'image_content_policy_violation', message: 'x' }, 'content_filter'],
  [{ code: 'image_too_large', message: 'x' }, 'bad_request'],
  [{ code: 'failed_to_download_image', message: 'x' }, 'bad_request'],
  [{ type: 'error', code: 'odd', message: 'x' }, 'broken'],
])('the failure %j is %s, in its own words', (fields, kind) => {
  expect(failureOf(fields)).toEqual({ kind, message: 'x' })
})

test('a failure that says nothing is the vendor breaking down', () => {
  expect(failureOf({})).toEqual({ kind: 'broken', message: '' })
})
