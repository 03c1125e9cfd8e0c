import { GatewayError } from '../core/errors.ts'

/** Statuses that speak of the moment, not of the request: another candidate may succeed (faults.md, retry rules 4 and 6). */
const MOMENTARY = new Set([408, 409, 425, 429, 529])

/** Statuses that speak of the gateway's own account at the upstream; the caller's key is fine (wire.md §3.5). */
const OURS = new Set([401, 402, 403])

/** What a status means: Google says of a bad key that the request is invalid (wire.md §1.6), and that key is the gateway's. */
export function meantStatus(status: number, body: Buffer): number {
  return status === 400 && body.includes('"API_KEY_INVALID"') ? 401 : status
}

/** Whether another candidate may be asked after an upstream answered with this status. */
export function mayRetryStatus(status: number): boolean {
  return status >= 500 || status < 400 || MOMENTARY.has(status) || OURS.has(status)
}

/** Whether the status tells the caller about their own request, so that the upstream's words are for them. */
export function callerFault(status: number): boolean {
  return status >= 400 && !mayRetryStatus(status)
}

/** What a caller is told of an upstream's failure: never its words, which may quote our credential. */
export function gatewayFault(status: number, seconds: number | null): GatewayError {
  if (OURS.has(status) || status < 400) return new GatewayError('upstream_refused_us')
  if (status === 429) return new GatewayError('upstream_busy', { seconds: seconds ?? 1 })
  if (status === 408 || status === 504) return new GatewayError('upstream_timeout')
  return new GatewayError('upstream_failed')
}

const LONGEST_WAIT_S = 60

/** Seconds of a `Retry-After` header, given as such or as a date, capped at a minute; null when it says nothing. */
export function secondsToWait(header: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined || text === '') return null
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), LONGEST_WAIT_S) : null
}
