import { GatewayError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { AttemptRecord } from '../core/records.ts'
import { SECOND_MS } from '../core/time.ts'
import type { Seen } from '../protocols/protocol.ts'
import { noteTierHeader } from '../protocols/service-tier.ts'
import { descriptorOf } from '../providers/all.ts'
import { asAnswered, asAsked, mayBeOther } from './as-answered.ts'
import { errorOfFailure, lessonOfFailure, masked, quotesSecret, shownFor, verdictOf } from './classify.ts'
import { type Delivery, deliver, deliverRefusal, type Outgoing } from './deliver.ts'
import { discreetTap } from './discreet-tap.ts'
import type { Drains } from './drains.ts'
import type { Exchange } from './exchange.ts'
import { firstContent } from './first-content.ts'
import type { SpooledForm } from './forms/spooled-form.ts'
import { failureOf, neverSent, type UpstreamFailure } from './failure.ts'
import { mannerOf } from './manner.ts'
import type { Lesson } from './routing/health.ts'
import { requestTo } from './request-to.ts'
import type { ResponseMemory } from './response-memory.ts'
import { inWords, type Speaking, spokenTo } from './speak.ts'
import { mayBlameAsking, type UsageRefusals } from './stream-usage.ts'
import type { Upstream } from './upstream.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** What attempts share: connections, remembered responses, places for reading on without a caller, and who will not be asked for usage. */
export type Attempting = { upstream: Upstream; memory: ResponseMemory; drains: Drains; usageRefusals: UsageRefusals }

/** What asking one candidate gave: an answer that is ready to go out, or a failure and whether another may be asked. */
export type Answer = {
  record: AttemptRecord
  lesson: Lesson
  /** What was read of it so far; null when there is nothing to charge. */
  seen: Seen | null
} & (
  | {
      ok: true
      /** `mayGoOut` is asked whenever more has come: false ends the answer without it. */
      deliver(mayGoOut: () => boolean): Promise<Delivery>
      /** Ends what is under way of it, in place of delivering it. */
      drop(): void
    }
  | {
      ok: false
      retry: boolean
      /** Whether the upstream may have seen the request. */
      sent: boolean
      /** How long the upstream asked to be left alone; null when it did not say. */
      restMs: number | null
      error: GatewayError
    }
)

const MAX_ERROR_BYTES = 64 * 1024
const ERROR_MS = 10 * SECOND_MS

/** What is asked of one candidate, the `n`-th; by `untilMs` after the request's arrival it must have something to say. */
export type Ask = Speaking & {
  exchange: Exchange
  n: number
  untilMs: number
  /** Another upstream may have seen the request already, and worked on it. */
  again?: boolean
  /** The caller's form, whose files the turn knows by their marks only. */
  form?: SpooledForm | undefined
  /** Asked a second time, since it seems to refuse to be asked for the usage of a stream. */
  usageUnasked?: true
}

/** Asks one candidate and waits until it has something to say; nothing has reached the caller yet. */
export async function attempt(asked: Ask, attempting: Attempting): Promise<Answer> {
  const { upstream, memory, drains, usageRefusals } = attempting
  const record = openRecord(asked)
  const ask = spoken(asked, memory)
  if (ask instanceof GatewayError) return unspeakable(asked, record, ask)
  // One deadline for all of it: an upstream that only says it is still there must not be waited for without an end.
  const { timeouts } = ask.target
  const untilMs = Math.min(record.startedMs + timeouts.firstTokenMs, ask.untilMs)
  const leftMs = () => Math.max(0, untilMs - ask.exchange.elapsedMs())
  const { signal } = ask.exchange
  const leash = drains.leash(signal, mayBeDrained(ask))
  let seen: Seen | null = null
  let sent: UpstreamAnswer | null = null
  try {
    const usageUnasked = asked.usageUnasked ?? usageRefusals.has(ask.target, ask.exchange.at)
    sent = await upstream.send(requestTo(ask, usageUnasked), Math.min(timeouts.headersMs, leftMs()), leash.signal)
    record.headersMs = ask.exchange.elapsedMs()
    record.httpStatus = sent.status
    ask.exchange.heard?.(record.n, sent.headers)
    if (sent.status >= 300) {
      const heard = await wholeError(sent, ask.exchange.elapsedMs)
      // Made anew, so that what was sent is not held while an answer is waited for.
      const wasAsked = () => requestTo(ask, usageUnasked).body
      if (mayBlameAsking(wasAsked, { status: sent.status, words: heard.body }))
        return await askedLess(asked, attempting)
      return refusal(ask, { status: sent.status, headers: sent.headers, shown: sent.shown, ...heard }, record)
    }
    const came = mayBeOther(ask.turn, sent) ? await asAnswered(ask, sent, leftMs) : asAsked(ask.turn, sent)
    const { turn, answer } = came
    const credential = shownFor(sent, ask.target)
    const tap = discreetTap(turn.tap(), credential)
    seen = tap.seen
    noteTierHeader(sent.headers, seen)
    const start = await firstContent(came, tap, leftMs)
    // That a document tells a failure is known at its end, when its bytes have been taken already.
    if (tap.seen.failure !== null) start.held = [masked(Buffer.concat(start.held), credential)]
    record.firstTokenMs = ask.exchange.elapsedMs()
    leash.answering(tap.seen)
    const { exchange, protocol } = ask
    const { idleMs } = timeouts
    const { held, whole } = start
    return ready({ exchange, protocol, turn: mannerOf(turn), answer, leash, tap, held, whole, record, idleMs })
  } catch (error) {
    sent?.cancel('bad_answer')
    // Whatever came of it, what it told of its usage by then may cost the operator.
    record.usage = seen?.usage ?? NO_USAGE
    const answer = error instanceof GatewayError ? declined(ask, record, error) : failed(ask, record, failureOf(error))
    return { ...answer, seen }
  }
}

/** The same candidate again, without what it seems to refuse; if that was it, nobody asks it for that any more. */
async function askedLess(asked: Ask, attempting: Attempting): Promise<Answer> {
  const answer = await attempt({ ...asked, usageUnasked: true }, attempting)
  if (answer.ok && answer.seen) attempting.usageRefusals.add(asked.target, asked.exchange.at)
  return answer
}

/** An answer that can go out. What was asked is not held by it: a live stream outlasts the request by minutes. */
function ready(outgoing: Omit<Outgoing, 'mayGoOut'>): Answer {
  const { record, tap } = outgoing
  const deliverIt = (mayGoOut: () => boolean) => deliver(Object.assign(outgoing, { mayGoOut }))
  const drop = () => {
    outgoing.answer.cancel('hedged')
    outgoing.leash[Symbol.dispose]()
  }
  return { ok: true, record, lesson: { kind: 'well' }, seen: tap.seen, deliver: deliverIt, drop }
}

/** An upstream has made an answer that is no stream before it sends it: to end its call saves nobody anything. */
function mayBeDrained({ target, turn }: Ask): boolean {
  return target.provider.drainOnAbort || !(turn.stream || turn.goesOutAsItComes)
}

/** The request in the candidate's own protocol, or why it cannot be said in it. */
function spoken(ask: Ask, memory: ResponseMemory): Ask | GatewayError {
  try {
    const turn = spokenTo(ask, memory)
    return turn === ask.turn ? ask : { ...ask, turn }
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

/** Nothing was sent; another candidate may speak the caller's own protocol. */
function unspeakable(ask: Ask, record: AttemptRecord, error: GatewayError): Answer {
  record.endedMs = ask.exchange.elapsedMs()
  record.errorClass = error.code
  record.retryable = true
  return { ok: false, record, seen: null, lesson: { kind: 'nothing' }, retry: true, sent: false, restMs: null, error }
}

/** The record of an attempt that begins now. */
export function openRecord({
  exchange,
  target,
  n,
}: Pick<Ask, 'target' | 'n'> & { exchange: Pick<Exchange, 'elapsedMs'> }): AttemptRecord {
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

/** An upstream's error status: the caller's own mistakes go to the caller byte for byte, ours are worded by us. */
function refusal(
  ask: Ask,
  answer: Heard & Pick<UpstreamAnswer, 'status' | 'headers' | 'shown'>,
  record: AttemptRecord,
): Answer {
  const { status, headers, body, broke } = answer
  record.endedMs = ask.exchange.elapsedMs()
  const { words } = descriptorOf(ask.target.provider.preset)
  const verdict = verdictOf({ status, headers, body, now: ask.exchange.at + record.endedMs, words })
  // Half a sentence is nothing to tell a caller, and may have been about us.
  if (broke && verdict.callers && parseJson(body.toString('utf8')) === undefined) throw broke
  const { lesson, retry, restMs } = verdict
  record.errorClass = `http_${status}`
  record.retryable = retry
  const failure = { ok: false, record, seen: null, lesson, retry, sent: !verdict.undone, restMs } as const
  if (!verdict.callers || quotesSecret(body, shownFor(answer, ask.target))) return { ...failure, error: verdict.error }
  const { translated } = ask.turn
  if (translated) return { ...failure, error: translated.refused(status, body) }
  if (ask.exchange.reply.headersSent) return { ...failure, error: inWords(ask, status, body) }
  const deliverIt = async () => {
    // The head may have gone out meanwhile, while another attempt was being ended.
    if (ask.exchange.reply.headersSent) throw inWords(ask, status, body)
    return deliverRefusal(ask.exchange, answer, body)
  }
  return { ok: true, record, lesson, seen: null, deliver: deliverIt, drop: () => undefined }
}

/** What an error says, as far as it is read; `broke`: why no more of it came. */
type Heard = { body: Buffer; broke: UpstreamFailure | null }

async function wholeError(answer: UpstreamAnswer, elapsedMs: () => number): Promise<Heard> {
  const until = elapsedMs() + ERROR_MS
  const parts: Buffer[] = []
  let size = 0
  let broke: UpstreamFailure | null = null
  const breaks = (error: unknown) => {
    broke = failureOf(error)
    return null
  }
  for (;;) {
    const chunk = await answer.next(Math.max(0, until - elapsedMs()), 'idle_timeout').catch(breaks)
    if (!chunk) return { body: Buffer.concat(parts), broke }
    parts.push(chunk)
    size += chunk.length
    if (size > MAX_ERROR_BYTES) {
      answer.cancel('too_large')
      return { body: Buffer.concat(parts).subarray(0, MAX_ERROR_BYTES), broke }
    }
  }
}

/** The upstream is well and has answered, but what it says is a refusal of the caller's request. */
function declined(ask: Ask, record: AttemptRecord, error: GatewayError): Answer {
  record.endedMs = ask.exchange.elapsedMs()
  record.errorClass = error.code
  return { ok: false, record, seen: null, lesson: { kind: 'well' }, retry: false, sent: true, restMs: null, error }
}

function failed(ask: Ask, record: AttemptRecord, failure: UpstreamFailure): Answer {
  record.endedMs = ask.exchange.elapsedMs()
  record.errorClass = failure.class
  record.retryable = !ask.exchange.signal.aborted && (neverSent(failure) || !ask.again)
  return {
    ok: false,
    record,
    seen: null,
    lesson: lessonOfFailure(failure),
    retry: record.retryable,
    sent: !neverSent(failure),
    restMs: null,
    error: errorOfFailure(failure),
  }
}
