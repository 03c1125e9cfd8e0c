import type { Locale } from './errors.ts'
import type { Nanos } from './money.ts'
import type { ProtocolId } from './protocol.ts'

/** A tiny request with a key to see whether it works; without a model the first one that the key may use. */
export type KeyTrialRequest = {
  keyId: string
  model?: string | undefined
  /** Where the trial is asked for from, which the key has to allow. */
  ip: string
  locale: Locale
  signal: AbortSignal
}

/** What it gave; `detail` is why it failed, in the locale asked for. */
export type KeyTrial = {
  ok: boolean
  status: number
  protocol: ProtocolId
  model: string | null
  firstTokenMs: number | null
  totalMs: number
  costNanos: Nanos | null
  detail: string | null
  requestId: string | null
}
