import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import type { Exchange } from './exchange.ts'
import { relay, type Steps } from './relay.ts'
import { aTarget, CALLER, MODEL } from './routing/test-targets.ts'

/** A request whose body keeps its place until it is let go, and what happened in order. */
function world(body = '{"model":"m","stream":true,"messages":[]}') {
  const happened: string[] = []
  const note = (what: string) => () => void happened.push(what)
  const exchange = {
    id: 'r1',
    at: 0,
    path: '/v1/chat/completions',
    query: new URLSearchParams(),
    headers: {},
    extraHeaders: {},
    reply: { headersSent: false },
    signal: new AbortController().signal,
    elapsedMs: () => 0,
    body: async (userId: string) => {
      happened.push(`read for ${userId}`)
      return { bytes: Buffer.from(body), place: { [Symbol.dispose]: note('let go') } }
    },
  } as unknown as Exchange
  const answer = {
    ok: true,
    record: {},
    seen: null,
    deliver: async () => {
      happened.push('delivered')
      return { end: 'complete', finish: () => undefined, seen: null }
    },
  }
  const permit = {
    resolved: () => undefined,
    asking: () => undefined,
    tried: () => undefined,
    settle: async () => {
      happened.push('settled')
      return {}
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const plan = { model: MODEL, candidates: [{ target: aTarget('p'), protocol: 'openai-chat' }], skips: [] }
  const steps = {
    authenticate: () => CALLER,
    watch: () => ({ [Symbol.dispose]: () => undefined }),
    admit: async () => permit,
    plan: () => plan,
    bound: async () => plan,
    lease: () => ({ learn: () => undefined, [Symbol.dispose]: () => undefined }),
    maxAttempts: () => 3,
    hedgeMs: () => 0,
    answered: () => undefined,
    attempt: async () => answer,
  } as unknown as Steps
  return { happened, run: (over: Partial<Steps> = {}) => relay(exchange, openaiChat, { ...steps, ...over }) }
}

test('a body keeps its place until its answer has begun, and no longer', async () => {
  const { happened, run } = world()
  await run()
  expect(happened).toEqual(['read for u', 'let go', 'delivered', 'settled'])
})

test('a body leaves its place when its request is refused, cannot be read, or is answered by nobody', async () => {
  const refused = new GatewayError('rate_limited', { seconds: 1 })
  const limited = world()
  await expect(limited.run({ admit: () => Promise.reject(refused) })).rejects.toBe(refused)
  expect(limited.happened).toEqual(['read for u', 'let go'])
  const rubbish = world('no JSON')
  await expect(rubbish.run()).rejects.toThrow('not valid JSON')
  expect(rubbish.happened).toEqual(['read for u', 'let go'])
  const nobody = world()
  await expect(nobody.run({ attempt: () => Promise.reject(new Error('a fault of ours')) })).rejects.toThrow(
    'a fault of ours',
  )
  expect(nobody.happened).toEqual(['read for u', 'let go', 'settled'])
})
