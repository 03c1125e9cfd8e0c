import { expect, it } from 'vitest'
import { phasesOf } from './phases.ts'

const attempt = {
  n: 1,
  provider: 'Acme',
  protocol: 'openai-chat',
  credential: null,
  credential_last4: null,
  decision: 'chosen',
  reason: null,
  left_ms: null,
  limited_by: null,
  full: null,
  started_ms: 10,
  headers_ms: 90,
  first_token_ms: 300,
  ended_ms: 1000,
  http_status: 200,
  error: null,
  retryable: false,
  upstream_cost: null,
} as const

it('cuts an attempt at its headers and its first token', () => {
  expect(phasesOf(attempt, true)).toEqual([
    { phase: 'queue', ms: 10 },
    { phase: 'connect', ms: 80 },
    { phase: 'wait', ms: 210 },
    { phase: 'stream', ms: 700 },
  ])
})

it('counts the queue for the first attempt only', () => {
  expect(phasesOf(attempt, false).map(({ phase }) => phase)).toEqual(['connect', 'wait', 'stream'])
})

it('gives an attempt without an answer nothing but the wait for its headers', () => {
  expect(phasesOf({ ...attempt, headers_ms: null, first_token_ms: null, ended_ms: 60 }, false)).toEqual([
    { phase: 'connect', ms: 50 },
  ])
})

it('counts what follows the headers of a failed attempt as waiting, since nothing was generated', () => {
  const phases = phasesOf({ ...attempt, first_token_ms: null }, false)
  expect(phases.map(({ phase }) => phase)).toEqual(['connect', 'wait'])
})

it('gives a skipped candidate no time', () => {
  expect(phasesOf({ ...attempt, decision: 'skipped', reason: 'breaker' }, false)).toEqual([])
})
