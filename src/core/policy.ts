import type { KeptAddress } from './ip.ts'
import type { Strategy } from './routing.ts'

/** When an endpoint rests, and for how long: after so many failures in a row, or when a share of its calls failed. */
export type BreakerPolicy = { inARow: number; share: number; firstMs: number; mostMs: number }

/** What is kept of a request beside its row: its headers, and as many bytes of the body of each side. */
export type CapturePolicy = {
  /** 0: no body. */
  mostBytes: number
  /** Bodies are kept of requests alone that failed or were refused. */
  failedOnly: boolean
  /** Headers and keys of JSON, in small letters, whose values are not kept. */
  hidden: ReadonlySet<string>
}

/** What the operator decided about relaying; it may change at any time, so it is asked for at each use. */
export type RelayPolicy = {
  /** Whether callers are told who answered. */
  tellProvider: boolean
  /** How often one request is sent to upstreams at most. */
  maxAttempts: number
  /** Retries are at most this share of requests in the long run. */
  retryShare: number
  /** After so long without any content another candidate is asked beside the first; 0: never. */
  hedgeMs: number
  breaker: BreakerPolicy
  /** What models without a strategy of their own are routed by. */
  strategy: Strategy
  /** How long after its last turn a conversation stays with who answered it; 0: it does not. */
  affinityMs: number
  /** A credential rests no longer than this after a 429, whatever its upstream asks for. */
  coolingMs: number
  maxBodyBytes: number
  /** What is kept of what callers say and hear; null: nothing. */
  capture: CapturePolicy | null
  /** What is written down of callers' addresses. */
  clientIp: KeptAddress
}
