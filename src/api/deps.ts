import type { KnownModel } from '../catalog/models.ts'
import type { Locale } from '../core/errors.ts'
import type { Nanos } from '../core/money.ts'
import type { Dialect, ProtocolId } from '../core/protocol.ts'
import type { Clock } from '../core/time.ts'
import type { Descriptor } from '../providers/provider.ts'
import type { Store } from '../store/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { Passwords } from '../vault/passwords.ts'
import type { Vault } from '../vault/vault.ts'

/** Everything the console API works with; `app.ts` puts it together. */
export type Deps = {
  store: Store
  vault: Pick<Vault, 'hashKey' | 'mint'>
  passwords: Passwords
  clock: Clock
  site: { name: string; publicOrigin: string; version: string; buildId: string }
  /** The vendors the console offers. */
  presets: readonly Descriptor[]
  /** What the built-in catalogue knows of a model; undefined when it does not know the name. */
  knownModel(id: string): KnownModel | undefined
  /** Reloads what the relay knows; awaited before a write that matters to it is answered. */
  changed(): Promise<void>
  probe(input: ProbeInput): Promise<ProbeResult>
  testKey(input: KeyTestInput): Promise<KeyTestResult>
  log: Pick<Log, 'error'>
}

/** One endpoint and one secret to be asked for its models. */
export type ProbeInput = {
  preset: string
  dialect: Dialect
  baseUrl: string
  secret: string
  allowPrivate: boolean
  signal: AbortSignal
}

export type ProbeProblem = 'unreachable' | 'refused_key' | 'not_found' | 'timeout' | 'unexpected' | 'blocked_address'

export type ProbeResult = {
  ok: boolean
  httpStatus: number | null
  ms: number
  problem: ProbeProblem | null
  models: readonly string[]
}

export type KeyTestInput = { keyId: string; model?: string | undefined; locale: Locale; signal: AbortSignal }

/** What one tiny request through the relay gave; `detail` is in the locale asked for. */
export type KeyTestResult = {
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
