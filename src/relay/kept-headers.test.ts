import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptOfAnswer, keptOfCaller, upstreamIdIn } from './kept-headers.ts'

const NONE: ReadonlySet<string> = new Set()
const SECRET = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'

test('of a caller what tells the program and the protocol is kept, and nothing else', () => {
  const safe = {
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': '1234',
    'user-agent': 'claude-cli/2.1 (external, cli)',
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'context-1m-2025-08-07',
    'openai-beta': 'responses=v1',
    'x-stainless-retry-count': '2',
    'x-app': 'cli',
  }
  const secret = {
    authorization: `Bearer ${SECRET}`,
    'proxy-authorization': `Basic ${SECRET}`,
    'x-api-key': SECRET,
    'x-goog-api-key': SECRET,
    'api-key': SECRET,
    cookie: `session=${SECRET}`,
    'openai-organization': SECRET,
    'anthropic-workspace-token': SECRET,
    'x-forwarded-for': '203.0.113.7',
    'sec-websocket-protocol': `openai-insecure-api-key.${SECRET}`,
    'idempotency-key': SECRET,
    'x-stainless-2': SECRET,
    'x-something': SECRET,
  }
  expect(keptOfCaller({ ...safe, ...secret }, NONE)).toEqual(safe)
})

test('of an answer its kind, its ids and the pace are kept, and no cookie', () => {
  const safe = {
    'content-type': 'text/event-stream',
    'x-yumen-request-id': 'r1',
    'request-id': 'r1',
    'retry-after': '30',
    'x-ratelimit-remaining-requests': '59',
    'anthropic-ratelimit-tokens-reset': '2026-11-20T08:00:00Z',
  }
  expect(keptOfAnswer({ ...safe, 'Content-Length': 12, 'set-cookie': [SECRET], 'x-unknown': SECRET }, NONE)).toEqual({
    ...safe,
    'content-length': '12',
  })
})

test('a key in a header that is kept is taken out of it, and no header is long', () => {
  expect(keptOfCaller({ 'user-agent': `tool sk-proj-${SECRET}` }, NONE)).toEqual({ 'user-agent': 'tool [key]' })
  expect(keptOfCaller({ 'x-app': `Bearer ${SECRET}` }, NONE)).toEqual({ 'x-app': '[credential]' })
  expect(keptOfCaller({ 'user-agent': 'a b '.repeat(500) }, NONE)['user-agent']).toHaveLength(500)
  const cut = keptOfCaller({ 'user-agent': `${'a b '.repeat(122)} sk-proj-${SECRET}` }, NONE)
  expect(JSON.stringify(cut)).not.toContain('sk-proj')
  const many = Object.fromEntries(
    Array.from({ length: 26 * 26 }, (_, n) => [
      `x-stainless-${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`,
      'v',
    ]),
  )
  expect(Object.keys(keptOfCaller(many, NONE))).toHaveLength(40)
})

test('whatever a header that nobody knows is called, it is not kept', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz-_0123456789'.split('')) })
  const credentials = fc.constantFrom('key', 'token', 'auth', 'cookie', 'secret', 'session')
  fc.assert(
    fc.property(letters, credentials, letters, (before, name, after) => {
      expect(keptOfCaller({ [`${before}${name}${after}`.replace(/^x-stainless-/, '')]: SECRET }, NONE)).toEqual({})
    }),
  )
})

test('what an upstream calls the request is found under the names vendors use', () => {
  expect(upstreamIdIn({ 'request-id': 'req_1', 'x-request-id': 'other' })).toBe('req_1')
  expect(upstreamIdIn({ 'apim-request-id': 'a-1' })).toBe('a-1')
  expect(upstreamIdIn({ 'x-request-id': `sk-proj-${SECRET}` })).toBe('[key]')
  expect(upstreamIdIn({ 'x-request-id': '', server: 's' })).toBeNull()
})

test('of headers that are to be hidden their names are kept alone, whether they are safe or not', () => {
  const hidden = new Set(['authorization', 'cookie', 'user-agent', 'set-cookie', 'x-mine'])
  const sent = {
    Authorization: `Bearer ${SECRET}`,
    cookie: 'a=b',
    'user-agent': 'tool/1',
    accept: '*/*',
    'x-mine': undefined,
  }
  expect(keptOfCaller(sent, hidden)).toEqual({
    authorization: '***',
    cookie: '***',
    'user-agent': '***',
    accept: '*/*',
  })
  expect(keptOfAnswer({ 'set-cookie': [SECRET] }, hidden)).toEqual({ 'set-cookie': '***' })
})
