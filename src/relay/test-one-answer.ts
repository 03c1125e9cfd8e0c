import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { type Answer, type Ask, attempt } from './attempt.ts'
import { createDrains } from './drains.ts'
import { type FailureClass, UpstreamFailure } from './failure.ts'
import { createResponseMemory } from './response-memory.ts'
import { createUsageRefusals } from './stream-usage.ts'
import { aTarget, MODEL } from './routing/test-targets.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** Events as most vendors write them. */
export const events = (...data: object[]) => data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')

type Answering = {
  type: string
  /** Its head says how long it is. */
  sized?: true
  text: string | readonly (string | Buffer)[]
  /** The body of the request; absent: one that wishes a stream in a way of its own. */
  body?: object
  /** What the upstream is asked in; absent: the caller's own protocol. */
  spoken?: Protocol['id']
  query?: string
  /** The upstream says no more, but does not end its answer. */
  staysOpen?: boolean
  /** How it breaks off in the end. */
  breaks?: FailureClass
  mayGoOut?: () => boolean
}

/** Asks an upstream that answers like this, and hands its answer on; what went out is told beside it, and how long each wait was. */
export async function answeredWith(
  protocol: Protocol,
  path: string,
  { type, text, body = { model: 'm', stream: 'true' }, spoken = protocol.id, query: asks = '', ...ends }: Answering,
) {
  const out: string[] = []
  const heads: object[] = []
  const waits: number[] = []
  const cancelled: string[] = []
  const chunks = (typeof text === 'string' ? [text] : text).map((chunk) =>
    typeof chunk === 'string' ? Buffer.from(chunk) : chunk,
  )
  const next: UpstreamAnswer['next'] = async (withinMs, late) => {
    waits.push(withinMs)
    const chunk = chunks.shift() ?? null
    const ending = ends.breaks ?? (ends.staysOpen ? late : null)
    if (!chunk && ending) throw new UpstreamFailure(ending)
    return chunk
  }
  const sent: UpstreamAnswer = {
    status: 200,
    headers: { 'content-type': type, ...(ends.sized && { 'content-length': String(Buffer.concat(chunks).length) }) },
    next,
    cancel: (why) => void cancelled.push(why),
  }
  const reply = {
    headersSent: false,
    writeHead: (_status: number, head: object) => void heads.push(head),
    write: (bytes: Uint8Array) => out.push(Buffer.from(bytes).toString()) > 0,
    end: (bytes?: Uint8Array) => void (bytes && out.push(Buffer.from(bytes).toString())),
  }
  const query = new URLSearchParams(asks)
  const { signal } = new AbortController()
  const exchange = { id: 'r', at: 0, query, headers: {}, reply, signal, extraHeaders: {}, elapsedMs: () => 0 }
  const incoming = { path, query, body: Buffer.from(JSON.stringify(body)) }
  const endpoint = { baseUrl: 'http://up/v1', dialect: protocol.dialect }
  const target = aTarget('a', { endpoint })
  const turn = protocol.read(incoming)
  const about = { exchange, protocol, incoming, turn, userId: 'u', model: MODEL }
  const ask = { ...about, spoken, target, n: 1, untilMs: 600_000 }
  const answer: Answer = await attempt(ask as unknown as Ask, {
    upstream: { send: async () => sent, [Symbol.asyncDispose]: async () => undefined },
    memory: createResponseMemory(),
    drains: createDrains(),
    usageRefusals: createUsageRefusals(() => undefined),
  })
  const delivery = answer.ok ? await answer.deliver(ends.mayGoOut ?? (() => true)) : null
  delivery?.finish()
  return { answer, delivery, heads, text: out.join(''), waits, cancelled }
}

/** A chat request in either form, answered like this. */
export const chatAnswered = (stream: boolean, answering: Answering, asked: object = {}) =>
  answeredWith(openaiChat, '/v1/chat/completions', {
    ...answering,
    body: { model: 'm', stream, messages: [{ role: 'user', content: 'hi' }], ...asked },
  })
