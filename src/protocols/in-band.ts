import { asRecord, type Json, textOr } from '../core/json.ts'

/**
 * The word for a failure that an answer of status 200 tells: in `error`, which may be a bare text, in the error of its first choice
 * (OpenRouter's reference, "Errors"), in being one itself (older vLLM), or in MiniMax's `base_resp` (wire.md §0.24); null when it
 * tells none.
 */
export function failureIn(answer: Json): string | null {
  const [choice] = Array.isArray(answer.choices) ? (answer.choices as unknown[]) : []
  const errors = [answer.object === 'error' ? answer : answer.error, asRecord(choice).error]
  const error = errors.map(asRecord).find((one) => Object.keys(one).length > 0)
  if (!error) return errors.some((one) => textOr(one, '') !== '') ? textOr(answer.code, 'error') : baseRespIn(answer)
  if (isFlagged(error)) return FLAGGED
  if (isTooLarge(error)) return TOO_LARGE
  const told = [error.code, error.type, error.status]
  const word = told.find((one) => typeof one === 'string' && one !== '') ?? told.find((one) => typeof one === 'number')
  return typeof word === 'number' ? String(word) : textOr(word, 'error')
}

/** The word for an input that was flagged: of the caller's making, whatever the code beside it says. */
export const FLAGGED = 'moderation'

/** Whether an error is OpenRouter's moderation, which says why in a list (its reference, "Errors"). */
export function isFlagged(error: Json): boolean {
  return Array.isArray(asRecord(error.metadata).reasons)
}

/** The word for a request that asks for more than the account is given in a whole minute. */
export const TOO_LARGE = 'too_large_for_account'

/** Whether an error is OpenAI's or Groq's for such a request, whose code speaks of the moment. */
export function isTooLarge({ message }: Json): boolean {
  return textOr(message, '').startsWith('Request too large for ')
}

/** The failure in MiniMax's `base_resp`, which its answers of every dialect have; 0 says that all is well. */
export function baseRespIn(answer: Json): string | null {
  const code = asRecord(answer.base_resp).status_code
  return typeof code === 'number' && code !== 0 ? `base_resp_${code}` : null
}
