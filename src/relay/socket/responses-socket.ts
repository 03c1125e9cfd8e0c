import type { RawData, WebSocket } from 'ws'
import { bodyTooLarge } from '../../core/body-size.ts'
import { GatewayError, type Locale } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { parseAsked } from '../../core/asked-json.ts'
import { asRecord, type Json, parseExactly, parseJson, textOr } from '../../core/json.ts'
import { openaiResponses } from '../../protocols/openai-responses/openai-responses.ts'
import { faultFields } from '../../telemetry/log.ts'
import { authenticateAgain, type Caller } from '../authenticate.ts'
import type { Room } from '../body-room.ts'
import { innerExchange } from '../inner-exchange.ts'
import { relay } from '../relay.ts'
import { POLICY } from './close-codes.ts'
import { eventReply } from './event-reply.ts'
import { frameBytes } from './frame-text.ts'
import type { Bound, SocketCaller, SocketSession } from './session.ts'
import { takingOf } from './taking.ts'
import {
  createResponseChain,
  type ItemList,
  listOfItems,
  NO_ITEMS,
  type ResponseChain,
  withInput,
} from '../response-chain.ts'
import { inputItems, NOT_FOUND, replayable } from '../response-memory.ts'

/** What a connection remembers; a client goes on from the last one. */
const KEPT = { most: 64, mostBytes: 32 * 1024 * 1024 }

/** As many responses at once as a connection may ask for. */
const MOST_RUNNING = 8

/** The request that goes on from a conversation, and all of that where it stands in the request. */
type Wanted = { input: ItemList; body: Buffer }

/** Who may ask nothing now is told so before more than this is put together for them. */
const LARGE_BYTES = 1024 * 1024

/** What may wait for a slow reader before nothing more of theirs is read: refusals have a pace of their own. */
const MOST_WAITING_BYTES = 1024 * 1024

/** Reads on when all that waits has been taken; whoever takes nothing gives no sign of life either, and is cut off. */
function waitForReader(socket: WebSocket): void {
  if (socket.isPaused) return
  socket.pause()
  socket.ping(undefined, undefined, () => socket.resume())
}

/**
 * Serves Responses on a WebSocket (wire.md §1.2): each `response.create` goes the way of any other request, with a permit and a
 * row of its own; what it continues is known to the connection alone.
 */
export function serveResponses(
  socket: WebSocket,
  { caller, headers, ip, locale }: SocketCaller,
  { options, room, wire, ...bound }: Bound,
): SocketSession {
  // The key came with the upgrade, maybe in a place that messages do not have.
  const again = { directory: options.directory, now: options.clock.now }
  const steps = { ...bound.steps, authenticate: () => authenticateAgain(caller, { ip }, again) }
  const chain = createResponseChain({ ...KEPT, takes: (bytes) => room(caller.userId, bytes) })
  const running = new Map<string, Promise<void>>()
  /** Those under way and those that wait behind them: each holds its whole message. */
  let underWay = 0
  const gone = new AbortController()
  socket.once('close', () => {
    gone.abort(new Error('the caller is gone'))
    chain[Symbol.dispose]()
  })

  async function create({ input, body }: Wanted, send: (event: Json | string) => void, room: Room): Promise<void> {
    const output: unknown[] = []
    const reply = eventReply(socket, takingOf(wire), {
      event(text) {
        const event = notable(text)
        if (event?.type === 'response.output_item.done') output.push(event.item)
        else if (event?.response) chain.remember(idOf(event.response), [input, listOfItems(replayable(output))])
        send(event?.type === 'error' && !event.error ? errorEvent(500, event) : text)
      },
      refused: (status, text, head) => send(toldEvent(status, text, head)),
    })
    const request = { path: '/v1/responses', headers, body, room, ip, locale, reply, signal: gone.signal }
    const exchange = innerExchange(request, options.clock)
    try {
      await relay(exchange, openaiResponses, steps)
    } catch (error) {
      if (!(error instanceof GatewayError))
        options.log.error('a request met a fault', { requestId: exchange.id, ...faultFields(error) })
      const known = error instanceof GatewayError ? error : new GatewayError('internal')
      send(refusalEvent(known, { locale, requestId: exchange.id }))
    }
  }

  function hear(data: RawData, isBinary: boolean): void {
    // While it is being closed messages still come, and an answer would be charged that nobody can be sent.
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MOST_WAITING_BYTES) waitForReader(socket)
    const bytes = frameBytes(data)
    const text = isBinary ? '{}' : bytes.toString('utf8')
    const message = messageIn(text)
    if (message instanceof GatewayError)
      return senderOn(socket, undefined)(errorEvent(400, { message: message.in(locale) }))
    const { type, stream_id: streamId } = message
    const send = senderOn(socket, streamId)
    if (type !== 'response.create')
      return send(errorEvent(400, { code: 'invalid_request_error', message: unknownType(type) }))
    const name = typeof streamId === 'string' ? streamId : ''
    if (underWay >= MOST_RUNNING)
      return send(errorEvent(429, { code: 'rate_limit_exceeded', message: 'Too many responses at once.' }))
    const place = options.bodyRoom.hold(caller.userId, bytes.length)
    if (!place) return send(refusalEvent(new GatewayError('uploads_full'), { locale, requestId: '' }))
    underWay += 1
    const before = running.get(name)
    const how = { chain, options, locale, send, room: place, ownBytes: bytes.length, caller: steps.authenticate }
    const turn = (before ?? Promise.resolve())
      .then(reading(before ? text : message, how))
      .then((found) => (found ? create(found, send, place) : undefined))
      .catch((error: unknown) => options.log.error('a response on a socket failed', faultFields(error)))
      .finally(() => {
        place[Symbol.dispose]()
        underWay -= 1
        if (running.get(name) === turn) running.delete(name)
      })
    running.set(name, turn)
  }

  socket.on('message', hear)
  const watch = options.live.watch(
    {
      cut(why) {
        // A stop is told in each answer, and who closes all sockets then waits for those.
        if (why.code !== 'gateway_stopped') socket.close(POLICY, why.in(locale).slice(0, 60))
      },
    },
    caller.hash,
  )
  socket.once('close', () => watch[Symbol.dispose]())
  return { settled: () => noneOf(running) }
}

type Asking = Pick<Bound, 'options'> & {
  chain: ResponseChain
  locale: Locale
  send: (event: Json) => void
  /** What its message has, which is so long. */
  room: Room
  ownBytes: number
  /** Whose key it is, as it stands now. */
  caller: () => Caller
}

/**
 * Reads a message when its turn comes. Parsed it takes ten times as much as its text, which alone is kept of one that has to
 * wait, and nothing that is under way holds on to either.
 */
function reading(message: string | Json, how: Asking): () => Wanted | null {
  return () => {
    try {
      return wanted(typeof message === 'string' ? asRecord(parseAsked(message)) : message, how)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      how.send(refusalEvent(error, { locale: how.locale, requestId: '' }))
      return null
    }
  }
}

/** What a message asks for as bytes, all that is kept of it while it is answered; null: that is told already. */
function wanted(message: Json, how: Asking): Wanted | null {
  const { type: _type, generate, stream_id: _stream, previous_response_id: previous, input, ...body } = message
  const before = previous === undefined || previous === null ? NO_ITEMS : how.chain.listOf(textOr(previous, ''))
  if (!before) throw NOT_FOUND
  const lists = [before, listOfItems(inputItems(input))]
  requireShort(lists, how)
  if (generate === false) {
    warmUp(lists, body.model, how)
    return null
  }
  if (before.length > NO_ITEMS.length) requireRoom(before.length, how)
  return withInput({ ...body, stream: true, store: false }, lists)
}

/** A conversation that is warmed up without an answer is remembered, and costs nothing but a request. */
function warmUp(lists: readonly ItemList[], model: unknown, { chain, options, send, caller }: Asking): void {
  using _call = options.limits.admitCall(caller())
  const id = `resp_${newId(options.clock.now())}`
  chain.remember(id, lists)
  for (const event of nothingSaid(id, nameIn(model))) send(event)
}

/** Throws where all of a conversation is longer than a body may be. */
function requireShort(lists: readonly ItemList[], { options }: Asking): void {
  const { maxBodyBytes } = options.policy()
  if (lists.reduce((sum, list) => sum + list.length, 0) > maxBodyBytes) throw bodyTooLarge(maxBodyBytes)
}

/** Takes room for what a message goes on from beside its own; throws what stands against that: a few bytes may go on from megabytes. */
function requireRoom(bytes: number, { options, room, ownBytes, caller }: Asking): void {
  const refusal = bytes > LARGE_BYTES ? options.limits.refusesCall(caller()) : null
  if (refusal) throw refusal
  if (!room.growTo(ownBytes + bytes)) throw new GatewayError('uploads_full')
}

/** Resolves when none is left; what begins meanwhile is waited for too, as it would be cut off with the connection. */
async function noneOf(running: ReadonlyMap<string, Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running.values())
}

/** The events of an answer without a word. */
function nothingSaid(id: string, model: unknown): readonly Json[] {
  const response = { id, object: 'response', model, output: [], usage: null }
  return [
    { type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress' } },
    { type: 'response.completed', sequence_number: 1, response: { ...response, status: 'completed' } },
  ]
}

function idOf(response: unknown): string {
  return String(asRecord(response).id)
}

/** Events carry the name of the stream they answer, where the caller gave it one. */
function senderOn(socket: WebSocket, streamId: unknown): (event: Json | string) => void {
  const named = typeof streamId === 'string'
  return (event) => {
    const text = typeof event === 'string' && !named ? event : JSON.stringify(withStream(event, streamId))
    socket.send(text, () => undefined)
  }
}

/** What a frame says; a refusal when it is too intricate to be read, or names a stream that each event would repeat at any length. */
function messageIn(text: string): Json | GatewayError {
  try {
    const message = asRecord(parseAsked(text))
    if (textOr(message.stream_id, '').length <= MOST_LETTERS) return message
    return new GatewayError('body_invalid', { reason: `\`stream_id\` must have at most ${MOST_LETTERS} letters` })
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

/** What is said back to a caller is no longer than a name. */
const MOST_LETTERS = 200

function nameIn(said: unknown): string | null {
  return typeof said === 'string' ? said.slice(0, MOST_LETTERS) : null
}

function unknownType(type: unknown): string {
  return `The message type ${JSON.stringify(nameIn(type) ?? '')} is not supported; send "response.create".`
}

function withStream(event: Json | string, streamId: unknown): Json {
  const fields = typeof event === 'string' ? asRecord(parseExactly(event)) : event
  return typeof streamId === 'string' ? { ...fields, stream_id: streamId } : fields
}

function refusalEvent(error: GatewayError, about: { locale: Locale; requestId: string }): Json {
  const { status, body, headers } = openaiResponses.errors.refuse(error, about)
  return toldEvent(status, body, headers)
}

/**
 * The event for a refusal that is written as a document, with all that it says. How long to wait is told beside the error, where
 * Codex looks for it and else does not ask again, and in it, where OpenAI's own library has it.
 */
function toldEvent(status: number, document: string, head: Record<string, string | number>): Json {
  const told = asRecord(asRecord(parseJson(document)).error)
  const wait = head['retry-after']
  const headers = wait !== undefined && { headers: { 'retry-after': String(wait) } }
  const event = errorEvent(status, told)
  return { ...event, error: { ...told, ...event.error, ...headers }, ...headers }
}

function errorEvent(status: number, { type, code, message, param }: Json) {
  const kind = textOr(type, 'invalid_request_error')
  const error = { type: kind === 'error' ? 'server_error' : kind, code: code ?? null, message, param: param ?? null }
  return { type: 'error', status, error }
}

const NOTABLE = /"type":\s?"(response\.(output_item\.done|completed|incomplete)|error)"/

/** An event that says something of the conversation; every other one is passed on unread. */
function notable(text: string): Json | null {
  return NOTABLE.test(text) ? asRecord(parseExactly(text)) : null
}
