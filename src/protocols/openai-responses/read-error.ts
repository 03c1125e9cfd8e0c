import { asRecord, type Json, textOr } from '../../core/json.ts'
import { failureIn, readError as readOpenaiError } from '../openai-chat/read-error.ts'
import type { UpstreamError } from '../translate/piece.ts'

/** What a refusal of an upstream means: OpenAI's errors are those of chat, with some codes of their own (wire.md §1.2, §3.5). */
export function readError(status: number, body: Json | undefined): UpstreamError {
  return named(asRecord(body?.error), readOpenaiError(status, body))
}

/** What a failure in the middle of an answer means; its fields are those of an error in its envelope. */
export function failureOf({ code, message, type }: Json): UpstreamError {
  const error = { code, message, type }
  return named(error, failureIn({ error }) ?? { kind: 'broken', message: textOr(message, '') })
}

/** Codes that speak of what was asked, whatever status they come with. */
const NAMED: readonly (readonly [UpstreamError['kind'], RegExp])[] = [
  ['content_filter', /^invalid_prompt$|_policy(_violation)?$/],
  ['bad_request', /^(invalid_(?!api_key)|image_|unsupported_image|empty_image|failed_to_download_image)/],
]

function named({ code }: Json, otherwise: UpstreamError): UpstreamError {
  const kind = NAMED.find(([, pattern]) => pattern.test(textOr(code, '')))?.[0]
  return kind ? { ...otherwise, kind } : otherwise
}
