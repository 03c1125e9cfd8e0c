import { expect, test } from 'vitest'
import { descriptorOf } from '../providers/all.ts'
import { lessonOfEnd, lessonOfFailure, masked, quotesSecret, shownFor, verdictOf } from './classify.ts'
import { UpstreamFailure } from './failure.ts'
import { known } from './routing/words.ts'

const NOW = Date.UTC(2026, 10, 20)

function verdict(status: number, body: unknown = '', headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return verdictOf({ status, headers, body: Buffer.from(text), now: NOW })
}

const GONE = 'model_gone'
const named = (code: string) => ({ error: { code, message: 'In words.' } })

/** Status, body, what it means, and what the caller is told. */
const CASES: [name: string, status: number, body: unknown, meaning: string, code: string | null][] = [
  ['a bad request is the caller’s', 400, { error: { type: 'invalid_request_error' } }, 'well', null],
  ['what is not there is the caller’s', 404, '', 'well', null],
  ['OpenAI’s word for a model that is gone', 404, { error: { code: 'model_not_found' } }, 'absent', GONE],
  [
    'Anthropic’s sentence for one that is gone',
    404,
    { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } },
    'absent',
    GONE,
  ],
  [
    'Google’s for one that is gone',
    404,
    { error: { code: 404, status: 'NOT_FOUND', message: 'models/gemini-0 is not found for API version v1beta' } },
    'absent',
    GONE,
  ],
  [
    'vLLM’s for one that is gone',
    404,
    { error: { type: 'NotFoundError', message: 'The model `a/b` does not exist.' } },
    'absent',
    GONE,
  ],
  ['a refused key is ours', 401, '', 'invalid', 'upstream_refused_us'],
  ['a bare 403 may be about the request or about the key', 403, '', 'doubted', 'upstream_refused_us'],
  [
    'Google’s word for a bad key is ours too',
    400,
    { error: { details: [{ reason: 'API_KEY_INVALID' }] } },
    'invalid',
    'upstream_refused_us',
  ],
  [
    'Google’s 403 for a file that is not there is the caller’s',
    403,
    {
      error: {
        code: 403,
        message: 'You do not have permission to access the File abc or it may not exist.',
        status: 'PERMISSION_DENIED',
      },
    },
    'well',
    null,
  ],
  [
    'its 403 for a cache that is not there too',
    403,
    { error: { code: 403, message: 'CachedContent not found (or permission denied)', status: 'PERMISSION_DENIED' } },
    'well',
    null,
  ],
  [
    'any other 403 of Google’s may be about either',
    403,
    { error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' } },
    'doubted',
    'upstream_refused_us',
  ],
  [
    'OpenRouter’s 403 for what its moderation flagged is the caller’s',
    403,
    {
      error: { code: 403, message: 'Your input was flagged', metadata: { reasons: ['violence'], flagged_input: 'x' } },
    },
    'well',
    null,
  ],
  ['Bailian’s 403 for a model whose free quota is used up', 403, named('AllocationQuota.FreeTierOnly'), 'absent', GONE],
  ['Volcengine’s for an unpaid account', 403, named('AccountOverdueError'), 'exhausted', 'upstream_refused_us'],
  ['Volcengine’s for a model that is not switched on', 403, named('OperationDenied.ServiceNotOpen'), 'absent', GONE],
  ['Volcengine’s for one that is not there', 404, named('InvalidEndpointOrModel.NotFound'), 'absent', GONE],
  ['Volcengine’s for a file that is not ready', 403, named('OperationDenied.InvalidState'), 'well', null],
  [
    'Bedrock’s for a model the account has not asked for',
    403,
    { message: "You don't have access to the model with the specified model ID." },
    'absent',
    GONE,
  ],
  [
    'SiliconFlow’s for an unpaid account',
    403,
    { code: 30001, message: 'Sorry, your account balance is insufficient', data: null },
    'exhausted',
    'upstream_refused_us',
  ],
  [
    'Qianfan’s 401 for a model the key may not use',
    401,
    { error: { code: 'invalid_model', type: 'invalid_request_error', message: 'No permission to use the model' } },
    'absent',
    GONE,
  ],
  ['Zhipu’s 429 for a model the plan does not cover', 429, named('1311'), 'absent', GONE],
  ['Zhipu’s for an account that is locked', 429, named('1121'), 'invalid', 'upstream_refused_us'],
  [
    'Moonshot’s sentence for a model that is gone',
    404,
    { error: { message: 'Not found the model k-1 or Permission denied', type: 'resource_not_found_error' } },
    'absent',
    GONE,
  ],
  [
    'xAI’s 400 for a bad key',
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: na***ys.' },
    'invalid',
    'upstream_refused_us',
  ],
  ['a wall’s page is nobody’s key’s fault', 403, '\n<!DOCTYPE html>', 'failing', 'upstream_failed'],
  ['an unpaid account is ours', 402, '', 'exhausted', 'upstream_refused_us'],
  ['too many requests', 429, { error: { type: 'rate_limit_error' } }, 'limited', 'upstream_busy'],
  ['too many requests without a word', 429, '', 'limited', 'upstream_busy'],
  [
    'OpenAI’s, whose sentence names a model and the organization alike',
    429,
    {
      error: {
        message:
          'Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000.',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    },
    'limited',
    'upstream_busy',
  ],
  [
    'Moonshot’s, whose limits are the account’s',
    429,
    {
      error: {
        message:
          'Your account org-1<ak-1> request reached organization max concurrency: 1, please try again after 1 seconds',
        type: 'rate_limit_reached_error',
      },
    },
    'cooling',
    'upstream_busy',
  ],
  ['Volcengine’s of the account', 429, { error: { code: 'AccountRateLimitExceeded' } }, 'cooling', 'upstream_busy'],
  [
    'Volcengine’s of a model',
    429,
    { error: { code: 'RateLimitExceeded.EndpointTPMExceeded', type: 'TooManyRequests' } },
    'limited',
    'upstream_busy',
  ],
  [
    'OpenAI’s 429 for an empty account',
    429,
    { error: { code: 'insufficient_quota' } },
    'exhausted',
    'upstream_refused_us',
  ],
  ['Moonshot’s', 429, { error: { type: 'exceeded_current_quota_error' } }, 'exhausted', 'upstream_refused_us'],
  ['Zhipu’s', 429, { error: { code: '1113' } }, 'exhausted', 'upstream_refused_us'],
  ['Zhipu’s for too many at once', 429, { error: { code: '1302' } }, 'limited', 'upstream_busy'],
  ['Zhipu’s for a content it will not read', 429, { error: { code: '1301' } }, 'well', null],
  ['Bailian’s for an unpaid account', 400, { error: { code: 'Arrearage' } }, 'exhausted', 'upstream_refused_us'],
  [
    'Anthropic’s sentence for one',
    400,
    { error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' } },
    'exhausted',
    'upstream_refused_us',
  ],
  [
    'an overloaded engine is nobody’s key’s fault',
    429,
    { error: { type: 'engine_overloaded_error' } },
    'failing',
    'upstream_busy',
  ],
  [
    'an error in an array',
    400,
    [{ error: { status: 'X', code: 400, details: [{ reason: 'API_KEY_INVALID' }] } }],
    'invalid',
    'upstream_refused_us',
  ],
  ['a server error', 500, '', 'failing', 'upstream_failed'],
  ['overloaded', 529, '', 'failing', 'upstream_failed'],
  ['a gateway’s time-out', 504, '', 'failing', 'upstream_timeout'],
  ['a redirect, which is not followed', 302, '', 'failing', 'upstream_refused_us'],
  ['a conflict of the moment', 409, '', 'nothing', 'upstream_failed'],
  ['no JSON at all', 503, '<html>', 'failing', 'upstream_failed'],
]

test.each(CASES)('%s', (...[, status, body, meaning, code]) => {
  const { lesson, callers, retry, error } = verdict(status, body)
  expect(lesson.kind === 'ailing' ? lesson.status : lesson.kind).toBe(meaning)
  expect([callers, retry]).toEqual([code === null, code !== null])
  if (code !== null) expect(error.code).toBe(code)
})

test('a vendor that means something else by a word is taken at its own', () => {
  const body = Buffer.from(
    JSON.stringify({ error: { code: 'insufficient_quota', message: 'Allocated quota exceeded.' } }),
  )
  const { words } = descriptorOf('dashscope')
  const of = (own: typeof words) => verdictOf({ status: 429, headers: {}, body, now: NOW, words: own }).lesson
  expect(of(words)).toEqual({ kind: 'limited', reason: 'insufficient_quota', restMs: null })
  expect(of(descriptorOf('openai').words)).toMatchObject({ status: 'exhausted' })
})

test('words that quote our credential are ours alone, but a stand-in for one is in many a sentence', () => {
  const quotes = (secret: string) => quotesSecret(Buffer.from(`model "llama3" of ollama wants ${secret}`), { secret })
  expect(['ollama', 'x', 'vendor-secret-for-tests-0001'].map(quotes)).toEqual([false, false, true])
})

test('words that a caller could have written mean nothing: only codes and types are read', () => {
  const body = {
    error: { type: 'invalid_request_error', message: 'insufficient_quota Arrearage 1113', param: 'insufficient_quota' },
  }
  expect(verdict(400, body).callers).toBe(true)
  expect(verdict(400, { error: { code: 'constructor' } }).callers).toBe(true)
})

test.each([
  ['7', 7000],
  [new Date(NOW + 90_000).toUTCString(), 90_000],
  [new Date(NOW - 90_000).toUTCString(), 1000],
  ['soon', null],
  ['', null],
  ['1.5', 1500],
])('Retry-After: %s asks for %s ms', (header, restMs) => {
  const { restMs: asked, error } = verdict(429, '', { 'retry-after': header })
  expect(asked).toBe(restMs)
  expect(error.details.seconds).toBe(Math.min(Math.ceil((restMs ?? 1000) / 1000), 60))
})

test('the words for failures inside an answer of status 200 are known', () => {
  const meanings = ['1008', '1004', '1002', '1026', '4711'].map((code) => known(`base_resp_${code}`)?.meaning)
  expect(meanings).toEqual(['exhausted', 'invalid', 'limited', 'callers', 'failing'])
  expect(['401', '402', '429'].map((code) => known(code)?.meaning)).toEqual(['invalid', 'exhausted', 'limited'])
  expect(known('base_resp_')).toBeNull()
})

test('a call that broke blames its endpoint, unless the upstream’s own word says more or the caller left', () => {
  const lesson = (failure: UpstreamFailure) => lessonOfFailure(failure).kind
  expect(lesson(new UpstreamFailure('connect'))).toBe('unreached')
  expect(lesson(new UpstreamFailure('in_band', { said: known('insufficient_quota') }))).toBe('ailing')
  expect(lesson(new UpstreamFailure('caller_gone'))).toBe('nothing')
  expect(lesson(new UpstreamFailure('hedged'))).toBe('nothing')
  expect(lesson(new UpstreamFailure('credential'))).toBe('ailing')
  const ends = ['complete', 'upstream_truncated', 'idle_timeout', 'upstream_error', 'caller_gone'] as const
  expect(ends.map((end) => lessonOfEnd(end).kind)).toEqual(['whole', 'broken', 'broken', 'failing', 'nothing'])
})

test('Google says in the body how long to wait; a header goes before', () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '38.5s' }]
  const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details } }
  expect(verdict(429, body).restMs).toBe(38_500)
  expect(verdict(429, [body]).restMs).toBe(38_500)
  expect(verdict(429, body, { 'retry-after': '7' }).restMs).toBe(7000)
  expect(verdict(429, { error: { details: [{ retryDelay: 'soon' }] } }).restMs).toBeNull()
})

test('every place in which an upstream quotes the credential, or a part of it, is struck out, and nothing else', () => {
  const struck = (text: string, secret: string) => masked(Buffer.from(text), { secret }).toString()
  const id = 'AKIAIOSFODNN7EXAMPLE'
  const key = 'wJalrXUtnFEMI/K7MDENG'
  expect(struck(`no ${key}, for ${id}: ${key}`, `${id}:${key}`)).toBe(
    `no ${'*'.repeat(key.length)}, for ${'*'.repeat(id.length)}: ${'*'.repeat(key.length)}`,
  )
  expect(struck('ollama is not well', 'ollama')).toBe('ollama is not well')
  const bought = { secret: '{"private_key":"…"}', shown: 'ya29.bought-with-it' }
  expect(masked(Buffer.from('no ya29.bought-with-it'), shownFor(bought, { credential: bought })).toString()).toBe(
    `no ${'*'.repeat(bought.shown.length)}`,
  )
  expect(masked(Buffer.from('no ya29.bought-with-it'), shownFor({}, { credential: { secret: '{}' } })).toString()).toBe(
    'no ya29.bought-with-it',
  )
  // Pasted from where it was shown hidden.
  expect(struck('no ************', '************')).toBe('no ************')
})
