import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '../core/ids.ts'
import { type GatewayError, type Locale, localeOf } from '../core/errors.ts'
import type { Said } from '../core/said.ts'
import type { Stop } from '../core/stop.ts'
import { type Clock, SECOND_MS } from '../core/time.ts'
import type { Body, BodyRoom, Take } from './body-room.ts'
import type { Spooler } from './forms/spool.ts'
import type { FormRoom, SpooledForm } from './forms/spooled-form.ts'
import { targetOf } from './surface.ts'

/** What a reply is written to: a caller's connection, or one that collects. */
export type Reply = {
  readonly headersSent: boolean
  readonly socket: { setTimeout(ms: number): unknown } | null
  writeHead(status: number, headers: Record<string, string | number>): unknown
  /** False: wait for `drain` before the next write. */
  write(bytes: Uint8Array): boolean
  end(bytes?: Uint8Array | string): unknown
  destroy(): unknown
  once(event: 'drain', listener: () => void): unknown
  off(event: 'drain', listener: () => void): unknown
}

/** One caller's request and the reply to it. */
export type Exchange = {
  /** What `x-yumen-request-id` says and the console finds. */
  id: string
  /** Epoch milliseconds of arrival. */
  at: number
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  said: Said
  ip: string
  locale: Locale
  reply: Reply
  /** Aborts when the caller is gone before the reply is finished, or the exchange is cut off. */
  signal: Stop
  /** Ends the exchange by the gateway's own will; the caller is told why, as far as the reply still allows. */
  cut(why: GatewayError): void
  /** Headers of the reply, whatever it will be, that were found out on the way. */
  extraHeaders: Record<string, string>
  /** Milliseconds since arrival. */
  elapsedMs: () => number
  /** Is told the head of each upstream's answer, by the number of the attempt; absent where nobody wants to know. */
  heard?: (attempt: number, headers: IncomingHttpHeaders) => void
  /** The whole request body, in its user's share of the room; throws as `readBody` does. */
  body(userId: string): Promise<Body>
  /** The body where it is a form; its files are put aside, and read into memory in its user's share of the room. */
  form?: (userId: string) => Promise<SpooledForm>
  /** The body as it comes, at the reader's pace, in place of `body`; absent where all of it is read first. */
  stream?: () => AsyncIterable<Uint8Array>
}

/** A reader that takes nothing for this long is gone in all but name (docs/faults.md, rule 5). */
export const STALLED_MS = 30 * SECOND_MS

/** A request as it comes in, whoever reads it from the wire. */
export type Arrival = {
  readonly method: string
  /** The path and query, as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Absent: nobody knows whether the connection has said this before. */
  readonly said?: Said
  readonly ip: string
  readonly reply: Reply & { setHeader(name: string, value: string): unknown }
  /** As that of the exchange. */
  readonly signal: Stop
  cut(why: Error): void
  /** The whole body, up to so many bytes, as far as there is room; throws or rejects as `readBody` does. */
  read(mostBytes: number, take: Take): Buffer | Promise<Buffer>
  /** The body where it is a form. */
  readonly form?: (room: FormRoom) => Promise<SpooledForm>
  /** The body as it comes. */
  readonly stream?: () => AsyncIterable<Uint8Array>
  /** Lets a caller who is still sending finish, so that they can hear the answer. */
  leave(): void
}

type ExchangeOptions = {
  clock: Clock
  maxBodyBytes: number
  bodyRoom: BodyRoom
  spooler: Spooler
}

/** The language that a caller of the relay is answered in: English, which programs and their makers read, unless they ask for another. */
export const localeFor = (headers: IncomingHttpHeaders): Locale => localeOf(headers['accept-language'], 'en')

/** Opens the exchange of a request; nothing is read or sent yet. */
export function openExchange(arrival: Arrival, options: ExchangeOptions): Exchange {
  const { clock } = options
  const arrived = clock.monotonicMs()
  const at = clock.now()
  const { form, headers, stream } = arrival
  const exchange: Exchange = {
    id: newId(at),
    at,
    method: arrival.method,
    ...targetOf(arrival.url),
    headers,
    said: arrival.said ?? {},
    ip: arrival.ip,
    locale: localeFor(headers),
    reply: arrival.reply,
    signal: arrival.signal,
    cut: (why) => arrival.cut(why),
    extraHeaders: {},
    elapsedMs: () => clock.monotonicMs() - arrived,
    body: (userId) => options.bodyRoom.read(userId, (take) => arrival.read(options.maxBodyBytes, take)),
  }
  if (form) exchange.form = (userId) => form(roomFor(userId, options))
  if (stream) exchange.stream = stream
  return exchange
}

function roomFor(userId: string, { spooler, bodyRoom }: ExchangeOptions): FormRoom {
  return { open: () => spooler.open(userId), hold: (bytes) => bodyRoom.hold(userId, bytes) }
}
