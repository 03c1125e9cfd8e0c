import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createLog } from '../telemetry/log.ts'
import type { Ask } from './attempt.ts'
import type { Exchange } from './exchange.ts'
import type { Steps } from './relay.ts'
import { aTarget, CALLER, MODEL } from './routing/test-targets.ts'
import { tellingSteps } from './telling-steps.ts'

const EXCHANGE = { id: 'r1', headers: { authorization: 'Bearer sk-user' } } as unknown as Exchange
const TURN = { model: 'said by a caller', body: Buffer.from('a prompt') } as unknown as Ask['turn']

/** What the steps say while something is done with them. */
function told(steps: Partial<Steps>) {
  const lines: object[] = []
  const telling = tellingSteps(steps as Steps, { debug: (msg, fields) => void lines.push({ msg, ...fields }) })
  return { telling, lines }
}

test('a plan says who may be asked, in order, and why others are not', () => {
  const [one, two, three] = ['p', 'q', 'r'].map((id) => ({ target: aTarget(id), protocol: 'openai-chat' as const }))
  if (!one || !two || !three) throw new Error('three were made')
  const skips = [{ ...three, reason: 'breaker' as const }]
  const plan = { model: MODEL, candidates: [one, two], lastResort: false, skips } as unknown as ReturnType<
    Steps['plan']
  >
  const { telling, lines } = told({ plan: () => plan })
  expect(telling.plan(EXCHANGE, CALLER, openaiChat, TURN)).toBe(plan)
  expect(lines).toEqual([
    {
      msg: 'a request is planned',
      requestId: 'r1',
      model: MODEL.id,
      count: 2,
      candidates: [one, two]
        .map(({ target: { endpoint, credential } }) => `${endpoint.id}/${credential.id}/openai-chat`)
        .join(', '),
      skipped: expect.stringMatching(/^[^/]+\/[^/]+\/openai-chat breaker$/),
    },
  ])
})

test('what came of asking is told with what was learned of it, and nothing that anybody said', async () => {
  const record = { startedMs: 5, firstTokenMs: null, endedMs: 30.4, httpStatus: 429, errorClass: 'http_429' }
  const error = new GatewayError('upstream_busy')
  const answer = {
    ok: false,
    record,
    lesson: { kind: 'ailing', status: 'cooling', reason: 'sk-vendor' },
    retry: true,
    error,
  }
  const { telling, lines } = told({ attempt: async () => answer as never, mayRetry: () => false })
  const target = aTarget('p')
  const ask = { exchange: EXCHANGE, target, turn: TURN, n: 2 } as unknown as Ask
  expect(await telling.attempt(ask)).toBe(answer)
  expect(telling.mayRetry()).toBe(false)
  expect(lines).toEqual([
    {
      msg: 'an upstream has not answered',
      requestId: 'r1',
      provider: target.provider.id,
      endpoint: target.endpoint.id,
      credential: target.credential.id,
      count: 2,
      ms: 25,
      status: 429,
      errorClass: 'http_429',
      retry: true,
      reason: 'ailing',
    },
    { msg: 'no retry is left of the budget' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/sk-|prompt|said by/)
})

test('a refusal is told by its code and thrown on, whichever step it comes of', async () => {
  const refuse = (code: 'key_invalid' | 'limit_reached_day' | 'model_not_found') => {
    throw new GatewayError(code, { model: 'said by a caller' })
  }
  const { telling, lines } = told({
    authenticate: () => refuse('key_invalid'),
    admit: async () => refuse('limit_reached_day'),
    plan: () => refuse('model_not_found'),
  })
  expect(() => telling.authenticate(EXCHANGE)).toThrow(GatewayError)
  await expect(telling.admit(EXCHANGE, CALLER, openaiChat, TURN)).rejects.toThrow(GatewayError)
  expect(() => telling.plan(EXCHANGE, CALLER, openaiChat, TURN)).toThrow(GatewayError)
  expect(lines).toMatchObject([
    { msg: 'a request is refused', requestId: 'r1', code: 'key_invalid' },
    { code: 'limit_reached_day' },
    { code: 'model_not_found', status: 404 },
  ])
  expect(JSON.stringify(lines)).not.toContain('said by')
})

test('only a log of that level has them told', () => {
  expect(['debug', 'info', 'silent'].map((level) => createLog(level).isDebug)).toEqual([true, false, false])
})
