import type { WebSocket } from 'ws'
import { GatewayError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { textOr } from '../../core/json.ts'
import {
  onlyTranscribes,
  openaiRealtime,
  realtimeTurn,
  sessionBegun,
} from '../../protocols/realtime/openai-realtime.ts'
import { faultFields } from '../../telemetry/log.ts'
import { requireRoom } from '../admit.ts'
import type { Caller } from '../authenticate.ts'
import type { Exchange } from '../exchange.ts'
import { UpstreamFailure } from '../failure.ts'
import { innerExchange } from '../inner-exchange.ts'
import type { Plan } from '../plan.ts'
import type { Candidate } from '../routing/candidates.ts'
import type { Lease } from '../routing/health.ts'
import { firstUpdate } from './first-update.ts'
import { NO_REPLY } from './no-reply.ts'
import { errorEvent, openBook, type RealtimeBook } from './realtime-book.ts'
import { type Joint, joined } from './realtime-joint.ts'
import { openUpstream } from './realtime-upstream.ts'
import type { Bound, SocketCaller, SocketSession } from './session.ts'
import { sessionNames } from './session-names.ts'

/** Codes of RFC 6455: the connection breaks a rule, it cannot be served now. */
const POLICY = 1008
const LATER = 1013
const MOST_TRIES = 3

/** Serves a Realtime conversation (wire.md §1.4): one upstream for one caller, frames as they come, each answer booked. */
export function serveRealtime(client: WebSocket, who: SocketCaller, bound: Bound): SocketSession {
  let idle: () => Promise<unknown> = () => Promise.resolve()
  const opened = (book: RealtimeBook) => {
    idle = () => book.idle()
  }
  converse(client, who, bound, opened).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) bound.options.log.error('a conversation met a fault', faultFields(error))
    refused(client, who, error)
  })
  return { settled: () => idle() }
}

/** Throws what stands against a conversation before it begins; nothing yet where its model is named later. */
export function requireRoomToTalk(caller: Caller, query: URLSearchParams, options: Bound['options']): void {
  requireRoom(caller, options.directory.model(query.get('model') ?? '') ?? null, options.limits)
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
  using _watch = options.live.watch({ cut: (why) => client.close(POLICY, why.code) }, who.caller.hash)
  const open = () =>
    innerExchange(
      { ...who, path: '/v1/realtime', query, body: Buffer.alloc(0), reply: NO_REPLY, signal: gone.signal },
      options.clock,
    )
  const { directory, clock } = options
  const caller = () => directory.keyById(who.caller.id) ?? who.caller
  const wait: Joint['wait'] = (ms, signal) => steps.wait(ms, signal)
  const first = onlyTranscribes(query) ? await begun(client, gone.signal, { who, now: clock.now, wait }) : null
  if (first) requireRoom(caller(), directory.model(first.model) ?? null, options.limits)
  const turn = first ? realtimeTurn(first.model) : openaiRealtime.read({ path: '', query, body: new Uint8Array() })
  const exchange = open()
  const plan = steps.plan(exchange, caller(), openaiRealtime, turn)
  const { upstream, candidate, lease } = await firstOpen(plan, exchange, (candidate) =>
    steps.lease(candidate, plan.lastResort),
  )
  using _lease = lease
  const { target } = candidate
  const own = { name: turn.model, model: plan.model }
  const names = sessionNames({ directory, caller, target, own, onlyTranscribes: first !== null })
  const say = (event: object) => upstream.send(JSON.stringify(event), () => undefined)
  const refuse = (error: unknown) => refused(client, who, error)
  const cancel = (responseId: string) => say({ type: 'response.cancel', response_id: responseId })
  const book = openBook({
    // What is taken away meanwhile, a price or a key, goes on as it was: what has begun is to be paid for.
    model: (at) => names.pricedAt(plan.model, at),
    candidate,
    open,
    admit(own, { heard, talk, isBegun }) {
      const asked = heard
        ? { ...realtimeTurn(heard.by?.name ?? turn.model), estimate: heard.expected }
        : { ...turn, maxTokens: talk.maxTokens, talk: talk.read }
      return steps.admit(own, caller(), openaiRealtime, { ...asked, isBegun })
    },
    transcriber: (upstreamName) => names.transcriber(upstreamName, clock.now()),
    cancel,
    commit: () => say({ type: 'input_audio_buffer.commit' }),
    refused(error, responseId) {
      if (responseId !== null) cancel(responseId)
      refuse(error)
    },
    declined(error, eventId) {
      // What stands in the way for a moment, such as the answer before it, ends no conversation.
      if (error.kind === 'too_fast' || book.isBusy()) tell(client, who, error, eventId)
      else refuse(error)
    },
  })
  opened(book)
  const joint = {
    book,
    names,
    now: clock.now,
    credential: target.credential,
    early: first?.early ?? null,
    refuse,
    wait,
  }
  await book.close(await joined(client, upstream, joint))
}

/** Says that a session is there that only transcribes, and waits for its model. */
async function begun(
  client: WebSocket,
  signal: AbortSignal,
  by: { who: SocketCaller; now: () => number; wait: Joint['wait'] },
) {
  const { headers } = by.who
  client.send(JSON.stringify(sessionBegun(newId(by.now()), textOr(headers['openai-beta'], ''))), () => undefined)
  return firstUpdate(client, signal, by.wait)
}

/** Tells the caller what stands against going on, and that this is the end. */
function refused(client: WebSocket, who: SocketCaller, error: unknown): void {
  const known = error instanceof GatewayError ? error : new GatewayError('internal')
  tell(client, who, known)
  // The peer's answer to the close must be read.
  client.resume()
  client.close(known.kind === 'no_upstream' ? LATER : POLICY, known.code)
}

function tell(client: WebSocket, { locale }: SocketCaller, error: GatewayError, eventId?: string): void {
  client.send(JSON.stringify(errorEvent(error, error.in(locale), eventId)), () => undefined)
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
