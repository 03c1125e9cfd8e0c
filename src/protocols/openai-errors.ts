import type { ErrorKind, GatewayError, Locale } from '../core/errors.ts'
import { type DialectErrors, FINAL_KINDS } from './protocol.ts'

/** Type and code of each kind of error, as the official clients and Codex understand them (wire.md §1.9). */
const SHAPES: Record<ErrorKind, { type: string; code: string | null }> = {
  bad_key: { type: 'invalid_request_error', code: 'invalid_api_key' },
  bad_request: { type: 'invalid_request_error', code: null },
  not_found: { type: 'invalid_request_error', code: 'unknown_url' },
  missing: { type: 'invalid_request_error', code: null },
  too_large: { type: 'invalid_request_error', code: 'request_too_large' },
  model_missing: { type: 'invalid_request_error', code: 'model_not_found' },
  too_long: { type: 'invalid_request_error', code: 'context_length_exceeded' },
  filtered: { type: 'invalid_request_error', code: 'content_filter' },
  quota: { type: 'insufficient_quota', code: 'insufficient_quota' },
  too_fast: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  no_upstream: { type: 'server_error', code: null },
  internal: { type: 'server_error', code: null },
}

/** OpenAI's error envelope: `{"error":{message,type,param,code}}`. */
export const openaiErrors: DialectErrors = {
  refuse(error, { locale, requestId }) {
    return {
      status: error.status,
      headers: { 'x-request-id': requestId, ...retryHeaders(error) },
      body: JSON.stringify({ error: errorFields(error, locale) }),
    }
  },
  breakOff(error, { locale }) {
    return Buffer.from(`data: ${JSON.stringify({ error: errorFields(error, locale) })}\n\n`)
  },
}

/** What an OpenAI error says of itself, whatever it is wrapped in. */
export function errorFields(error: GatewayError, locale: Locale) {
  const { type, code } = SHAPES[error.kind]
  return { message: error.in(locale), type, param: null, code: code ?? error.code }
}

/** What tells the SDKs whether and when to try again (wire.md §1.0, retry contract). */
export function retryHeaders(error: GatewayError): Record<string, string> {
  const { seconds } = error.details
  const wait = seconds === undefined ? {} : { 'retry-after': String(seconds) }
  if (FINAL_KINDS.has(error.kind)) return { 'x-should-retry': 'false', ...wait }
  return seconds === undefined ? {} : { ...wait, 'retry-after-ms': String(Number(seconds) * 1000) }
}
