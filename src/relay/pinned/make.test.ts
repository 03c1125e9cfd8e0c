import { expect, test, vi } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { type FailureClass, UpstreamFailure } from '../failure.ts'
import { innerExchange } from '../inner-exchange.ts'
import { createHealth } from '../routing/health.ts'
import { ASKING, aTarget, MODEL, POLICY, testClock } from '../routing/test-targets.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import type { Upstream } from '../upstream.ts'
import type { Making } from './create.ts'
import { make } from './make.ts'

type How = { kind?: Making['kind']; taken?: string; leaves?: 'before' | 'meanwhile'; why?: Error }

/** Has something made by `a` to `d`, of whom each answers with a status or fails; says who was asked, what was learnt of whom, and what came of it. */
async function makeBy(answers: readonly (number | FailureClass)[], how: How = {}) {
  const { kind = 'message-batch', taken, leaves, why } = how
  const clock = testClock()
  const leaving = new AbortController()
  if (leaves === 'before') leaving.abort(why)
  const asked: string[] = []
  const cut: boolean[] = []
  const names = ['a', 'b', 'c', 'd'].slice(0, answers.length)
  const upstream: Upstream = {
    send: async ({ url }, _ms, signal) => {
      asked.push(url.hostname)
      if (leaves === 'meanwhile') leaving.abort(why)
      cut.push(signal.aborted)
      const answer = answers[names.indexOf(url.hostname)] ?? 200
      if (typeof answer === 'string') throw new UpstreamFailure(answer)
      const pieces = [Buffer.from('{}')]
      return { status: answer, headers: {}, next: async () => pieces.shift() ?? null, cancel: () => undefined }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const candidates = names.map((name) => ({
    target: aTarget(name, { endpoint: { baseUrl: `http://${name}/v1`, maxConcurrency: 1 } }),
    protocol: 'openai-batches' as const,
  }))
  const { signal } = leaving
  const body = Buffer.alloc(0)
  const request = { path: '/v1/batches', headers: {}, body, ip: '', locale: 'en', reply: NO_REPLY, signal } as const
  const health = createHealth({ clock, saved: () => undefined, admitsTarget: () => null, policy: () => POLICY })
  for (const candidate of candidates) if (candidate.target.provider.id === taken) health.lease(candidate, ASKING)
  const learnt: string[] = []
  const lease: typeof health.lease = (candidate) => {
    const held = health.lease(candidate, ASKING)
    if (!('reason' in held))
      vi.spyOn(held, 'learn').mockImplementation(({ kind: lesson }) => {
        learnt.push(`${candidate.target.provider.id} ${lesson}`)
      })
    return held
  }
  const refusal = new GatewayError('upstream_failed')
  const callTo = () => ({ method: 'POST', path: '/v1/batches', body: Buffer.from('{}') }) as const
  const making: Making = { kind, candidates, refusal, callTo, model: MODEL, size: 2, expected: null }
  const by = { exchange: innerExchange(request, clock), upstream, caller: { userId: 'u' }, health: { lease } }
  const made = await make(making, by).then(
    ({ target, answer }) => `${target.provider.id} ${answer.status}`,
    (error: unknown) => error,
  )
  return { asked, learnt, made, cut }
}

test.each([408, 500, 502, 504, 520, 524])(
  'a batch is not made twice: who says %i may be at work on it',
  async (status) => {
    const { asked, made } = await makeBy([status, 200])
    expect(asked).toEqual(['a'])
    expect(made).toBeInstanceOf(GatewayError)
  },
)

test.each([
  ['is down', 503, 'message-batch', 'a failing'],
  ['refuses our credential', 401, 'message-batch', 'a ailing'],
  ['sends elsewhere', 300, 'message-batch', 'a failing'],
  ['fell over with a file, which costs nothing', 500, 'file', 'a failing'],
  ['cannot be reached', 'connect', 'message-batch', 'a unreached'],
] as const)('another makes it in the place of one who %s', async (_name, answer, kind, lesson) => {
  const { asked, learnt, made } = await makeBy([answer, 200], { kind })
  expect([asked, learnt, made]).toEqual([['a', 'b'], [lesson, 'b well'], 'b 200'])
})

test('who broke off may have made it, so nobody else is asked', async () => {
  const { asked, learnt, made } = await makeBy(['reset', 200])
  expect([asked, learnt, made]).toMatchObject([['a'], ['a failing'], { code: 'upstream_failed' }])
})

test('what is wrong with the request is said by the first who is asked', async () => {
  const { asked, made } = await makeBy([400, 200])
  expect([asked, made]).toEqual([['a'], 'a 400'])
})

test('three are asked at the most, of those who have a slot, and why the last of them did not is told', async () => {
  const { asked, made } = await makeBy([503, 503, 429, 200])
  expect([asked, made]).toMatchObject([['a', 'b', 'c'], { code: 'upstream_busy' }])
  expect(await makeBy([503, 503, 503, 200], { taken: 'b' })).toMatchObject({ asked: ['a', 'c', 'd'], made: 'd 200' })
})

test('a batch that was sent is made to the end though its caller leaves; a file is not, and nobody is asked any more', async () => {
  expect(await makeBy([200], { leaves: 'meanwhile' })).toMatchObject({ cut: [false], made: 'a 200' })
  expect(await makeBy([200], { leaves: 'meanwhile', kind: 'file' })).toMatchObject({ cut: [true] })
  expect(await makeBy([503, 200], { leaves: 'meanwhile' })).toMatchObject({
    asked: ['a'],
    made: { class: 'caller_gone' },
  })
})

test('who has left before it was sent, or was cut off, has nothing made', async () => {
  expect(await makeBy([200], { leaves: 'before' })).toMatchObject({ asked: [], made: { class: 'caller_gone' } })
  const why = new GatewayError('limit_reached_midway')
  expect(await makeBy([200], { leaves: 'before', why })).toMatchObject({ asked: [], made: why })
  expect(await makeBy(['connect'], { leaves: 'meanwhile', why })).toMatchObject({ asked: ['a'], made: why })
})
