import { errorFields, openaiErrors } from '../openai-errors.ts'
import type { DialectErrors } from '../protocol.ts'

/** OpenAI's errors; in the middle of a stream an event of the Responses API's own, which has no envelope (wire.md §1.2). */
export const responsesErrors: DialectErrors = {
  ...openaiErrors,
  breakOff(error, { locale, seen }) {
    const { code, message, param } = errorFields(error, locale)
    const told = { type: 'error', code, message, param, sequence_number: (seen?.sequence ?? -1) + 1 }
    return Buffer.from(`event: error\ndata: ${JSON.stringify(told)}\n\n`)
  },
}
