import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { RequestEnd } from '../../core/records.ts'
import type { Usage } from '../../core/usage.ts'
import type { Delivered } from '../../metering/record.ts'
import { NOTHING_SAID, noteDelta, sessionFacts, usageOfCome } from '../../protocols/realtime/delivered.ts'
import { readUsage } from '../../protocols/openai-chat/usage.ts'
import { responseUsage, transcriptionUsage } from '../../protocols/realtime/usage.ts'
import { type Booking, type Ending, openRows } from './realtime-rows.ts'

/** The book of one conversation: hears every event of the server, and settles each answer once. */
export type RealtimeBook = {
  /** Takes an event in; a no-op for one that uses nothing. */
  heard(event: Json): void
  /** Resolves when no answer is under way. */
  idle(): Promise<unknown>
  /** The caller has left: has what is under way cancelled, and resolves when the upstream has said what all of it used. */
  left(): Promise<unknown>
  /** Settles what is under way: the conversation is over. */
  close(end: RequestEnd): Promise<void>
}

/** Opens the book of a conversation. */
export function openBook(booking: Booking): RealtimeBook {
  const rows = openRows(booking)
  let facts = NOTHING_SAID
  let former: Usage | null = null
  let gone = false
  let closed = false
  /** The ids of what has been settled: told twice it is one all the same. */
  const settled = new Set<string>()

  function settle(id: string, ending: Ending): void {
    const { seen } = rows.get(id) ?? rows.begin(id)
    if (!seen.usage) {
      seen.usage = usageOfCome(seen, former, facts)
      seen.estimated = true
    }
    rows.settle(id, ending)
    if (id !== '') settled.add(id)
  }

  const onSession = ({ session }: Json) => {
    facts = sessionFacts(session)
  }
  const on: Readonly<Record<string, (event: Json) => void>> = {
    'session.created': onSession,
    'session.updated': onSession,
    'transcription_session.created': onSession,
    'transcription_session.updated': onSession,
    'response.created'({ response }) {
      // Told twice it is one all the same: the first would never be settled.
      if (!rows.get(idOf(response))) rows.begin(idOf(response))
      if (gone) booking.cancel(idOf(response))
    },
    'response.done'({ response }) {
      const id = idOf(response)
      if (settled.has(id)) return
      const told = asRecord(response)
      const { seen } = rows.get(id) ?? rows.begin(id)
      note(seen, responseUsage(told.usage), told.usage)
      former = seen.usage ?? former
      if (told.status !== 'failed') return settle(id, { end: gone ? 'caller_gone' : 'complete' })
      const { code } = asRecord(asRecord(told.status_details).error)
      settle(id, { end: 'upstream_error', error: { class: textOr(code, 'failed'), message: BROKE.message } })
    },
    'conversation.item.input_audio_transcription.completed'({ item_id: itemId, content_index: part, usage }) {
      const used = transcriptionUsage(usage)
      const id = typeof itemId === 'string' ? `transcription ${itemId} ${String(part)}` : ''
      if (!used || settled.has(id)) return
      const { seen, exchange } = rows.begin(id)
      note(seen, used, usage)
      const { transcriber } = facts
      const model = transcriber === null ? null : booking.priced(transcriber, exchange.at)
      settle(id, { end: 'complete', ...(model && { model }) })
    },
    // vLLM writes down what it hears, and tells its usage as chat does.
    'transcription.done'({ usage }) {
      const told = readUsage({ usage })
      if (!told) return
      const { seen } = rows.begin('')
      note(seen, told.usage, usage)
      settle('', { end: 'complete' })
    },
  }

  return {
    idle: () => rows.idle(),
    heard(event) {
      // An answer that was settled without its usage must not be settled again by it.
      if (closed) return
      const type = textOr(event.type, '')
      if (type.endsWith('.delta')) {
        const { seen } = rows.get(textOr(event.response_id, '')) ?? {}
        // What comes for a caller who has left is not delivered.
        if (seen && !gone) noteDelta(event, seen)
      } else if (Object.hasOwn(on, type)) on[type]?.(event)
    },
    left() {
      gone = true
      for (const id of rows.ids()) booking.cancel(id)
      return rows.idle()
    },
    async close(end) {
      closed = true
      for (const id of rows.ids()) settle(id, { end })
      await rows.booked()
    },
  }
}

function note(seen: Delivered, usage: Usage | null, raw: unknown): void {
  seen.terminal = true
  seen.usage = usage
  seen.usageRaw = usage && JSON.stringify(raw).slice(0, 4096)
}

function idOf(response: unknown): string {
  return textOr(asRecord(response).id, '')
}

/** What a row says of an answer that failed: never the upstream's own words, which may quote anything. */
const BROKE = new GatewayError('upstream_broke')

/** What a refusal says on the wire of a conversation. */
export function errorEvent(error: GatewayError, text: string): Json {
  return { type: 'error', error: { type: 'invalid_request_error', code: error.code, message: text } }
}
