import type { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { RequestEnd } from '../../core/records.ts'
import { isEmpty, type Usage } from '../../core/usage.ts'
import {
  believed,
  NOTHING_SAID,
  noteDelta,
  noteWhole,
  sessionFacts,
  usageOfCome,
} from '../../protocols/realtime/delivered.ts'
import { responseUsage } from '../../protocols/realtime/usage.ts'
import { type Booking, brokenBy, type Ending, noteTold, openRows } from './realtime-rows.ts'
import { openTranscripts, type SessionState } from './transcripts.ts'

/** The book of one session: hears every event of the server, and settles each answer and each transcript once. */
export type RealtimeBook = {
  /** Takes an event in; a no-op for one that uses nothing. False: a limit does not cover what came, and it must not go out. */
  heard(event: Json): boolean
  /** The caller has sent so many bytes of sound. */
  said(soundBytes: number): void
  /** Resolves when no answer is under way. */
  idle(): Promise<unknown>
  /** The caller has left: has what is under way cancelled, and resolves when the upstream has said what all of it used. */
  left(): Promise<unknown>
  /** Settles what is under way: the session is over. */
  close(end: RequestEnd): Promise<void>
}

/** Opens the book of a session. */
export function openBook(booking: Booking): RealtimeBook {
  const rows = openRows(booking)
  const state: SessionState = { facts: NOTHING_SAID, gone: false }
  const transcripts = openTranscripts(rows, booking, state)
  let former: Usage | null = null
  let closed = false

  function settle(id: string, ending: Ending): void {
    const { seen } = rows.get(id) ?? rows.begin(id)
    const come = usageOfCome(seen, former, state.facts)
    const usage = seen.usage ? believed(seen.usage, come) : come
    seen.estimated = usage !== seen.usage
    seen.usage = usage
    if (!isEmpty(usage)) former = usage
    rows.settle(id, ending)
  }

  function delta(event: Json): boolean {
    const running = rows.get(textOr(event.response_id, ''))
    // What comes for a caller who has left is not delivered.
    if (!running || state.gone) return true
    noteDelta(event, running.seen)
    return running.held?.progressed() ?? true
  }

  const onSession = ({ session }: Json) => {
    state.facts = sessionFacts(session)
  }
  const on: Readonly<Record<string, (event: Json) => void>> = {
    ...transcripts.on,
    'session.created': onSession,
    'session.updated': onSession,
    'transcription_session.created': onSession,
    'transcription_session.updated': onSession,
    'response.created'({ response }) {
      // Told twice it is one all the same: the first would never be settled.
      if (!rows.get(idOf(response))) rows.begin(idOf(response))
      if (state.gone) booking.cancel(idOf(response))
    },
    'response.done'({ response }) {
      const id = idOf(response)
      if (rows.isSettled(id)) return
      const told = asRecord(response)
      const { seen } = rows.get(id) ?? rows.begin(id)
      if (!state.gone) noteWhole(told.output, seen)
      noteTold(seen, responseUsage(told.usage), told.usage)
      if (told.status === 'failed') settle(id, brokenBy(asRecord(told.status_details).error))
      else settle(id, { end: state.gone ? 'caller_gone' : 'complete' })
    },
  }

  return {
    idle: () => rows.idle(),
    said: (soundBytes) => transcripts.said(soundBytes),
    heard(event) {
      // An answer that was settled without its usage must not be settled again by it.
      if (closed) return true
      const type = textOr(event.type, '')
      if (/\.(?:delta|segment)$/.test(type))
        return type.startsWith('response.') ? delta(event) : transcripts.words(event, type)
      if (Object.hasOwn(on, type)) on[type]?.(event)
      return true
    },
    left() {
      state.gone = true
      for (const [id, { transcript }] of rows.all())
        if (!transcript) booking.cancel(id)
        else if (!transcript.isWhole) booking.commit()
      return rows.idle()
    },
    async close(end) {
      closed = true
      for (const [id, { transcript }] of rows.all())
        if (transcript) transcripts.settle(id, { end })
        else settle(id, { end })
      await rows.booked()
    },
  }
}

function idOf(response: unknown): string {
  return textOr(asRecord(response).id, '')
}

/** What a refusal says on the wire of a session. */
export function errorEvent(error: GatewayError, text: string): Json {
  return { type: 'error', error: { type: 'invalid_request_error', code: error.code, message: text } }
}
