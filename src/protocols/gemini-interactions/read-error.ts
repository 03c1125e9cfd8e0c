import { asRecord, type Json, textOr } from '../../core/json.ts'
import { readError as readGoogles } from '../gemini-generate/read-error.ts'
import type { UpstreamError } from '../translate/piece.ts'

/** What codes say, whatever status they come with, or without one inside of a stream (ai.google.dev, API errors). */
const CODES: Readonly<Record<string, UpstreamError['kind']>> = {
  ...kinds('bad_request', 'invalid_request parameter_unknown out_of_range unimplemented'),
  ...kinds('model_missing', 'model_not_found'),
  ...kinds('ours', 'authentication payment_required permission_denied failed_precondition quota_exceeded'),
  ...kinds('busy', 'rate_limit_exceeded too_many_requests resource_exhausted'),
  ...kinds(
    'content_filter',
    'safety recitation language prohibited_content spii blocklist jailbreak image_safety image_prohibited_content image_recitation image_other content_blocked',
  ),
}

function kinds(kind: UpstreamError['kind'], codes: string): Record<string, UpstreamError['kind']> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, kind]))
}

/** What an error document says: a code in a word, or the envelope of Google's other protocols, as proxies and gateways of theirs write it. */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const told: unknown = Array.isArray(body) ? body[0] : body
  return failureOf(asRecord(asRecord(told).error), status)
}

/** What a failure in the middle of an answer means; its fields are those of an error in its envelope. */
export function failureOf(error: Json, status = 500): UpstreamError {
  const code = textOr(error.code, '')
  const kind = Object.hasOwn(CODES, code) ? CODES[code] : undefined
  // What is wrong with a request is said in words alone: that it is too long, or that a key is none.
  const worded = readGoogles(kind === 'bad_request' ? 400 : status, { error })
  return kind === undefined || kind === 'bad_request' ? worded : { ...worded, kind }
}
