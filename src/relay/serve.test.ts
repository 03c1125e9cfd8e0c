import { expect, test } from 'vitest'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import type { Ask } from './attempt.ts'
import { createLog } from '../telemetry/log.ts'
import { createDrains } from './drains.ts'
import { createResponseMemory } from './response-memory.ts'
import { aTarget } from './routing/test-targets.ts'
import { bindSteps, type RelayOptions } from './serve.ts'
import { createUsageRefusals } from './stream-usage.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

const BODY = Buffer.from('{"model":"m","messages":[]}')

test('an answer names its provider; what the reply is to say whoever answers does not', async () => {
  const chunks = [Buffer.from('{"choices":[{"finish_reason":"stop"}]}')]
  const next = async () => chunks.shift() ?? null
  const answer: UpstreamAnswer = { status: 200, headers: {}, next, cancel: () => undefined }
  const steps = bindSteps({
    policy: () => ({ tellProvider: true }),
    upstream: { send: async () => answer, [Symbol.asyncDispose]: async () => undefined },
    memory: createResponseMemory(),
    drains: createDrains(),
    usageRefusals: createUsageRefusals(() => undefined),
    log: createLog('silent'),
  } as unknown as RelayOptions)
  const heads: unknown[] = []
  const reply = { headersSent: false, writeHead: (_status: number, head: object) => void heads.push(head) }
  const query = new URLSearchParams()
  const { signal } = new AbortController()
  const exchange = { id: 'r', at: 0, query, headers: {}, reply, signal, extraHeaders: {}, elapsedMs: () => 0 }
  const turn = openaiChat.read({ path: '', query, body: BODY })
  const target = aTarget('甲', { endpoint: { baseUrl: 'http://up/v1' } })
  const asked = { exchange, protocol: openaiChat, spoken: 'openai-chat', turn, target, n: 1, untilMs: 1000 }
  const answered = await steps.attempt(asked as unknown as Ask)
  expect(exchange.extraHeaders).toEqual({})
  if (answered.ok) await answered.deliver(() => true)
  expect(heads).toEqual([expect.objectContaining({ 'x-yumen-provider': '%E7%94%B2' })])
})
