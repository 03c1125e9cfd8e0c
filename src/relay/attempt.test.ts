import { expect, test } from 'vitest'
import { createDrains } from './drains.ts'
import { createResponseMemory } from './response-memory.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { type Ask, attempt } from './attempt.ts'
import { UpstreamFailure } from './failure.ts'
import { createUsageRefusals } from './stream-usage.ts'
import type { Upstream } from './upstream.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** What attempts share beside the upstream. */
const shared = () => ({
  memory: createResponseMemory(),
  drains: createDrains(),
  usageRefusals: createUsageRefusals(() => undefined),
})

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
    provider: { id: 'p', name: 'p', preset: 'custom', allowPrivate: true, drainOnAbort: false },
    endpoint: { id: 'e', dialect: 'openai', baseUrl: 'http://127.0.0.1:1/v1' },
    timeouts: { headersMs: 600_000, firstTokenMs: 600_000, idleMs: 1, totalMs: 3_600_000 },
    credential: { id: 'c', last4: '', secret: 'vendor-secret-for-tests-0001' },
  }
  const turn = openaiChat.read({ path: '/v1/chat/completions', query: exchange.query, body: BODY })
  return {
    clock,
    ask: {
      exchange,
      protocol: openaiChat,
      spoken: 'openai-chat',
      turn,
      target,
      n: 1,
      untilMs: 900_000,
    } as unknown as Ask,
  }
}

/** An upstream that says `piece` again and again, one a minute, and never ends. */
function trickling(status: number, piece: string, clock: { ms: number }): Upstream {
  const answer = (untilMs: number): UpstreamAnswer => ({
    status,
    headers: {},
    next: async (withinMs, late) => {
      const leftMs = untilMs - clock.ms
      const tookMs = Math.min(withinMs, leftMs, 60_000)
      clock.ms += tookMs
      if (tookMs < 60_000) throw new UpstreamFailure(leftMs < withinMs ? 'total_timeout' : late)
      return Buffer.from(piece)
    },
    cancel: () => undefined,
  })
  return {
    send: async ({ totalMs = Infinity }) => answer(clock.ms + totalMs),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

test('an upstream that only says it is still there is waited for no longer than one that is silent', async () => {
  const { clock, ask } = world()
  const upstream = trickling(200, ': still here\n\n', clock)
  const answer = await attempt(ask, { upstream, ...shared() })
  expect(answer.ok ? null : answer.error.code).toBe('upstream_timeout')
  expect(clock.ms).toBe(600_000)
})

test('an error whose text trickles in is not waited for', async () => {
  const { clock, ask } = world()
  const upstream = trickling(503, '.', clock)
  const answer = await attempt(ask, { upstream, ...shared() })
  expect(answer.ok ? null : answer.error.code).toBe('upstream_failed')
  expect(clock.ms).toBeLessThanOrEqual(10_000)
})

test.each([
  ['what its operator allows for the first content', { timeouts: { firstTokenMs: 120_000 } }, 120_000],
  ['what its operator allows in all', { timeouts: { totalMs: 180_000 } }, 180_000],
  ['what is left of the time for all attempts', { untilMs: 300_000 }, 300_000],
])('it is waited for no longer than %s', async (_name, { timeouts, ...facts }: Limits, ms) => {
  const { clock, ask } = world()
  const target = { ...ask.target, timeouts: { ...ask.target.timeouts, ...timeouts } }
  const answer = await attempt(
    { ...ask, ...facts, target },
    { ...shared(), upstream: trickling(200, ': still here\n\n', clock) },
  )
  expect(answer.ok ? null : answer.error.code).toBe('upstream_timeout')
  expect(clock.ms).toBe(ms)
})
type Limits = { timeouts?: Partial<Ask['target']['timeouts']>; untilMs?: number }

test.each([
  ['in the middle', ['{"error":{"message":"The mod']],
  ['before its first word', []],
])('an error that breaks off %s is none of the caller’s: somebody else is asked', async (_name, words) => {
  const { ask: asked } = world()
  const reply = { headersSent: false } as Ask['exchange']['reply']
  const ask = { ...asked, exchange: { ...asked.exchange, reply } }
  const pieces = [...words]
  const next = async () => {
    const piece = pieces.shift()
    if (piece === undefined) throw new UpstreamFailure('reset')
    return Buffer.from(piece)
  }
  const upstream: Upstream = {
    send: async () => ({ status: 400, headers: {}, next, cancel: () => undefined }),
    [Symbol.asyncDispose]: async () => undefined,
  }
  const answer = await attempt(ask, { upstream, ...shared() })
  expect(answer).toMatchObject({ ok: false, retry: true, lesson: { kind: 'failing' }, record: { errorClass: 'reset' } })
})

/** An upstream that refuses with a status and these words. */
function refusing(status: number, words: string): Upstream {
  const pieces = [Buffer.from(words)]
  const answer = { status, headers: {}, next: async () => pieces.shift() ?? null, cancel: () => undefined }
  return { send: async () => answer, [Symbol.asyncDispose]: async () => undefined }
}

const asked = (ask: Ask, upstream: Upstream) => attempt(ask, { upstream, ...shared() })

test('a refusal of the caller’s request is theirs, unless it quotes our secret', async () => {
  const { ask } = world()
  const reply = { headersSent: false }
  const heard = { ...ask, exchange: { ...ask.exchange, reply } } as unknown as Ask
  expect(await asked(heard, refusing(400, '{"error":{"message":"no"}}'))).toMatchObject({ ok: true, seen: null })
  const quoting = await asked(heard, refusing(400, `{"error":{"message":"no ${ask.target.credential.secret}"}}`))
  expect(quoting).toMatchObject({ ok: false, retry: false, error: { code: 'upstream_failed' } })
})

test('an upstream that lacks the model has done nothing, and one that fails may have', async () => {
  const { ask } = world()
  const absent = '{"error":{"code":"model_not_found","message":"no"}}'
  expect(await asked(ask, refusing(404, absent))).toMatchObject({ ok: false, retry: true, sent: false })
  expect(await asked(ask, refusing(503, ''))).toMatchObject({ ok: false, retry: true, sent: true })
})

test('one that breaks off is followed by another unless an upstream may have worked on the request before', async () => {
  const { ask } = world()
  const upstream: Upstream = {
    send: () => Promise.reject(new UpstreamFailure('reset')),
    [Symbol.asyncDispose]: async () => undefined,
  }
  expect(await asked({ ...ask, n: 2 }, upstream)).toMatchObject({ retry: true, sent: true })
  expect(await asked({ ...ask, n: 2, again: true }, upstream)).toMatchObject({ retry: false, sent: true })
})

test('nobody else is asked for a caller who has left', async () => {
  const { ask } = world()
  const gone = { ...ask, exchange: { ...ask.exchange, signal: AbortSignal.abort(new Error('gone')) } }
  const upstream: Upstream = {
    send: () => Promise.reject(new UpstreamFailure('caller_gone')),
    [Symbol.asyncDispose]: async () => undefined,
  }
  expect(await asked(gone, upstream)).toMatchObject({ ok: false, retry: false, lesson: { kind: 'nothing' } })
})

test('the tier that the head of an answer tells is the one it is charged by, where the answer tells none', async () => {
  const { ask } = world()
  const chunk = { choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }] }
  const pieces = [Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)]
  const headers = { 'content-type': 'text/event-stream', 'x-gemini-service-tier': 'flex' }
  const answer = { status: 200, headers, next: async () => pieces.shift() ?? null, cancel: () => undefined }
  const upstream: Upstream = { send: async () => answer, [Symbol.asyncDispose]: async () => undefined }
  expect(await asked(ask, upstream)).toMatchObject({ ok: true, seen: { serviceTier: 'flex' } })
})
