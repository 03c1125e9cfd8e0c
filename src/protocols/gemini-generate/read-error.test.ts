import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../../core/test-growth.ts'
import { readError } from './read-error.ts'

const error = (message: string, details?: object[]) => ({ error: { message, ...(details && { details }) } })

test.each([
  [400, error('API key not valid.', [{ reason: 'API_KEY_INVALID' }]), 'ours'],
  [400, error('User location is not supported for the API use.'), 'ours'],
  [
    400,
    error('The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).'),
    'context_too_long',
  ],
  [400, error('Request payload size exceeds the limit: 20971520 bytes.'), 'too_large'],
  [400, error('The prompt could not be submitted: it violates our usage guidelines.'), 'content_filter'],
  [400, error('Invalid value at contents[0]'), 'bad_request'],
  [401, undefined, 'ours'],
  [403, error('Your API key was reported as leaked.'), 'ours'],
  [404, error('models/m is not found for API version v1beta'), 'model_missing'],
  [413, undefined, 'too_large'],
  [429, error('Resource has been exhausted'), 'busy'],
  [429, error('You exceeded your quota', [{ violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }] }]), 'ours'],
  [429, error('You exceeded your quota', [{ violations: [{ quotaId: 'GenerateRequestsPerMinute' }] }]), 'busy'],
  [429, error('Your prepayment credits are depleted.'), 'ours'],
  [422, undefined, 'bad_request'],
  [500, undefined, 'broken'],
  [503, error('The model is overloaded.'), 'broken'],
])('a %i that says %j is %s', (status, body, kind) => {
  expect(readError(status, body)).toEqual({ kind, message: body?.error.message ?? '' })
})

test('a long message is looked at in time in proportion to its length', () => {
  const growth = growthOf(4000, (count) => {
    const told = error('token count '.repeat(count))
    return () => expect(readError(400, told).kind).toBe('bad_request')
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})
