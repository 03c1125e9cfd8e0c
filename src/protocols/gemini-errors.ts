import type { ErrorKind, GatewayError } from '../core/errors.ts'
import { answerFormOf } from './gemini-generate/operation.ts'
import { isOfInteractions } from './gemini-interactions/paths.ts'
import type { DialectErrors, Told } from './protocol.ts'

/** Google's status word, its HTTP status, and the code that interactions have for each kind of error (wire.md §1.6 and §1.9; ai.google.dev, API errors). */
const SHAPES: Record<ErrorKind, { status: string; http?: number; code: string }> = {
  bad_key: { status: 'INVALID_ARGUMENT', http: 400, code: 'authentication' },
  bad_request: { status: 'INVALID_ARGUMENT', code: 'invalid_request' },
  not_found: { status: 'NOT_FOUND', code: 'not_found' },
  missing: { status: 'NOT_FOUND', code: 'not_found' },
  too_large: { status: 'INVALID_ARGUMENT', code: 'invalid_request' },
  model_missing: { status: 'NOT_FOUND', code: 'model_not_found' },
  too_long: { status: 'INVALID_ARGUMENT', code: 'invalid_request' },
  filtered: { status: 'INVALID_ARGUMENT', code: 'content_blocked' },
  quota: { status: 'RESOURCE_EXHAUSTED', code: 'quota_exceeded' },
  too_fast: { status: 'RESOURCE_EXHAUSTED', code: 'rate_limit_exceeded' },
  no_upstream: { status: 'UNAVAILABLE', http: 503, code: 'service_unavailable' },
  internal: { status: 'INTERNAL', code: 'api_error' },
}

/**
 * Google's error envelope: `{"error":{code,message,status,details}}`, inside an array where the answer would be one; of interactions
 * `{"error":{message,code}}`, which in a stream is an event with a name.
 */
export const geminiErrors: DialectErrors = {
  refuse(error, { locale, asked }) {
    if (isOfInteraction(asked)) return refusedInteraction(error, error.in(locale))
    const body = envelope(error, error.in(locale))
    return { status: httpOf(error), headers: {}, body: isArray(asked) ? `[${body}]` : body }
  },
  breakOff(error, { locale, asked, seen }) {
    if (isOfInteraction(asked)) return brokenInteraction(error, error.in(locale))
    const body = envelope(error, error.in(locale))
    // What the caller has of the array ends with an element, and its bracket is still open; or there is nothing yet.
    return Buffer.from(isArray(asked) ? `${seen ? ',\r\n' : '['}${body}]` : `data: ${body}\n\n`)
  },
}

function isArray(asked: Told['asked']): boolean {
  return asked !== undefined && answerFormOf(asked) === 'array'
}

function isOfInteraction(asked: Told['asked']): boolean {
  return asked !== undefined && isOfInteractions(asked.path)
}

function refusedInteraction(error: GatewayError, message: string) {
  const { seconds } = error.details
  return {
    status: httpOf(error),
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
    body: JSON.stringify({ error: { message, code: SHAPES[error.kind].code } }),
  }
}

function brokenInteraction({ kind }: GatewayError, message: string): Buffer {
  const event = { error: { message, code: SHAPES[kind].code }, event_type: 'error' }
  return Buffer.from(`event: error\ndata: ${JSON.stringify(event)}\n\n`)
}

function httpOf({ kind, status }: GatewayError): number {
  return SHAPES[kind].http ?? status
}

function envelope(error: GatewayError, message: string): string {
  const details = detailsOf(error)
  return JSON.stringify({
    error: { code: httpOf(error), message, status: SHAPES[error.kind].status, ...(details && { details }) },
  })
}

/** Gemini clients stop on a day's quota and on a bad key, and wait as long as RetryInfo says. */
function detailsOf(error: GatewayError): object[] | undefined {
  if (error.kind === 'bad_key')
    return [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ]
  if (error.kind === 'quota')
    return [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'GatewayRequestsPerDay' }] },
    ]
  if (error.kind === 'too_fast')
    return [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${error.details.seconds ?? 1}s` }]
  return undefined
}
