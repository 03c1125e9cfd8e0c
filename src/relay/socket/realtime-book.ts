import type { ModelEntry } from '../../core/directory.ts'
import type { GatewayError } from '../../core/errors.ts'
import { asRecord, textOr } from '../../core/json.ts'
import type { RequestEnd } from '../../core/records.ts'
import type { Usage } from '../../core/usage.ts'
import type { Permit } from '../../metering/open-request.ts'
import type { Delivered } from '../../metering/record.ts'
import { responseUsage, transcriptionUsage } from '../../protocols/realtime/usage.ts'
import { openRecord } from '../attempt.ts'
import type { Exchange } from '../exchange.ts'
import type { Candidate } from '../routing/candidates.ts'

/** What a conversation is booked with: each answer, and each transcription, is a request of its own. */
export type Booking = {
  model: ModelEntry
  candidate: Candidate
  /** An exchange of its own for something that is about to be used. */
  open(): Exchange
  admit(exchange: Exchange): Promise<Permit>
  /** A limit or the balance stands against going on. */
  refused(error: unknown, responseId: string): void
}

type Running = { exchange: Exchange; permit: Promise<Permit | null>; seen: Delivered }
type Json = Record<string, unknown>

/** The book of one conversation: hears every event of the server, and settles each answer once. */
export type RealtimeBook = {
  /** Takes an event in; a no-op for one that uses nothing. */
  heard(event: Json): void
  /** Resolves when no answer is under way. */
  idle(): Promise<unknown>
  /** Settles what is under way: the conversation is over. */
  close(end: RequestEnd): Promise<void>
}

/** Opens the book of a conversation. */
export function openBook(booking: Booking): RealtimeBook {
  const running = new Map<string, Running>()
  const closing = new Set<Promise<unknown>>()
  let waiting: (() => void)[] = []

  function begin(id: string): Running {
    const exchange = booking.open()
    const permit = booking.admit(exchange).catch((error: unknown) => {
      booking.refused(error, id)
      return null
    })
    const begun = { exchange, permit, seen: nothingDelivered() }
    running.set(id, begun)
    return begun
  }

  function settle(id: string, end: RequestEnd, error: { class: string; message: string } | null): void {
    const { exchange, permit, seen } = running.get(id) ?? begin(id)
    running.delete(id)
    const done = permit.then(async (held) => {
      if (!held) return
      held.resolved(booking.model)
      const record = openRecord({ exchange, target: booking.candidate.target, n: 1 })
      record.endedMs = exchange.elapsedMs()
      held.tried(booking.candidate.target, record)
      await held.settle({
        end,
        httpStatus: 200,
        errorClass: error?.class ?? null,
        errorMessage: error?.message ?? null,
        delivered: seen,
      })
    })
    closing.add(done)
    void done.finally(() => closing.delete(done)).catch(() => undefined)
    if (running.size > 0) return
    for (const wake of waiting) wake()
    waiting = []
  }

  const on: Readonly<Record<string, (event: Json) => void>> = {
    'response.created': ({ response }) => void begin(idOf(response)),
    'response.done'({ response }) {
      const id = idOf(response)
      const told = asRecord(response)
      const { seen } = running.get(id) ?? begin(id)
      note(seen, responseUsage(told.usage), told.usage)
      if (told.status !== 'failed') return settle(id, 'complete', null)
      const { code, message } = asRecord(asRecord(told.status_details).error)
      settle(id, 'upstream_error', { class: textOr(code, 'failed'), message: textOr(message, '') })
    },
    'conversation.item.input_audio_transcription.completed'({ item_id: itemId, usage }) {
      const used = transcriptionUsage(usage)
      if (!used) return
      const id = `transcription ${String(itemId)}`
      note(begin(id).seen, used, usage)
      settle(id, 'complete', null)
    },
  }

  return {
    heard(event) {
      const type = textOr(event.type, '')
      if (type.endsWith('.delta')) {
        const { seen } = running.get(textOr(event.response_id, '')) ?? {}
        if (seen) seen.pieces += 1
      } else if (Object.hasOwn(on, type)) on[type]?.(event)
    },
    async idle() {
      if (running.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
      await Promise.allSettled(closing)
    },
    async close(end) {
      for (const id of running.keys()) settle(id, end, null)
      await Promise.allSettled(closing)
    },
  }
}

function nothingDelivered(): Delivered {
  return { usage: null, usageRaw: null, model: null, pieces: 0, terminal: false }
}

function note(seen: Delivered, usage: Usage | null, raw: unknown): void {
  seen.terminal = true
  seen.usage = usage
  seen.usageRaw = usage && JSON.stringify(raw).slice(0, 4096)
}

function idOf(response: unknown): string {
  return textOr(asRecord(response).id, '')
}

/** What a refusal says on the wire of a conversation. */
export function errorEvent(error: GatewayError, text: string): Json {
  return { type: 'error', error: { type: 'invalid_request_error', code: error.code, message: text } }
}
