import { valueAt } from '../../core/json.ts'
import { walkJson } from '../../core/json-walk.ts'

/** What a `response.create` says of the answer it asks for: what its caller calls it, '' for nothing. */
export type AskedAnswer = { eventId: string }

/** OpenAI takes no longer ones ("Realtime client events", `event_id`). */
const LONGEST_ID = 512

/** Reads a `response.create`; what cannot be read says nothing. */
export function askedAnswer(event: Buffer): AskedAnswer {
  const asked: AskedAnswer = { eventId: '' }
  walkJson(event, {
    step: (key, under) => (key === 'event_id' && under === '' ? 'take' : 'past'),
    taken(_key, span) {
      const value = span.end - span.start <= LONGEST_ID ? valueAt(event, span) : null
      if (typeof value === 'string') asked.eventId = value
    },
  })
  return asked
}
