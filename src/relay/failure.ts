import { type ErrorCode, GatewayError } from '../core/errors.ts'
import type { Stop } from '../core/stop.ts'
import type { Said } from './routing/words.ts'

/** Why one upstream did not answer; the class is what rows and metrics say. */
export type FailureClass =
  | 'connect'
  | 'connect_timeout'
  | 'blocked_address'
  /** What the request was to be signed with could not be had. */
  | 'credential'
  | 'reset'
  | 'first_token_timeout'
  | 'idle_timeout'
  | 'total_timeout'
  | 'status'
  | 'in_band'
  | 'bad_answer'
  | 'too_large'
  | 'caller_gone'
  | 'cut_off'
  /** Another candidate, asked at the same time, answered first. */
  | 'hedged'

/** A failed call to an upstream: expected, carried as a value, told to callers only as a sentence of ours. */
export class UpstreamFailure extends Error {
  readonly class: FailureClass
  /** What the upstream itself called it, where that is a word that is known. */
  readonly said: Said | null

  constructor(failureClass: FailureClass, { said = null, ...options }: ErrorOptions & { said?: Said | null } = {}) {
    super(`upstream: ${failureClass}`, options)
    this.name = 'UpstreamFailure'
    this.class = failureClass
    this.said = said
  }
}

/** Why the gateway itself ended an exchange, by its signal; null while it runs, and when the caller left. */
export function cutBy(signal: Pick<Stop, 'reason'>): GatewayError | null {
  return signal.reason instanceof GatewayError ? signal.reason : null
}

/** Whether the caller has left by themselves. */
export const isGone = (signal: Pick<Stop, 'aborted' | 'reason'>): boolean => signal.aborted && !cutBy(signal)

/** Ends an attempt whose answer is not needed any more: the other of two was faster. */
export const OUTRUN = new Error('another upstream answered first')

/** What an exchange's signal that has fired means. */
export function abortClass(signal: Pick<Stop, 'reason'>): FailureClass {
  if (signal.reason === OUTRUN) return 'hedged'
  return cutBy(signal) ? 'cut_off' : 'caller_gone'
}

/** Error codes of sockets and of undici that mean: no byte of the request has been sent. */
const NOT_SENT: Readonly<Record<string, FailureClass>> = {
  ECONNREFUSED: 'connect',
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  EBLOCKEDADDRESS: 'blocked_address',
  EPROXY: 'connect',
}

/** Names what a thrown transport error was. */
export function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const tls = code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT')
  return new UpstreamFailure(NOT_SENT[code] ?? (tls ? 'connect' : 'reset'), { cause: error })
}

/** Why there is no connection: whatever the system calls it, nothing can have been sent over one. */
export function neverOpened(error: unknown): UpstreamFailure {
  const failure = failureOf(error)
  return failure.class === 'reset' ? new UpstreamFailure('connect', { cause: error }) : failure
}

const UNSENT: ReadonlySet<FailureClass> = new Set(['connect', 'connect_timeout', 'blocked_address', 'credential'])

/** Whether the upstream cannot have seen the request, so that asking again repeats nothing. */
export function neverSent(failure: UpstreamFailure): boolean {
  return UNSENT.has(failure.class)
}

/** Codes whose sentence is an upstream's own. */
const SAID_BY_UPSTREAMS: ReadonlySet<ErrorCode> = new Set([
  'upstream_rejected',
  'upstream_too_large',
  'context_too_long',
  'content_filtered',
])

/** Whether an upstream refused the request in words of its own. */
export function isSaidByUpstream({ code }: GatewayError): boolean {
  return SAID_BY_UPSTREAMS.has(code)
}

/** What a row keeps of an error: its sentence, or null where that is an upstream's, which may quote the request. */
export function keptWords(error: GatewayError): string | null {
  return isSaidByUpstream(error) ? null : error.message
}
