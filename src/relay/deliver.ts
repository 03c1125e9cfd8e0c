import { GatewayError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import type { RequestEnd } from '../core/records.ts'
import type { Protocol, Seen, Tap } from '../protocols/protocol.ts'
import { drain, type Leash } from './drains.ts'
import type { Exchange } from './exchange.ts'
import { cutBy, type FailureClass, keptWords } from './failure.ts'
import { endingOf, flow } from './flow.ts'
import { replyHeaders, STREAM_HEADERS } from './headers.ts'
import type { Manner } from './manner.ts'
import type { AttemptRecord } from '../core/records.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

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
    if (turn.stream) answer.runsOutOnce?.(tap)
    exchange.reply.writeHead(answer.status, headOf(outgoing))
    // What is whole ends with its last bytes, which wait until it is settled.
    const last = whole && endingOf(outgoing) === null ? held.pop() : undefined
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
  const isShort = ending !== null && (last !== undefined || outgoing.held.length > 0)
  record.endedMs = exchange.elapsedMs()
  if (ending !== null) answer.cancel(ending)
  if (ending === null || said) {
    // Broken off after all was said, it may still lack an ending of its own that only its tap knows.
    if (ending !== null && !drained && (turn.translated || turn.streamType)) last = tap.flush()
    // What still waits here would be missing at the length that was told, and the next answer be taken for it.
    const finish = () => void (isShort ? exchange.reply.destroy() : exchange.reply.end(last))
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
export function deliverRefusal(
  exchange: Exchange,
  answer: Pick<UpstreamAnswer, 'status' | 'headers'>,
  body: Buffer,
): Delivery {
  const retry = answer.headers['x-should-retry']
  const type = typeOfRefusal(answer.headers['content-type'], body)
  exchange.reply.writeHead(answer.status, {
    ...replyHeaders(exchange, { ...answer.headers, 'content-type': type }, { waitedMs: 0 }),
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

/** What is no JSON, such as nothing at all, is not said to be: Google's library then throws at it, and tells no status. */
function typeOfRefusal(told: string | undefined, body: Buffer): string {
  const isSaid = told === undefined || /\bjson\b/i.test(told)
  return isSaid && parseJson(body.toString('utf8')) === undefined
    ? 'text/plain; charset=utf-8'
    : (told ?? 'application/json')
}
