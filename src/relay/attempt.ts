import type { TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { AttemptRecord } from '../core/records.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Protocol, Seen, Tap, Turn } from '../protocols/protocol.ts'
import { callerFault, gatewayFault, mayRetryStatus, meantStatus, secondsToWait } from './classify.ts'
import { type Delivery, deliver, deliverRefusal } from './deliver.ts'
import type { Exchange } from './exchange.ts'
import { type FailureClass, failureOf, neverSent, UpstreamFailure } from './failure.ts'
import { upstreamHeaders } from './headers.ts'
import type { Upstream } from './upstream.ts'
import type { UpstreamAnswer } from './upstream-call.ts'

/** How long each stage may take, in milliseconds. */
export type Patience = { firstTokenMs: number; idleMs: number }

export type Attempting = { upstream: Upstream; patience: Patience }

/** What asking one candidate gave: an answer that is ready to go out, or a failure and whether another may be asked. */
export type Answer = { record: AttemptRecord } & (
  | {
      ok: true
      /** What was read of it so far; null when there is nothing to charge. */
      seen: Seen | null
      deliver(): Promise<Delivery>
    }
  | { ok: false; retry: boolean; error: GatewayError }
)

/** The bytes before the first content; more than this without any content is no answer. */
const MAX_HELD_BYTES = 256 * 1024
/** A response begins with events that repeat its instructions and tools, written less tightly than they were sent. */
const ECHOES = 4
const MAX_ECHO_BYTES = 8 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024
const ERROR_MS = 10 * SECOND_MS

export type Ask = { exchange: Exchange; protocol: Protocol; turn: Turn; target: TargetEntry; n: number }

/** Asks one candidate and waits until it has something to say; nothing has reached the caller yet. */
export async function attempt(ask: Ask, { upstream, patience }: Attempting): Promise<Answer> {
  const record = openRecord(ask)
  // One deadline for all of it: an upstream that only says it is still there must not be waited for without an end.
  const leftMs = () => Math.max(0, record.startedMs + patience.firstTokenMs - ask.exchange.elapsedMs())
  try {
    const answer = await upstream.send(requestTo(ask), leftMs(), ask.exchange.signal)
    record.headersMs = ask.exchange.elapsedMs()
    record.httpStatus = answer.status
    if (answer.status >= 300) return await refusal(ask, answer, record)
    const tap = ask.turn.tap()
    const start = await firstContent(answer, tap, ask.turn, leftMs)
    record.firstTokenMs = ask.exchange.elapsedMs()
    return {
      ok: true,
      record,
      seen: tap.seen,
      deliver: () => deliver({ ...ask, ...start, answer, tap, record, idleMs: patience.idleMs }),
    }
  } catch (error) {
    return failed(ask, record, failureOf(error))
  }
}

function requestTo({ exchange, turn, target }: Ask) {
  const { path, body, contentType } = turn.addressedTo(target.upstreamName)
  const url = new URL(target.endpoint.baseUrl.replace(/\/+$/, '') + path)
  // Flags such as `?beta=true` belong to the dialect; the key that some clients put there does not.
  for (const [name, value] of exchange.query) if (name !== 'key') url.searchParams.append(name, value)
  return {
    method: 'POST' as const,
    url,
    headers: upstreamHeaders(exchange, target, contentType),
    body,
    allowPrivate: target.provider.allowPrivate,
  }
}

function openRecord({ exchange, target, n }: Ask): AttemptRecord {
  return {
    n,
    providerId: target.provider.id,
    providerName: target.provider.name,
    endpointId: target.endpoint.id,
    credentialId: target.credential.id,
    credentialLast4: target.credential.last4,
    decision: 'chosen',
    reason: null,
    startedMs: exchange.elapsedMs(),
    headersMs: null,
    firstTokenMs: null,
    endedMs: exchange.elapsedMs(),
    httpStatus: null,
    errorClass: null,
    retryable: false,
    usage: NO_USAGE,
    upstreamCostNanos: 0n,
  }
}

/** Pulls until content has come, or the answer is whole; what came is held, so that another candidate could still be asked. */
async function firstContent(
  answer: UpstreamAnswer,
  tap: Tap,
  { stream, goesOutAsItComes = false, body }: Turn,
  leftMs: () => number,
): Promise<{ held: Buffer[]; whole: boolean }> {
  const held: Buffer[] = []
  const most = MAX_HELD_BYTES + Math.min(ECHOES * body.length, MAX_ECHO_BYTES)
  let size = 0
  for (;;) {
    const chunk = await answer.next(leftMs(), 'first_token_timeout')
    const bytes = chunk ? tap.push(chunk) : tap.flush()
    if (bytes.length > 0 && (chunk || !stream || tap.seen.terminal)) held.push(bytes)
    size += bytes.length
    const fault = faultOf(tap, { stream, ended: !chunk, tooMuch: size > most })
    if (fault) {
      answer.cancel(fault)
      throw new UpstreamFailure(fault)
    }
    if (!chunk || (stream || goesOutAsItComes ? tap.seen.content : size > MAX_HELD_BYTES))
      return { held, whole: !chunk }
  }
}

/** What is wrong with an answer of which nothing has gone out yet; null while it may still become one. */
function faultOf(
  { seen }: Tap,
  { stream, ended, tooMuch }: { stream: boolean; ended: boolean; tooMuch: boolean },
): FailureClass | null {
  if (seen.failure && !(stream && seen.content)) return 'in_band'
  if (ended && !(stream ? seen.content : seen.terminal)) return 'bad_answer'
  return stream && !seen.content && tooMuch ? 'bad_answer' : null
}

/** An upstream's error status: the caller's own mistakes go to the caller byte for byte, ours are worded by us. */
async function refusal(ask: Ask, answer: UpstreamAnswer, record: AttemptRecord): Promise<Answer> {
  const body = await wholeError(answer, ask.exchange.elapsedMs)
  const status = meantStatus(answer.status, body)
  record.endedMs = ask.exchange.elapsedMs()
  record.errorClass = `http_${answer.status}`
  record.retryable = mayRetryStatus(status)
  if (callerFault(status) && !body.includes(ask.target.credential.secret)) {
    return { ok: true, record, seen: null, deliver: async () => deliverRefusal(ask.exchange, answer, body) }
  }
  const seconds = secondsToWait(answer.headers['retry-after'], ask.exchange.at + record.endedMs)
  return { ok: false, record, retry: record.retryable, error: gatewayFault(status, seconds) }
}

async function wholeError(answer: UpstreamAnswer, elapsedMs: () => number): Promise<Buffer> {
  const until = elapsedMs() + ERROR_MS
  const parts: Buffer[] = []
  let size = 0
  for (;;) {
    const chunk = await answer.next(Math.max(0, until - elapsedMs()), 'idle_timeout').catch(() => null)
    if (!chunk) return Buffer.concat(parts)
    parts.push(chunk)
    size += chunk.length
    if (size > MAX_ERROR_BYTES) {
      answer.cancel('too_large')
      return Buffer.concat(parts).subarray(0, MAX_ERROR_BYTES)
    }
  }
}

function failed(ask: Ask, record: AttemptRecord, failure: UpstreamFailure): Answer {
  record.endedMs = ask.exchange.elapsedMs()
  record.errorClass = failure.class
  record.retryable = !ask.exchange.signal.aborted && (neverSent(failure) || ask.n <= 1)
  const code = failure.class.endsWith('_timeout') ? 'upstream_timeout' : 'upstream_failed'
  return { ok: false, record, retry: record.retryable, error: new GatewayError(code, {}, { cause: failure }) }
}
