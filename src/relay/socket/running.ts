import type { ModelEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import { asRecord, textOr } from '../../core/json.ts'
import type { RequestEnd } from '../../core/records.ts'
import type { Usage } from '../../core/usage.ts'
import type { Permit } from '../../metering/open-request.ts'
import type { Delivered } from '../../metering/record.ts'
import type { Come } from '../../protocols/realtime/delivered.ts'
import { openRecord } from '../attempt.ts'
import type { Exchange } from '../exchange.ts'
import type { Candidate } from '../routing/candidates.ts'
import type { Transcriber } from './session-names.ts'

/** What a session is booked with: each answer, and each transcript, is a request of its own. */
export type Booking = {
  /** The model of the session as it is priced at a time: prices may change while it goes on. */
  model(at: number): ModelEntry
  candidate: Candidate
  /** An exchange of its own for something that is about to be used. */
  open(): Exchange
  admit(exchange: Exchange, admission: Admission): Promise<Permit>
  /** Who transcribes by the name the upstream has for it, null: it has told none; null where no such model has a price here. */
  transcriber(upstreamName: string | null): Transcriber | null
  /** Tells the upstream that an answer is not wanted any more. */
  cancel(responseId: string): void
  /** Tells the upstream that what has been said is all, so that it tells what the transcript of it used. */
  commit(): void
  /** A limit or the balance stands against going on. */
  refused(error: GatewayError, responseId: string | null): void
  /** A limit or the balance stands against an answer that is asked for, by an event that its caller calls so; nobody has been asked. */
  declined(error: GatewayError, eventId: string): void
}

/** What an answer has to read, and how long it may be at most; null: as the model's may. */
export type Talk = { read: Usage; maxTokens: number | null }

/** What is let in, a transcript or an answer; `isBegun` where the upstream is at it whether or not there is room for it. */
export type Admission = ({ heard: Heard; talk: null } | { heard: null; talk: Talk }) & { isBegun: boolean }

/** A transcript that begins: `by` null where its model is the session's, and what it is expected to use. */
export type Heard = { by: Transcriber | null; expected: Usage }

/** An answer or a transcript that is under way. */
export type Running = {
  exchange: Exchange
  model: ModelEntry
  /** Of a transcript: whether all of its sound is in. */
  transcript: { isWhole: boolean } | null
  permit: Promise<Permit | null>
  /** What the upstream calls it, where it is an answer that has begun. */
  responseId: string | null
  /** The permit, once it is given. */
  held: Permit | null
  seen: Delivered & Come
  /** What stands against it, or ended it in its middle: nothing more of it goes out. */
  cut: GatewayError | null
}

/** How an answer ended. */
export type Ending = { end: RequestEnd; error?: { class: string; message: string } | null }

/** Opens one, and has it let in. */
export function opened(booking: Booking, admission: Admission): Running {
  const { heard, isBegun } = admission
  const own = booking.open()
  const stop = (why: GatewayError) => {
    one.cut = why
    if (isBegun || one.responseId !== null) booking.refused(why, one.responseId)
  }
  const one: Running = {
    exchange: { ...own, cut: stop },
    model: heard?.by?.model ?? booking.model(own.at),
    transcript: heard ? { isWhole: false } : null,
    permit: Promise.resolve(null),
    responseId: null,
    held: null,
    seen: nothingDelivered(),
    cut: null,
  }
  const admitted = async () => {
    const permit = await booking.admit(one.exchange, admission)
    permit.asking(booking.candidate.target)
    permit.resolved(one.model)
    permit.delivering(one.seen)
    one.held = permit
    // What it makes is charged, though nothing of it goes out: its upstream is at it already.
    if (permit.against) stop(permit.against)
    return permit
  }
  one.permit = admitted().catch((error: unknown) => {
    stop(error instanceof GatewayError ? error : new GatewayError('internal', {}, { cause: error }))
    return null
  })
  return one
}

/** Whether what is said of one may go out; a promise for as long as it is not known whether it is let in. */
export function isLetIn(one: Running): Verdict {
  if (one.cut) return false
  return one.held !== null || one.permit.then(() => one.cut === null)
}

/** Whether something may go out. */
export type Verdict = boolean | Promise<boolean>

/** Books one that has ended. */
export async function book({ exchange, permit, seen, cut }: Running, ending: Ending, booking: Booking): Promise<void> {
  const held = await permit
  if (!held) return
  const { end, error = null } = cut
    ? { end: 'limit' as const, error: { class: cut.code, message: cut.message } }
    : ending
  const { target } = booking.candidate
  const record = openRecord({ exchange, target, n: 1 })
  record.endedMs = exchange.elapsedMs()
  held.tried(target, record)
  await held.settle({
    end,
    httpStatus: 200,
    errorClass: error?.class ?? null,
    errorMessage: error?.message ?? null,
    delivered: seen,
    drained: end === 'caller_gone' && seen.terminal,
  })
}

function nothingDelivered(): Running['seen'] {
  return { usage: null, usageRaw: null, model: null, pieces: 0, terminal: false, soundBytes: 0 }
}

/** Notes what the upstream has told at the end of an answer or a transcript; null: no usage. */
export function noteTold(seen: Delivered, usage: Usage | null, raw: unknown): void {
  seen.terminal = true
  seen.usage = usage
  seen.estimated = false
  seen.usageRaw = usage && JSON.stringify(raw).slice(0, 4096)
}

/** How one ended that failed by this error of the upstream. */
export function brokenBy(error: unknown): Ending {
  const { code } = asRecord(error)
  return { end: 'upstream_error', error: { class: textOr(code, 'failed'), message: BROKE.message } }
}

/** What a row says of an answer that failed: never the upstream's own words, which may quote anything. */
const BROKE = new GatewayError('upstream_broke')
