import { expect, test } from 'vitest'
import { paceHeaders } from './pace-headers.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const state = (resetMs: number) => ({ limit: 60, remaining: 59, resetMs, resetsAt: NOW + resetMs })

test('OpenAI’s clients are told durations in the way of Go', () => {
  const reset = (ms: number) =>
    paceHeaders('openai', { requests: state(ms), tokens: null })['x-ratelimit-reset-requests']
  expect([120, 1000, 1001, 59_500, 60_000].map(reset)).toEqual(['120ms', '1s', '2s', '1m0s', '1m0s'])
  expect(paceHeaders('openai', { requests: null, tokens: state(5000) })).toEqual({
    'x-ratelimit-limit-tokens': '60',
    'x-ratelimit-remaining-tokens': '59',
    'x-ratelimit-reset-tokens': '5s',
  })
})

test('Anthropic’s are told the time', () => {
  expect(paceHeaders('anthropic', { requests: state(5000), tokens: null })).toEqual({
    'anthropic-ratelimit-requests-limit': '60',
    'anthropic-ratelimit-requests-remaining': '59',
    'anthropic-ratelimit-requests-reset': '2026-11-20T10:00:05.000Z',
  })
})

test('Google’s are told nothing, and nobody is where there is no limit', () => {
  expect(paceHeaders('gemini', { requests: state(5000), tokens: state(5000) })).toEqual({})
  expect(paceHeaders('openai', { requests: null, tokens: null })).toEqual({})
})
