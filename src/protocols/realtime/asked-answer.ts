import { valueAt } from '../../core/json.ts'
import { walkJson } from '../../core/json-walk.ts'
import { tokenCount } from '../../core/usage.ts'

/**
 * What a `response.create` says of the answer it asks for: what its caller calls it ('' for nothing), and how long it may be at most,
 * null: as the model's may; absent: as the session's may.
 */
export type AskedAnswer = { eventId: string; maxTokens?: number | null | undefined }

/** OpenAI takes no longer ones ("Realtime client events", `event_id`). */
const LONGEST_ID = 512
/** The present name, and that of the former beta. */
const MOST = new Set(['max_output_tokens', 'max_response_output_tokens'])

/** Reads a `response.create`; what cannot be read says nothing. Of a length that is told twice the greater one counts. */
export function askedAnswer(event: Buffer): AskedAnswer {
  const asked: AskedAnswer = { eventId: '' }
  walkJson(event, {
    step(key, under) {
      if (under === '' && key === 'response') return 'into'
      return (under === '' && key === 'event_id') || (under === 'response' && MOST.has(key)) ? 'take' : 'past'
    },
    taken(key, span) {
      const value = span.end - span.start <= LONGEST_ID ? valueAt(event, span) : null
      if (key !== 'event_id') asked.maxTokens = longer(asked.maxTokens, value)
      else if (typeof value === 'string') asked.eventId = value
    },
  })
  return asked
}

function longer(before: number | null | undefined, told: unknown): number | null | undefined {
  if (before === null || told === 'inf') return null
  return Math.max(before ?? 0, tokenCount(told)) || undefined
}
