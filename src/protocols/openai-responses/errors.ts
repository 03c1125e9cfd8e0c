import { errorFields, openaiErrors } from '../openai-errors.ts'
import type { DialectErrors } from '../protocol.ts'

/**
 * OpenAI's errors; in the middle of a stream an event of the Responses API's own, which has no envelope (wire.md §1.2), and the
 * failed response: libraries throw at the first, and Codex knows nothing but the second. That a history is too long it believes
 * in a stream only.
 */
export const responsesErrors: DialectErrors = {
  ...openaiErrors,
  breakOff(error, { locale, requestId, seen }) {
    const { code, message, param } = errorFields(error, locale)
    const next = (seen?.sequence ?? -1) + 1
    const response = { object: 'response', status: 'failed', error: { code, message }, output: [], usage: null }
    const events = [
      { type: 'error', code, message, param, sequence_number: next },
      { type: 'response.failed', sequence_number: next + 1, response: { id: `resp_${requestId}`, ...response } },
    ]
    return Buffer.from(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  },
  isToldInStream: ({ kind }) => kind === 'too_long',
}
