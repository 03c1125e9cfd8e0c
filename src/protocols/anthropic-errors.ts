import type { ErrorCode, ErrorKind, GatewayError } from '../core/errors.ts'
import { retryHeaders } from './openai-errors.ts'
import type { DialectErrors } from './protocol.ts'

/** Type and, where it differs from ours, status of each kind of error (wire.md §1.5 and §1.9). */
const SHAPES: Record<ErrorKind, { type: string; status?: number }> = {
  bad_key: { type: 'authentication_error' },
  bad_request: { type: 'invalid_request_error' },
  not_found: { type: 'not_found_error' },
  missing: { type: 'not_found_error' },
  too_large: { type: 'request_too_large' },
  model_missing: { type: 'not_found_error' },
  too_long: { type: 'invalid_request_error' },
  filtered: { type: 'invalid_request_error' },
  quota: { type: 'billing_error' },
  too_fast: { type: 'rate_limit_error' },
  no_upstream: { type: 'overloaded_error', status: 529 },
  internal: { type: 'api_error' },
}

/** What Anthropic's libraries act on beside the type: by this one they send the whole conversation instead (`ThreadUnsupportedRequestError`). */
const DETAILS: Partial<Record<ErrorCode, { error_code: string }>> = {
  thread_unsupported: { error_code: 'thread_unsupported_request' },
}

/** Anthropic's error envelope: `{"type":"error","error":{type,message},"request_id"}`. */
export const anthropicErrors: DialectErrors = {
  refuse(error, { locale, requestId }) {
    return {
      status: SHAPES[error.kind].status ?? error.status,
      headers: { 'request-id': requestId, ...retryHeaders(error) },
      body: envelope(error, error.in(locale), requestId),
    }
  },
  breakOff(error, { locale, requestId }) {
    return Buffer.from(`event: error\ndata: ${envelope(error, error.in(locale), requestId)}\n\n`)
  },
}

function envelope(error: GatewayError, message: string, requestId: string): string {
  const details = DETAILS[error.code]
  const told = { type: SHAPES[error.kind].type, message, ...(details && { details }) }
  return JSON.stringify({ type: 'error', error: told, request_id: requestId })
}
