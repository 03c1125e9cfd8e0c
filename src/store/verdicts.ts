import { ERRORS } from '../core/error-catalogue.ts'
import type { ErrorCode } from '../core/errors.ts'
import { type AttemptRecord, CALLED_OFF, type RequestRecord } from '../core/records.ts'

/** What one request or attempt says of whoever was to answer it; null when it says nothing. */
export type Verdict = 'answered' | 'failed' | 'limited' | null

/** What an attempt says of the upstream that was asked. */
export function verdictOnAttempt(attempt: AttemptRecord): Verdict {
  if (attempt.decision === 'skipped') return null
  const { errorClass, httpStatus, retryable } = attempt
  if (errorClass === null) return 'answered'
  // A class that is an error of ours: nothing could be said to the upstream.
  if (Object.hasOwn(ERRORS, errorClass)) return null
  if (GIVEN_UP.has(errorClass)) return attempt.firstTokenMs === null ? null : 'answered'
  // A refusal that no other upstream is asked about is the caller's own; to give it, one must be well.
  if (errorClass.startsWith('http_') && !retryable) return 'answered'
  return httpStatus === 429 ? 'limited' : 'failed'
}

const GIVEN_UP: ReadonlySet<string> = new Set(CALLED_OFF)

/** What a request says of its model, as its caller saw it. */
export function verdictOnRequest({ status, end, errorClass, httpStatus, firstTokenMs }: RequestRecord): Verdict {
  if (status === 'succeeded') return 'answered'
  if (status === 'cancelled' || end === 'limit') return firstTokenMs === null ? null : 'answered'
  if (errorClass !== null && NO_ANSWER.has(errorClass)) return errorClass === 'upstream_busy' ? 'limited' : 'failed'
  if (end === 'gateway_error' || (httpStatus >= 400 && httpStatus < 500)) return null
  return 'failed'
}

/** Errors of ours that say no upstream could answer. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  'no_upstream',
  'upstream_failed',
  'upstream_refused_us',
  'model_gone',
  'upstream_busy',
  'upstream_broke',
  'upstream_timeout',
] satisfies ErrorCode[])
