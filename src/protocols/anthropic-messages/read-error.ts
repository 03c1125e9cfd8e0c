import { asRecord, type Json, textOr } from '../../core/json.ts'
import { TOO_LONG } from '../context-words.ts'
import type { UpstreamError } from '../translate/piece.ts'

/** The status of each error type (wire.md §1.5), for errors in a stream, which have none. */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
}

const KINDS: Readonly<Record<number, UpstreamError['kind']>> = {
  401: 'ours',
  402: 'ours',
  403: 'ours',
  404: 'model_missing',
  408: 'broken',
  409: 'busy',
  413: 'too_large',
  429: 'busy',
}

/** What a message says more exactly than its status; vendors say that an account is empty with 400, 403 and 429. */
const SAID: readonly [UpstreamError['kind'], RegExp][] = [
  [
    'ours',
    /billing_error|spend_limit|credit balance|insufficient.?(?:balance|quota|credit)|exceeded_current_quota|arrear|余额|欠费/i,
  ],
  ['context_too_long', TOO_LONG],
  ['content_filter', /content.?(?:filter|policy|management)|usage policy|sensitive|data_inspection/i],
]
/** A message of these kinds is about the request itself; one that is no 4xx only mentions it. */
const WORDED = new Set([400, 402, 403, 422, 429])

/** What an error document says (wire.md §3.5). */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const error = asRecord(body?.error)
  const message = textOr(error.message, textOr(body?.message, textOr(body?.error, '')))
  const said = [error.type, error.code, asRecord(error.details).error_code, message]
    .map((one) => textOr(one, ''))
    .join(' ')
  const kind = WORDED.has(status) ? SAID.find(([, words]) => words.test(said))?.[0] : undefined
  return { kind: kind ?? KINDS[status] ?? (status >= 500 ? 'broken' : 'bad_request'), message }
}

/** What an error event in the middle of a stream says. */
export function readErrorEvent(event: Json): UpstreamError {
  return readError(STATUSES[textOr(asRecord(event.error).type, '')] ?? 500, event)
}
