import type { GatewayError } from '../../core/errors.ts'
import { type Json, textOr } from '../../core/json.ts'
import type { RequestEnd } from '../../core/records.ts'
import { askedAnswer } from '../../protocols/realtime/asked-answer.ts'
import { NOTHING_SAID, readAfter, sessionFacts } from '../../protocols/realtime/delivered.ts'
import { openAnswers } from './answers.ts'
import { openRows } from './realtime-rows.ts'
import { type Booking, isLetIn, type Running, type Verdict } from './running.ts'
import { openTranscripts, type SessionState } from './transcripts.ts'

/** The book of one session: hears every event of the server, and settles each answer and each transcript once. */
export type RealtimeBook = {
  /**
   * Takes an event in; a no-op for one that uses nothing. False: a limit does not cover what came, and it must not go out; a promise
   * where that has yet to be seen.
   */
  heard(event: Json): Verdict
  /** The caller asks for an answer by this event: whether it may go on to the upstream. `isOpen`: it still can. */
  asks(event: Buffer, isOpen: () => boolean): Promise<boolean>
  /** Whether an answer or a transcript is under way. */
  isBusy(): boolean
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
  const state: SessionState = { facts: NOTHING_SAID, gone: false, former: null }
  const rows = openRows(booking, () => ({ read: readAfter(state.former), maxTokens: state.facts.mostTokens }))
  const transcripts = openTranscripts(rows, booking, state)
  const answers = openAnswers(rows, booking, state)
  let closed = false

  const onSession = ({ session }: Json) => {
    state.facts = sessionFacts(session)
  }
  const on: Readonly<Record<string, (event: Json) => Running | void>> = {
    ...transcripts.on,
    ...answers.on,
    'session.created': onSession,
    'session.updated': onSession,
    'transcription_session.created': onSession,
    'transcription_session.updated': onSession,
  }

  return {
    idle: () => rows.idle(),
    said: (soundBytes) => transcripts.said(soundBytes),
    isBusy: () => rows.all().length > 0,
    asks: (event, isOpen) => rows.asked.ask(askedAnswer(event), isOpen),
    heard(event) {
      // An answer that was settled without its usage must not be settled again by it.
      if (closed) return true
      const type = textOr(event.type, '')
      if (/\.(?:delta|segment)$/.test(type))
        return type.startsWith('response.') ? answers.delta(event) : transcripts.words(event, type)
      const about = Object.hasOwn(on, type) ? on[type]?.(event) : undefined
      return about ? isLetIn(about) : true
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
      rows.asked.close({ end })
      for (const [id, { transcript }] of rows.all())
        if (transcript) transcripts.settle(id, { end })
        else answers.settle(id, { end })
      await rows.booked()
    },
  }
}

/** What a refusal says on the wire of a session; `eventId` is what the caller calls the event that is refused. */
export function errorEvent(error: GatewayError, text: string, eventId = ''): Json {
  const told = { type: 'invalid_request_error', code: error.code, message: text }
  return { type: 'error', error: eventId === '' ? told : { ...told, event_id: eventId } }
}
