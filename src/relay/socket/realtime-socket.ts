import type { WebSocket } from 'ws'
import { GatewayError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { textOr } from '../../core/json.ts'
import type { Clock } from '../../core/time.ts'
import type { Turn } from '../../protocols/protocol.ts'
import {
  onlyTranscribes,
  openaiRealtime,
  realtimeTurn,
  sessionBegun,
} from '../../protocols/realtime/openai-realtime.ts'
import { faultFields } from '../../telemetry/log.ts'
import type { Caller } from '../authenticate.ts'
import type { Exchange } from '../exchange.ts'
import { innerExchange } from '../inner-exchange.ts'
import type { Plan } from '../plan.ts'
import type { Candidate } from '../routing/candidates.ts'
import { firstOpen, type Opened } from './first-open.ts'
import { firstUpdate } from './first-update.ts'
import { NO_REPLY } from './no-reply.ts'
import { closeCodeOf, LATER, POLICY } from './close-codes.ts'
import { errorEvent, openBook, type RealtimeBook } from './realtime-book.ts'
import { type Joint, joined } from './realtime-joint.ts'
import { openUpstream } from './realtime-upstream.ts'
import { bookNeverBegun, requireRoomFor, type Tried } from './refused-talk.ts'
import type { Bound, SocketCaller, SocketSession } from './session.ts'
import { sessionNames } from './session-names.ts'

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
export function requireRoomToTalk(who: SocketCaller, query: URLSearchParams, options: Bound['options']): void {
  const exchange = exchangeOf(who, query, NEVER, options.clock)
  requireRoomFor({ exchange, caller: who.caller, model: query.get('model') ?? '' }, options)
}

const NEVER = new AbortController().signal

/** An exchange of its own for something of a conversation. */
function exchangeOf(who: SocketCaller, query: URLSearchParams, signal: AbortSignal, clock: Clock): Exchange {
  return innerExchange({ ...who, path: '/v1/realtime', query, body: Buffer.alloc(0), reply: NO_REPLY, signal }, clock)
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
  using _watch = options.live.watch({ cut: (why) => client.close(closeCodeOf(why), why.code) }, who.caller.hash)
  const open = () => exchangeOf(who, query, gone.signal, options.clock)
  const { directory, clock } = options
  const caller = () => directory.keyById(who.caller.id) ?? who.caller
  const wait: Joint['wait'] = (ms, signal) => steps.wait(ms, signal)
  const first = onlyTranscribes(query) ? await begun(client, gone.signal, { who, now: clock.now, wait }) : null
  if (first) requireRoomFor({ exchange: open(), caller: caller(), model: first.model }, options)
  const turn = first ? realtimeTurn(first.model) : openaiRealtime.read({ path: '', query, body: new Uint8Array() })
  const exchange = open()
  const talk = { exchange, caller: caller(), model: turn.model }
  const { plan, upstream, candidate, lease } = await planned(talk, turn, { options, steps })
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

/** Who holds the conversation; where nobody does that is a row. */
async function planned(
  talk: { exchange: Exchange; caller: Caller; model: string },
  turn: Turn,
  { options, steps }: Pick<Bound, 'options' | 'steps'>,
): Promise<Opened<WebSocket> & { plan: Plan }> {
  const tried: Tried = { model: null, attempts: [], target: null }
  try {
    const plan = steps.plan(talk.exchange, talk.caller, openaiRealtime, turn)
    tried.model = plan.model
    const open = ({ target }: Candidate, exchange: Exchange) => openUpstream(target, exchange)
    return { plan, ...(await firstOpen(plan, talk.exchange, tried, { ...steps, open })) }
  } catch (error) {
    bookNeverBegun(error, talk, tried, options)
    throw error
  }
}
