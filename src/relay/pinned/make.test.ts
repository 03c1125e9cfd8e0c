import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { innerExchange } from '../inner-exchange.ts'
import { createHealth } from '../routing/health.ts'
import { aTarget, MODEL, POLICY, testClock } from '../routing/test-targets.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import type { Upstream } from '../upstream.ts'
import type { Making } from './create.ts'
import { make } from './make.ts'

/** Has something made by `a`, which answers with this status, or `b`, and says who was asked. */
async function askedWhen(status: number, kind: Making['kind']) {
  const clock = testClock()
  const asked: string[] = []
  const upstream: Upstream = {
    send: async ({ url }) => {
      asked.push(url.hostname)
      const pieces = [Buffer.from('{}')]
      const next = async () => pieces.shift() ?? null
      return { status: url.hostname === 'a' ? status : 200, headers: {}, next, cancel: () => undefined }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const candidates = ['a', 'b'].map((name) => ({
    target: aTarget(name, { endpoint: { baseUrl: `http://${name}/v1` } }),
    protocol: 'openai-batches' as const,
  }))
  const { signal } = new AbortController()
  const body = Buffer.alloc(0)
  const request = { path: '/v1/batches', headers: {}, body, ip: '', locale: 'en', reply: NO_REPLY, signal } as const
  const health = createHealth({ clock, saved: () => undefined, admitsTarget: () => null, policy: () => POLICY })
  const refusal = new GatewayError('upstream_failed')
  const callTo = () => ({ method: 'POST', path: '/v1/batches', body: Buffer.from('{}') }) as const
  const making: Making = { kind, candidates, refusal, callTo, model: MODEL, size: 2, expected: null }
  await make(making, { exchange: innerExchange(request, clock), upstream, caller: { userId: 'u' }, health }).catch(
    () => undefined,
  )
  return asked
}

test.each([
  ['is down', 503, 'message-batch', ['a', 'b']],
  ['refuses our credential', 401, 'message-batch', ['a', 'b']],
  ['may be at work on it', 504, 'message-batch', ['a']],
  ['fell over, perhaps after it was made', 500, 'message-batch', ['a']],
  ['fell over with a file, which costs nothing', 500, 'file', ['a', 'b']],
] as const)('a batch is not made twice: one who %s', async (_name, status, kind, asked) => {
  expect(await askedWhen(status, kind)).toEqual(asked)
})
