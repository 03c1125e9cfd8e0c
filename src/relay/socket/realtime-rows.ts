import type { ModelEntry } from '../../core/directory.ts'
import type { RequestEnd } from '../../core/records.ts'
import type { Permit } from '../../metering/open-request.ts'
import type { Delivered } from '../../metering/record.ts'
import type { Come } from '../../protocols/realtime/delivered.ts'
import { openRecord } from '../attempt.ts'
import type { Exchange } from '../exchange.ts'
import type { Candidate } from '../routing/candidates.ts'

/** What a conversation is booked with: each answer, and each transcription, is a request of its own. */
export type Booking = {
  /** The model of the conversation as it is priced at a time: prices may change while it goes on. */
  model(at: number): ModelEntry
  candidate: Candidate
  /** An exchange of its own for something that is about to be used. */
  open(): Exchange
  admit(exchange: Exchange): Promise<Permit>
  /** A model by the name the upstream has for it, where it has a price here. */
  priced(name: string, at: number): ModelEntry | null
  /** Tells the upstream that an answer is not wanted any more. */
  cancel(responseId: string): void
  /** A limit or the balance stands against going on. */
  refused(error: unknown, responseId: string): void
}

/** An answer that is under way. */
type Running = { exchange: Exchange; model: ModelEntry; permit: Promise<Permit | null>; seen: Delivered & Come }

/** How an answer ended; `model` where it is not the conversation's. */
export type Ending = { end: RequestEnd; error?: { class: string; message: string } | null; model?: ModelEntry }

/** The rows of one conversation, by the ids of their answers. */
type RealtimeRows = {
  begin(id: string): Running
  /** The one that is under way by this id. */
  get(id: string): Running | undefined
  /** Those that are under way. */
  ids(): string[]
  settle(id: string, ending: Ending): void
  /** Resolves when all that has ended is booked. */
  booked(): Promise<unknown>
  /** Resolves when none is under way. */
  idle(): Promise<unknown>
}

/** Opens the rows of a conversation; each is a request of its own. */
export function openRows(booking: Booking): RealtimeRows {
  const running = new Map<string, Running>()
  const closing = new Set<Promise<unknown>>()
  let waiting: (() => void)[] = []
  const booked = () => Promise.allSettled(closing)

  async function admitted(exchange: Exchange): Promise<Permit> {
    const permit = await booking.admit(exchange)
    permit.asking(booking.candidate.target)
    return permit
  }

  function begin(id: string): Running {
    const exchange = booking.open()
    const permit = admitted(exchange).catch((error: unknown) => {
      booking.refused(error, id)
      return null
    })
    const begun = { exchange, model: booking.model(exchange.at), permit, seen: nothingDelivered() }
    running.set(id, begun)
    return begun
  }

  function settle(id: string, ending: Ending): void {
    const ended = running.get(id) ?? begin(id)
    running.delete(id)
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
    get: (id) => running.get(id),
    ids: () => [...running.keys()],
    async idle() {
      if (running.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
      await booked()
    },
  }
}

async function book({ exchange, permit, seen, ...begun }: Running, ending: Ending, booking: Booking): Promise<void> {
  const held = await permit
  if (!held) return
  const { end, error = null, model = begun.model } = ending
  const { target } = booking.candidate
  held.resolved(model)
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
