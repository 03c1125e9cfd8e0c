import type { RawData, WebSocket } from 'ws'
import { GatewayError } from '../../core/errors.ts'
import { asRecord, parseJson, valueAt } from '../../core/json.ts'
import { walkJson } from '../../core/json-walk.ts'
import { priceAt } from '../../core/price.ts'
import type { RequestEnd } from '../../core/records.ts'
import { openaiRealtime } from '../../protocols/realtime/openai-realtime.ts'
import { faultFields } from '../../telemetry/log.ts'
import type { Exchange } from '../exchange.ts'
import { UpstreamFailure } from '../failure.ts'
import { innerExchange } from '../inner-exchange.ts'
import type { Plan } from '../plan.ts'
import type { Candidate } from '../routing/candidates.ts'
import type { Lease } from '../routing/health.ts'
import { masked } from '../classify.ts'
import { frameBytes, frameText } from './frame-text.ts'
import { NO_REPLY } from './no-reply.ts'
import { errorEvent, openBook, type RealtimeBook } from './realtime-book.ts'
import { openUpstream } from './realtime-upstream.ts'
import type { Bound, SocketCaller, SocketSession } from './session.ts'
import { windUp } from './wind-up.ts'

/** Codes of RFC 6455: the connection breaks a rule, its upstream is gone, it cannot be served now. */
const POLICY = 1008
const BROKEN = 1011
const LATER = 1013
const MOST_TRIES = 3
/** Frames of either side may wait up to here before the other one is not read any more. */
const AHEAD_BYTES = 1024 * 1024

/** Serves a Realtime conversation (wire.md §1.4): one upstream for one caller, frames as they come, each answer booked. */
export function serveRealtime(client: WebSocket, who: SocketCaller, bound: Bound): SocketSession {
  let idle: () => Promise<unknown> = () => Promise.resolve()
  const opened = (book: RealtimeBook) => {
    idle = () => book.idle()
  }
  converse(client, who, bound, opened).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) bound.options.log.error('a conversation met a fault', faultFields(error))
    const known = error instanceof GatewayError ? error : new GatewayError('internal')
    client.send(JSON.stringify(errorEvent(known, known.in(who.locale))), () => undefined)
    // The peer's answer to the close must be read.
    client.resume()
    client.close(known.kind === 'no_upstream' ? LATER : POLICY, known.code)
  })
  return { settled: () => idle() }
}

async function converse(
  client: WebSocket,
  who: SocketCaller,
  { options, steps, query }: Bound,
  opened: (book: RealtimeBook) => void,
): Promise<void> {
  const gone = new AbortController()
  client.once('close', () => gone.abort(new Error('the caller is gone')))
  // What is said before the upstream is there waits in the socket.
  client.pause()
  const open = () =>
    innerExchange(
      { ...who, path: '/v1/realtime', query, body: Buffer.alloc(0), reply: NO_REPLY, signal: gone.signal },
      options.clock,
    )
  const exchange = open()
  const turn = openaiRealtime.read({ path: exchange.path, query, body: new Uint8Array() })
  const plan = steps.plan(exchange, who.caller, openaiRealtime, turn)
  const { upstream, candidate, lease } = await firstOpen(plan, exchange, (candidate) =>
    steps.lease(candidate, plan.lastResort),
  )
  using _lease = lease
  const cancel = (responseId: string) =>
    upstream.send(JSON.stringify({ type: 'response.cancel', response_id: responseId }), () => undefined)
  const { directory } = options
  const priced = (name: string, at: number) => {
    const model = directory.model(name)
    return model && priceAt(model, at) ? model : null
  }
  const book = openBook({
    // What is taken away meanwhile, a price or a key, goes on as it was: what has begun is to be paid for.
    model: (at) => priced(plan.model.id, at) ?? plan.model,
    candidate,
    open,
    admit: (own) => steps.admit(own, directory.keyById(who.caller.id) ?? who.caller, openaiRealtime, turn),
    priced,
    cancel,
    refused(error, responseId) {
      cancel(responseId)
      const known = error instanceof GatewayError ? error : new GatewayError('internal')
      client.send(JSON.stringify(errorEvent(known, known.in(who.locale))), () => undefined)
      client.close(POLICY, known.code)
    },
  })
  opened(book)
  using _watch = options.live.watch({ cut: (why) => client.close(POLICY, why.code) }, who.caller.hash)
  const names = [turn.model, candidate.target.upstreamName] as const
  const end = await joined(client, upstream, {
    book,
    names,
    credential: candidate.target.credential,
    wait: (ms, signal) => steps.wait(ms, signal),
  })
  await book.close(end)
}

type Opened = { upstream: WebSocket; candidate: Candidate; lease: Lease }

/** The first candidate that opens its end; throws the plan's own refusal when none does. */
async function firstOpen(
  plan: Plan,
  exchange: Exchange,
  leaseOf: (candidate: Candidate) => ReturnType<Bound['steps']['lease']>,
): Promise<Opened> {
  for (const candidate of plan.candidates.slice(0, MOST_TRIES)) {
    const lease = leaseOf(candidate)
    if (typeof lease === 'string') continue
    try {
      const upstream = await openUpstream(candidate.target, exchange)
      lease.learn({ kind: 'well' })
      return { upstream, candidate, lease }
    } catch (error) {
      // A refusal says nothing of the endpoint: what it thinks of our credential other requests find out.
      const refused = error instanceof UpstreamFailure && error.class === 'status'
      lease.learn({ kind: refused || exchange.signal.aborted ? 'nothing' : 'failing' })
      lease[Symbol.dispose]()
      if (exchange.signal.aborted) throw error
    }
  }
  throw plan.candidates.length === 0 ? plan.refusal() : new GatewayError('upstream_failed')
}

type Joint = {
  book: RealtimeBook
  names: readonly [string, string]
  credential: { secret: string }
  wait: Bound['steps']['wait']
}

/** Joins both ends until one of them goes, and says which it was. */
function joined(client: WebSocket, upstream: WebSocket, { book, names, credential, wait }: Joint): Promise<RequestEnd> {
  return new Promise((resolve) => {
    pass(upstream, client, (data, isBinary) => {
      if (isBinary) return data
      book.heard(asRecord(noteworthy(data)))
      return masked(frameBytes(data), credential)
    })
    pass(client, upstream, (data) => (keepsItsModel(data, names) ? data : null))
    client.once('close', () => void windUp({ book, upstream, wait }).then(() => resolve('caller_gone')))
    upstream.once('close', (code) => {
      if (client.readyState === client.CLOSED) return
      client.close(code >= 3000 || code === 1000 ? code : BROKEN)
      resolve('upstream_truncated')
    })
    for (const side of [client, upstream]) side.on('error', () => side.terminate())
    upstream.resume()
    client.resume()
  })
}

/** Sends every frame on as `look` lets it, at the other side's pace; null ends the conversation. */
function pass(from: WebSocket, to: WebSocket, look: (data: RawData, isBinary: boolean) => RawData | null): void {
  from.on('message', (frame, isBinary) => {
    const data = look(frame, isBinary)
    if (data === null) return from.close(POLICY, 'the model of a conversation cannot be changed')
    // While it is being closed frames still come: who is sent away is not to have more answers made.
    if (from.readyState !== from.OPEN || to.readyState !== to.OPEN) return
    const full = to.bufferedAmount > AHEAD_BYTES
    if (full) from.pause()
    to.send(data, { binary: isBinary }, () => full && from.resume())
  })
}

/** Events that say what is used; the rest is passed on unread. */
const NOTEWORTHY =
  /"type":\s?"((?:transcription_)?session\.(?:created|updated)|response\.created|response\.done|[\w.]+\.delta|[\w.]+transcription\.completed)"/

function noteworthy(data: RawData): unknown {
  const text = frameText(data)
  return NOTEWORTHY.test(text.slice(0, 400)) || text.includes('"usage"') ? parseJson(text) : undefined
}

/** Another model would have another price, and may not be the caller's to use. */
function keepsItsModel(data: RawData, names: readonly string[]): boolean {
  const text = frameText(data)
  // A letter that is written as an escape hides the word it stands in.
  if (!text.includes('\\u') && !(text.includes('session.update') && text.includes('"model"'))) return true
  const json = Buffer.from(text)
  const said: Record<string, unknown[]> = { type: [], model: [] }
  // All of a key that stands twice: which of them an upstream reads is not known.
  const isRead = walkJson(json, {
    step: (key, under) => (under === '' && key === 'session' ? 'into' : key === KEYS[under] ? 'take' : 'past'),
    taken: (key, span) => said[key]?.push(valueAt(json, span)),
  })
  if (!said['type']?.includes('session.update')) return true
  return isRead && said['model']?.every((model) => typeof model !== 'string' || names.includes(model)) === true
}

/** Where an event says what it is, and its session which model it wants. */
const KEYS: Readonly<Record<string, string>> = { '': 'type', session: 'model' }
