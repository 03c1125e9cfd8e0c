import type { ErrorKind, GatewayError } from '../core/errors.ts'
import { answerFormOf } from './gemini-generate/operation.ts'
import type { DialectErrors, Told } from './protocol.ts'

/** Google's status word and HTTP status of each kind of error (wire.md §1.6 and §1.9). */
const SHAPES: Record<ErrorKind, { status: string; http?: number }> = {
  bad_key: { status: 'INVALID_ARGUMENT', http: 400 },
  bad_request: { status: 'INVALID_ARGUMENT' },
  not_found: { status: 'NOT_FOUND' },
  missing: { status: 'NOT_FOUND' },
  too_large: { status: 'INVALID_ARGUMENT' },
  model_missing: { status: 'NOT_FOUND' },
  too_long: { status: 'INVALID_ARGUMENT' },
  filtered: { status: 'INVALID_ARGUMENT' },
  quota: { status: 'RESOURCE_EXHAUSTED' },
  too_fast: { status: 'RESOURCE_EXHAUSTED' },
  no_upstream: { status: 'UNAVAILABLE', http: 503 },
  internal: { status: 'INTERNAL' },
}

/** Google's error envelope: `{"error":{code,message,status,details}}`, inside an array where the answer would be one. */
export const geminiErrors: DialectErrors = {
  refuse(error, { locale, asked }) {
    const body = envelope(error, error.in(locale))
    return { status: httpOf(error), headers: {}, body: isArray(asked) ? `[${body}]` : body }
  },
  breakOff(error, { locale, asked, seen }) {
    const body = envelope(error, error.in(locale))
    // What the caller has of the array ends with an element, and its bracket is still open; or there is nothing yet.
    return Buffer.from(isArray(asked) ? `${seen ? ',\r\n' : '['}${body}]` : `data: ${body}\n\n`)
  },
}

function isArray(asked: Told['asked']): boolean {
  return asked !== undefined && answerFormOf(asked) === 'array'
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
