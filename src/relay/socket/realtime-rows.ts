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
  /** `heard` where it is a transcript. */
  admit(exchange: Exchange, heard: Heard | null): Promise<Permit>
  /** Who transcribes by the name the upstream has for it, null: it has told none; null where no such model has a price here. */
  transcriber(upstreamName: string | null): Transcriber | null
  /** Tells the upstream that an answer is not wanted any more. */
  cancel(responseId: string): void
  /** Tells the upstream that what has been said is all, so that it tells what the transcript of it used. */
  commit(): void
  /** A limit or the balance stands against going on. */
  refused(error: unknown, responseId: string | null): void
}

/** A transcript that begins: `by` null where its model is the session's, and what it is expected to use. */
type Heard = { by: Transcriber | null; expected: Usage }

/** An answer or a transcript that is under way. */
export type Running = {
  exchange: Exchange
  model: ModelEntry
  /** Of a transcript: whether all of its sound is in. */
  transcript: { isWhole: boolean } | null
  permit: Promise<Permit | null>
  /** The permit, once it is given. */
  held: Permit | null
  seen: Delivered & Come
  /** What ended it in its middle. */
  cut: GatewayError | null
}

/** How an answer ended. */
export type Ending = { end: RequestEnd; error?: { class: string; message: string } | null }

/** The rows of one session, by the ids of their answers and transcripts. */
export type RealtimeRows = {
  /** Absent `heard`: it is an answer. */
  begin(id: string, heard?: Heard): Running
  /** The one that is under way by this id. */
  get(id: string): Running | undefined
  /** Those that are under way. */
  all(): [id: string, running: Running][]
  settle(id: string, ending: Ending): void
  /** Whether it has been settled: told twice it is one all the same. */
  isSettled(id: string): boolean
  /** Resolves when all that has ended is booked. */
  booked(): Promise<unknown>
  /** Resolves when none is under way. */
  idle(): Promise<unknown>
}

/** Opens the rows of a session; each is a request of its own. */
export function openRows(booking: Booking): RealtimeRows {
  const running = new Map<string, Running>()
  const settled = new Set<string>()
  const closing = new Set<Promise<unknown>>()
  let waiting: (() => void)[] = []
  const booked = () => Promise.allSettled(closing)

  async function admitted(begun: Running, heard: Heard | null): Promise<Permit> {
    const permit = await booking.admit(begun.exchange, heard)
    permit.asking(booking.candidate.target)
    permit.resolved(begun.model)
    permit.delivering(begun.seen)
    begun.held = permit
    return permit
  }

  function begin(id: string, heard?: Heard): Running {
    const responseId = heard ? null : id
    const opened = booking.open()
    const begun: Running = {
      exchange: {
        ...opened,
        cut(why) {
          begun.cut = why
          booking.refused(why, responseId)
        },
      },
      model: heard?.by?.model ?? booking.model(opened.at),
      transcript: heard ? { isWhole: false } : null,
      permit: Promise.resolve(null),
      held: null,
      seen: nothingDelivered(),
      cut: null,
    }
    begun.permit = admitted(begun, heard ?? null).catch((error: unknown) => {
      booking.refused(error, responseId)
      return null
    })
    running.set(id, begun)
    return begun
  }

  function settle(id: string, ending: Ending): void {
    const ended = running.get(id) ?? begin(id)
    running.delete(id)
    if (id !== '') settled.add(id)
    const done = book(ended, ending, booking)
    closing.add(done)
    void done.finally(() => closing.delete(done)).catch(() => undefined)
    if (running.size > 0) return
    for (const wake of waiting) wake()
    waiting = []
  }

  return {
    begin,
    settle,
    booked,
    isSettled: (id) => settled.has(id),
    get: (id) => running.get(id),
    all: () => [...running],
    async idle() {
      if (running.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
      await booked()
    },
  }
}

async function book({ exchange, permit, seen, cut }: Running, ending: Ending, booking: Booking): Promise<void> {
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
