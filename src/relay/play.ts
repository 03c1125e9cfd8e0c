import { GatewayError } from '../core/errors.ts'
import type { Play, Played, PlaygroundProtocol } from '../core/play.ts'
import type { ProtocolId } from '../core/protocol.ts'
import { PROTOCOL_CODECS } from '../protocols/all.ts'
import { faultFields } from '../telemetry/log.ts'
import { assertFrom, assertUsable, type Caller } from './authenticate.ts'
import { capturing } from './capturing.ts'
import type { Exchange } from './exchange.ts'
import { innerExchange } from './inner-exchange.ts'
import { relay } from './relay.ts'
import { bindSteps, type RelayOptions, sendError } from './serve.ts'
import { streamingReply } from './streaming-reply.ts'

type Told = Pick<Play, 'model' | 'stream' | 'body'>
type Addressed = { path: string; query?: URLSearchParams; body: object }

const named =
  (path: string) =>
  ({ model, stream, body }: Told): Addressed => ({ path, body: { ...body, model, stream } })

/** Where each protocol is spoken, and where it says which model is meant and whether the answer is streamed. */
const ADDRESSES = {
  'openai-chat': named('/v1/chat/completions'),
  'openai-responses': named('/v1/responses'),
  'anthropic-messages': named('/v1/messages'),
  'gemini-generate': ({ model, stream, body }: Told): Addressed => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent' : 'generateContent'}`,
    ...(stream && { query: new URLSearchParams({ alt: 'sse' }) }),
    body,
  }),
  'gemini-interactions': named('/v1beta/interactions'),
} as const satisfies Record<PlaygroundProtocol, (told: Told) => Addressed>

/** Sends a request through the same line as any other, metered as usual; resolves when the head of its answer is there. */
export function play(options: RelayOptions, asked: Play): Promise<Played> {
  const { path, query, body } = ADDRESSES[asked.protocol](asked)
  const gone = new AbortController()
  const reply = streamingReply((why) => gone.abort(why))
  const exchange = innerExchange(
    {
      path,
      ...(query && { query }),
      headers: { 'user-agent': 'yumen-playground', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      ip: asked.ip,
      locale: asked.locale,
      reply,
      signal: AbortSignal.any([asked.signal, gone.signal]),
    },
    options.clock,
  )
  const steps = { ...bindSteps(options), authenticate: () => callerOf(asked, options) }
  const requestId = exchange.id
  const refused = Promise.withResolvers<Played>()
  const protocol = protocolOf(asked.protocol)
  const refuse = (to: Exchange, error: unknown) => {
    const known = error instanceof GatewayError ? error : new GatewayError('internal', {}, { cause: error })
    if (known !== error) options.log.error('a request met a fault', { requestId, ...faultFields(error) })
    refused.resolve({ ok: false, requestId, error: known })
    // Once its head is out there is nothing left to say but that it ended badly; what is said otherwise is only to be kept.
    if (reply.headersSent) reply.destroy()
    else sendError(to, protocol.dialect, error)
  }
  capturing(exchange, options, (heard) => relay(heard, protocol, steps), refuse).catch((error: unknown) =>
    refuse(exchange, error),
  )
  const answered = reply.answer.then((answer): Played => ({ ok: true, requestId, answer }))
  return Promise.race([answered, refused.promise])
}

function protocolOf(wanted: ProtocolId) {
  const protocol = PROTOCOL_CODECS.find(({ id }) => id === wanted)
  if (!protocol) throw new Error(`no protocol ${wanted}`)
  return protocol
}

/** The key's owner has signed in; what else the key asks of its callers holds here as well. */
function callerOf({ keyId, ip }: Play, { directory, clock }: RelayOptions): Caller {
  const caller = directory.keyById(keyId)
  if (!caller) throw new GatewayError('key_invalid')
  return assertFrom(assertUsable(caller, clock.now()), ip)
}
