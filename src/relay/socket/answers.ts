import { asRecord, type Json, textOr } from '../../core/json.ts'
import { isEmpty } from '../../core/usage.ts'
import { believed, noteDelta, noteWhole, usageOfCome } from '../../protocols/realtime/delivered.ts'
import { responseUsage } from '../../protocols/realtime/usage.ts'
import type { RealtimeRows } from './realtime-rows.ts'
import { type Booking, brokenBy, type Ending, isLetIn, noteTold, type Running, type Verdict } from './running.ts'
import type { SessionState } from './transcripts.ts'

/** The answers of a session. */
type Answers = {
  /** What is done with events that begin or end one, and which one it is. */
  on: Readonly<Record<string, (event: Json) => Running | void>>
  /** More of one has come: takes it in, and says whether it may go out. */
  delta(event: Json): Verdict
  settle(id: string, ending: Ending): void
}

/** Opens the answers of a session among its rows. */
export function openAnswers(rows: RealtimeRows, booking: Booking, session: SessionState): Answers {
  function settle(id: string, ending: Ending): void {
    const { seen } = rows.get(id) ?? rows.begin(id)
    const come = usageOfCome(seen, session.former, session.facts)
    const told = seen.estimated ? null : seen.usage
    const usage = told ? believed(told, come) : come
    seen.estimated = usage !== told
    seen.usage = usage
    if (!isEmpty(usage)) session.former = usage
    rows.settle(id, ending)
  }

  return {
    settle,
    delta(event) {
      const running = rows.get(textOr(event.response_id, ''))
      // What comes for a caller who has left is not delivered, nor is what a limit stands against.
      if (!running || session.gone) return true
      if (running.cut) return false
      const { seen } = running
      noteDelta(event, seen)
      // Its sound is covered while it comes, as its words are.
      seen.usage = usageOfCome(seen, session.former, session.facts)
      seen.estimated = true
      return running.held?.progressed() ?? isLetIn(running)
    },
    on: {
      'response.created'({ response }) {
        const id = idOf(response)
        // Told twice it is one all the same: the first would never be settled.
        const running = rows.get(id) ?? rows.begin(id)
        if (session.gone) booking.cancel(id)
        return running
      },
      'response.done'({ response }) {
        const id = idOf(response)
        if (rows.isSettled(id)) return
        const told = asRecord(response)
        const running = rows.get(id) ?? rows.begin(id)
        const { seen } = running
        if (!session.gone && !running.cut) noteWhole(told.output, seen)
        noteTold(seen, responseUsage(told.usage), told.usage)
        if (told.status === 'failed') settle(id, brokenBy(asRecord(told.status_details).error))
        else settle(id, { end: session.gone ? 'caller_gone' : 'complete' })
        return running
      },
      error: ({ error }) => rows.asked.rejected(error),
    },
  }
}

function idOf(response: unknown): string {
  return textOr(asRecord(response).id, '')
}
