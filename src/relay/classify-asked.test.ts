import { expect, test } from 'vitest'
import { errorOfFailure, lessonOfFailure, verdictOf } from './classify.ts'
import { UpstreamFailure } from './failure.ts'
import { known } from './routing/words.ts'

const REFUSED = 'upstream_refused_us'
const said = (message: string, code: unknown = null) => ({ error: { message, type: 'tokens', code } })
const because = (reason: string) => ({ error: { code: 403, status: 'PERMISSION_DENIED', details: [{ reason }] } })

/** Status, body, what it means, and what the caller is told: all of these a caller may bring about, or seem to. */
const CASES: [name: string, status: number, body: unknown, meaning: string, code: string | null][] = [
  [
    'Anthropic’s 403 for a feature that nobody has switched on may be about either',
    403,
    { type: 'error', error: { type: 'permission_error', message: 'Not available to your organization.' } },
    'doubted',
    REFUSED,
  ],
  ['Google’s for a project that it suspended', 403, because('CONSUMER_SUSPENDED'), 'invalid', REFUSED],
  [
    'OpenAI’s 401 for what a restricted key may not do',
    401,
    said('You have insufficient permissions for this operation. Missing scopes: api.responses.write.'),
    'absent',
    'model_gone',
  ],
  [
    'OpenAI’s 429 for a request that is larger than all it gives in a minute',
    429,
    said('Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389.', 'rate_limit_exceeded'),
    'nothing',
    'asked_too_much',
  ],
  [
    'Groq’s 413 for the same',
    413,
    said('Request too large for model `m` in organization `o` on tokens per minute (TPM)', 'rate_limit_exceeded'),
    'nothing',
    'asked_too_much',
  ],
  // console.groq.com/docs/flex-processing: another tier goes on meanwhile.
  ['Groq’s 498 for a flex tier that is full', 498, said('', 'capacity_exceeded'), 'nothing', 'upstream_failed'],
  [
    'Fireworks’ 412 for an account that is suspended, which no caller can help',
    412,
    said('Account a is suspended, possibly due to reaching the monthly spending limit', 'PRECONDITION_FAILED'),
    'exhausted',
    REFUSED,
  ],
  [
    'Anthropic’s 413 for a body that is too large anywhere is the caller’s, in its own words',
    413,
    { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
    'well',
    null,
  ],
  [
    'OpenRouter’s 402 for more tokens than are left',
    402,
    said('This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens', 402),
    'nothing',
    'asked_too_much',
  ],
  [
    'OpenRouter’s 401 where the operator’s own key for a provider behind it is refused is about the models of that',
    401,
    { error: { message: 'Provider returned error', code: 401, metadata: { raw: '{}', provider_name: 'Anthropic' } } },
    'absent',
    'model_gone',
  ],
  [
    'its 402 where the account there is empty',
    402,
    { error: { message: 'Provider returned error', code: 402, metadata: { raw: '{}', provider_name: 'DeepSeek' } } },
    'absent',
    'model_gone',
  ],
  ['OpenRouter’s 402 for its own account', 402, said('Insufficient credits', 402), 'exhausted', REFUSED],
  ['OpenRouter’s for a key that is spent', 403, said('Key limit exceeded', 403), 'exhausted', REFUSED],
  [
    'Anthropic’s 429 for an account without long contexts',
    429,
    { error: { type: 'rate_limit_error', message: 'Extra usage is required for long context requests.' } },
    'nothing',
    'asked_too_much',
  ],
  [
    'xAI’s 403 for what its moderation flagged is the caller’s',
    403,
    { code: 'permission-denied', error: 'Content violates usage guidelines. ' },
    'well',
    null,
  ],
]

test.each(CASES)('%s', (...[, status, body, meaning, code]) => {
  const text = JSON.stringify(body)
  const { lesson, callers, retry, error } = verdictOf({ status, headers: {}, body: Buffer.from(text), now: 0 })
  expect(lesson.kind === 'ailing' ? lesson.status : lesson.kind).toBe(meaning)
  expect([callers, retry]).toEqual([code === null, code !== null])
  if (code !== null) expect(error.code).toBe(code)
})

test('the same inside an answer of status 200 makes nobody rest, and its caller is told alike', () => {
  const told = (word: string | null) => {
    const failure = new UpstreamFailure('in_band', { said: word === null ? null : known(word) })
    return [lessonOfFailure(failure).kind, errorOfFailure(failure).code]
  }
  expect(told('too_large_for_account')).toEqual(['nothing', 'asked_too_much'])
  expect(told('model_not_found')).toEqual(['absent', 'model_gone'])
  expect(told('invalid_api_key')).toEqual(['ailing', REFUSED])
  expect(told('rate_limit_exceeded')).toEqual(['limited', 'upstream_failed'])
  expect(told(null)).toEqual(['failing', 'upstream_failed'])
  expect(errorOfFailure(new UpstreamFailure('first_token_timeout')).code).toBe('upstream_timeout')
})
