import { expect, test } from 'vitest'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { type Ask, attempt } from './attempt.ts'
import { UpstreamFailure } from './failure.ts'
import type { UpstreamAnswer } from './upstream-call.ts'

const BODY = new TextEncoder().encode('{"model":"m","stream":true,"messages":[]}')

/** One candidate, and a clock that only the upstream moves. */
function world() {
  const clock = { ms: 0 }
  const exchange = {
    at: 0,
    query: new URLSearchParams(),
    headers: {},
    signal: new AbortController().signal,
    elapsedMs: () => clock.ms,
  }
  const target = {
    upstreamName: 'm',
    provider: { id: 'p', name: 'p', preset: 'custom', allowPrivate: true },
    endpoint: { id: 'e', dialect: 'openai', baseUrl: 'http://127.0.0.1:1/v1' },
    credential: { id: 'c', last4: '', secret: 'vendor-secret-for-tests-0001' },
  }
  const turn = openaiChat.read({ path: '/v1/chat/completions', query: exchange.query, body: BODY })
  return { clock, ask: { exchange, protocol: openaiChat, turn, target, n: 1 } as unknown as Ask }
}

/** An upstream that says `piece` again and again, one a minute, and never ends. */
function trickling(status: number, piece: string, clock: { ms: number }) {
  const answer: UpstreamAnswer = {
    status,
    headers: {},
    next: async (withinMs, late) => {
      const tookMs = Math.min(withinMs, 60_000)
      clock.ms += tookMs
      if (tookMs < 60_000) throw new UpstreamFailure(late)
      return Buffer.from(piece)
    },
    cancel: () => undefined,
  }
  return { send: async () => answer, [Symbol.asyncDispose]: async () => undefined }
}

test('an upstream that only says it is still there is waited for no longer than one that is silent', async () => {
  const { clock, ask } = world()
  const upstream = trickling(200, ': still here\n\n', clock)
  const answer = await attempt(ask, { upstream, patience: { firstTokenMs: 600_000, idleMs: 1 } })
  expect(answer.ok ? null : answer.error.code).toBe('upstream_timeout')
  expect(clock.ms).toBe(600_000)
})

test('an error whose text trickles in is not waited for', async () => {
  const { clock, ask } = world()
  const upstream = trickling(503, '.', clock)
  const answer = await attempt(ask, { upstream, patience: { firstTokenMs: 600_000, idleMs: 1 } })
  expect(answer.ok ? null : answer.error.code).toBe('upstream_failed')
  expect(clock.ms).toBeLessThanOrEqual(10_000)
})
