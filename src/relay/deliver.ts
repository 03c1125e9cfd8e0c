import { GatewayError } from '../core/errors.ts'
import type { RequestEnd } from '../core/records.ts'
import type { Protocol, Seen, Tap } from '../protocols/protocol.ts'
import { EVENT_TOO_LARGE } from '../protocols/sse.ts'
import { AFTER_END_MS, drain, type Leash } from './drains.ts'
import { type Exchange, type Reply, STALLED_MS } from './exchange.ts'
import { abortClass, cutBy, type FailureClass, failureOf, keptWords, UpstreamFailure } from './failure.ts'
import { replyHeaders, STREAM_HEADERS } from './headers.ts'
import type { Manner } from './manner.ts'
import type { AttemptRecord } from '../core/records.ts'
import type { UpstreamAnswer } from './upstream-call.ts'

/** What reached the caller, and how it ended. */
export type Delivery = {
  end: RequestEnd
  httpStatus: number
  errorClass: string | null
  errorMessage: string | null
  seen: Seen | null
  /** The caller left, and what was left of the answer was read without them. */
  drained: boolean
  /** Lets the end of the answer go out, which waits until the request is settled. */
  finish: () => void
}

/** An answer that has something to say, and what of it was held back until now. */
export type Outgoing = {
  exchange: Exchange
  protocol: Protocol
  turn: Manner
  answer: UpstreamAnswer
  leash: Leash
  tap: Tap
  held: Buffer[]
  /** The held bytes are the whole answer. */
  whole: boolean
  record: AttemptRecord
  idleMs: number
  /** Asked whenever more has come: false ends the answer without it. */
  mayGoOut: () => boolean
}

/** Sends an answer to the caller as it comes, at the caller's pace; the end is told in the dialect if the upstream breaks off. */
export async function deliver(outgoing: Outgoing): Promise<Delivery> {
  const { exchange, answer, tap, turn, held, whole, leash } = outgoing
  try {
    exchange.reply.writeHead(answer.status, headOf(outgoing))
    // A body of known length ends with its last byte, a stream with the frame that `end` sends.
    const last = whole && !turn.stream && tap.seen.failure === null ? held.pop() : undefined
    // What is whole has nothing to wait for.
    const ending = whole && held.length === 0 ? endingOf(outgoing) : await flow(outgoing)
    // Once the upstream has said that the answer is whole, nothing that happens after it makes it less so (wire.md §0.4).
    const said = tap.seen.terminal && tap.seen.failure === null
    // A document that said so was read to its end, and so was what is whole.
    const drained = ending === 'caller_gone' && leash.draining && !whole && (turn.stream || !said)
    if (drained) await drain(outgoing)
    return deliveryOf(outgoing, { ending, said, drained, last })
  } finally {
    leash[Symbol.dispose]()
  }
}

type Ended = { ending: FailureClass | null; said: boolean; drained: boolean; last: Buffer | undefined }

function deliveryOf(outgoing: Outgoing, { ending, said, drained, last: held }: Ended): Delivery {
  const { exchange, answer, tap, turn, record } = outgoing
  let last = held
  record.endedMs = exchange.elapsedMs()
  if (ending !== null) answer.cancel(ending)
  if (ending === null || said) {
    // Broken off after all was said, it may still lack an ending of its own that only its tap knows.
    if (ending !== null && !drained && (turn.translated || turn.streamType)) last = tap.flush()
    const finish = () => void exchange.reply.end(last)
    return {
      end: 'complete',
      httpStatus: answer.status,
      errorClass: null,
      errorMessage: null,
      seen: tap.seen,
      drained,
      finish,
    }
  }
  record.errorClass = ending
  tap.brokeOff?.()
  return brokenOff(outgoing, ending, drained)
}

function headOf({ exchange, answer, turn, held, whole, record }: Outgoing): Record<string, string | number> {
  const waitedMs = (record.firstTokenMs ?? 0) - record.startedMs
  const head: Record<string, string | number> = replyHeaders(exchange, answer.headers, {
    waitedMs,
    translated: turn.translated,
  })
  if (turn.stream) return Object.assign(head, STREAM_HEADERS)
  if (whole) head['content-length'] = held.reduce((sum, bytes) => sum + bytes.length, 0)
  return head
}

/** Moves bytes until the answer ends; returns why it ended early, or null. */
async function flow(outgoing: Outgoing): Promise<FailureClass | null> {
  const { exchange, answer, tap, held, whole, idleMs, mayGoOut } = outgoing
  try {
    // Taken out one by one: what has been written must not stay in memory as long as the stream lasts.
    for (let bytes = held.shift(); bytes; bytes = held.shift()) await write(exchange.reply, bytes, exchange.signal)
    if (tap.seen.failure) return failedAs(tap.seen)
    while (!whole) {
      const chunk = await answer.next(tap.seen.terminal ? Math.min(idleMs, AFTER_END_MS) : idleMs, 'idle_timeout')
      const bytes = chunk ? tap.push(chunk) : tap.flush()
      // The beginning of an event that never ended is no use to the caller, and would spoil the error that follows it.
      if (!chunk && truncated(outgoing)) return 'bad_answer'
      if (!mayGoOut()) return 'cut_off'
      const drained = write(exchange.reply, bytes, exchange.signal)
      // Awaiting nothing would cost each event a turn of its own.
      if (drained) await drained
      if (tap.seen.failure) return failedAs(tap.seen)
      if (!chunk) return null
      // What the upstream has sent meanwhile must not be read: it would be charged.
      if (exchange.signal.aborted) return abortClass(exchange.signal)
    }
    return endingOf(outgoing)
  } catch (error) {
    return exchange.signal.aborted ? abortClass(exchange.signal) : failureOf(error).class
  }
}

/** Why an answer of which all has come ended early, or null. */
function endingOf(outgoing: Outgoing): FailureClass | null {
  const { seen } = outgoing.tap
  if (seen.failure) return failedAs(seen)
  return truncated(outgoing) ? 'bad_answer' : null
}

/** A failure the upstream told has gone out with its bytes; that an event is too large only we know. */
function failedAs({ failure }: Seen): FailureClass {
  return failure === EVENT_TOO_LARGE ? 'too_large' : 'in_band'
}

function truncated({ turn, tap }: Outgoing): boolean {
  return turn.stream && !tap.seen.terminal
}

const ENDS: Partial<Record<FailureClass, RequestEnd>> = {
  caller_gone: 'caller_gone',
  cut_off: 'gateway_error',
  idle_timeout: 'idle_timeout',
  first_token_timeout: 'first_token_timeout',
  total_timeout: 'total_timeout',
  in_band: 'upstream_error',
}

function brokenOff(outgoing: Outgoing, ending: FailureClass, drained: boolean): Delivery {
  const { exchange, protocol, turn, tap, answer } = outgoing
  const cut = cutBy(exchange.signal)
  const error =
    cut ?? tap.seen.told ?? new GatewayError(ending.endsWith('_timeout') ? 'upstream_timeout' : 'upstream_broke')
  const end = cut?.code === 'limit_reached_midway' ? 'limit' : (ENDS[ending] ?? 'upstream_truncated')
  const about = { locale: exchange.locale, requestId: exchange.id, asked: exchange, seen: tap.seen }
  const finish = () => {
    if (end === 'caller_gone') exchange.reply.destroy()
    // A failure the upstream told in its own words has gone out already; a body that is no stream can only be cut.
    else if (ending === 'in_band' && !turn.translated) exchange.reply.end()
    else if (turn.stream) exchange.reply.end(protocol.errors.breakOff(error, about))
    else exchange.reply.destroy()
  }
  return {
    end,
    httpStatus: end === 'caller_gone' ? 499 : answer.status,
    errorClass: ending === 'in_band' ? (tap.seen.failure ?? ending) : (cut?.code ?? ending),
    errorMessage: end === 'caller_gone' ? null : keptWords(error),
    seen: tap.seen,
    drained,
    finish,
  }
}

/** Sends an upstream's refusal of the caller's own request, byte for byte: clients read its wording (wire.md §0.19). */
export function deliverRefusal(exchange: Exchange, answer: UpstreamAnswer, body: Buffer): Delivery {
  const retry = answer.headers['x-should-retry']
  exchange.reply.writeHead(answer.status, {
    ...replyHeaders(exchange, answer.headers, { waitedMs: 0 }),
    'content-length': body.length,
    ...(typeof retry === 'string' && { 'x-should-retry': retry }),
  })
  return {
    end: 'upstream_error',
    httpStatus: answer.status,
    errorClass: `http_${answer.status}`,
    errorMessage: null,
    seen: null,
    drained: false,
    finish: () => void exchange.reply.end(body),
  }
}

/** Writes bytes at the reader's pace; throws an UpstreamFailure when they leave, as reading on would. */
export function write(reply: Reply, bytes: Buffer, signal: AbortSignal): Promise<void> | void {
  if (bytes.length === 0 || reply.write(bytes)) return
  if (signal.aborted) throw new UpstreamFailure(abortClass(signal))
  // The socket's own timer knows whether bytes still move; when it runs out, node closes the connection and the signal fires.
  reply.socket?.setTimeout(STALLED_MS)
  return new Promise((resolve, reject) => {
    const onDrain = () => {
      signal.removeEventListener('abort', onGone)
      reply.socket?.setTimeout(0)
      resolve()
    }
    const onGone = () => {
      reply.off('drain', onDrain)
      reject(new UpstreamFailure(abortClass(signal)))
    }
    reply.once('drain', onDrain)
    signal.addEventListener('abort', onGone, { once: true })
  })
}
