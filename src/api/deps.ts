import type { KnownModel } from '../catalog/models.ts'
import type { PlaygroundProtocol } from '../contract/playground.ts'
import type { ChannelSetup } from '../contract/channels.ts'
import type { SettingValues } from '../contract/settings.ts'
import type { Condition } from '../core/alerts.ts'
import type { Capture, CaptureSizes } from '../core/captures.ts'
import type { GatewayError, Locale } from '../core/errors.ts'
import type { Line } from '../core/line.ts'
import type { AccountState, LimitState, LimitSubject } from '../core/limits.ts'
import type { JobState } from '../core/jobs.ts'
import type { Nanos } from '../core/money.ts'
import type { NewNotice } from '../core/notices.ts'
import type { RelayPolicy } from '../core/policy.ts'
import type { Dialect, ProtocolId } from '../core/protocol.ts'
import type { Bounds } from '../core/bounds.ts'
import type { RequestRecord } from '../core/records.ts'
import type { CredentialHealth, EndpointHealth, ProviderPart } from '../core/routing.ts'
import type { TimedSimulation } from '../core/simulation.ts'
import type { Clock } from '../core/time.ts'
import type { Descriptor } from '../providers/provider.ts'
import type { Store } from '../store/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { Machine } from '../telemetry/machine.ts'
import type { Passwords } from '../vault/passwords.ts'
import type { Vault } from '../vault/vault.ts'

/** Everything the console API works with; `app.ts` puts it together. */
export type Deps = {
  store: Store
  vault: Pick<Vault, 'hashKey' | 'mint' | 'envelope'>
  passwords: Passwords
  clock: Clock
  site: {
    readonly name: string
    readonly publicOrigin: string
    /** The public origin where the operator named one. */
    readonly namedOrigin: string | null
    version: string
    buildId: string
  }
  /** Every setting as it is now. */
  settings: () => SettingValues
  /** Whether an address is one of these, or in one of these blocks. */
  isWithin: (blocks: readonly string[], ip: string) => boolean
  /** The vendors the console offers. */
  presets: readonly Descriptor[]
  /** What the built-in catalogue knows of a model; undefined when it does not know the name. */
  knownModel(id: string): KnownModel | undefined
  /** The price lists the built-in catalogue was made from. */
  catalogueSources(): { name: string; date: string }[]
  /** Reloads what the relay knows; awaited before a write that matters to it is answered. */
  changed(): Promise<void>
  /** The limits of a subject as they stand now. */
  limitState(subject: LimitSubject, subjectId: string): Awaitable<readonly LimitState[]>
  /** A user's money as it stands now; null when nothing is known of it. */
  accountState(userId: string): Awaitable<AccountState | null>
  probe(input: ProbeInput): Promise<ProbeResult>
  /** Asks what is left of the account of a provider's credential and keeps the answer. */
  askBalance: (
    of: readonly [provider: string, credential: string],
    signal: AbortSignal,
  ) => Promise<'told' | 'failed' | 'no_secret' | 'no_line'>
  /** The same of several credentials, while nobody waits for it. */
  askBalancesSoon(provider: string, credentials: readonly string[]): void
  routing: RoutingDeps
  /** Whether a caller of the first protocol can be served in the second. */
  translates(from: ProtocolId, to: ProtocolId): boolean
  testKey(input: KeyTestInput): Promise<KeyTestResult>
  play(input: PlayInput): Promise<PlayResult>
  live: LiveDeps
  /** What was said in requests, where that is kept. */
  captures: { get(requestId: string): Promise<Capture | null>; sizes(): Promise<CaptureSizes> }
  system: SystemDeps
  notify: NotifyDeps
  log: Pick<Log, 'error'>
}

/** How operators are told of what goes wrong. */
export type NotifyDeps = {
  /** Sends a test message by a channel, once. */
  test(channel: {
    setup: ChannelSetup
    allowPrivate: boolean
    locale: Locale
  }): Promise<{ ok: boolean; problem: string | null }>
  /** What a condition is called, and where it can be mended. */
  say(condition: Condition, locale: Locale): Said
  /** Everything that is wrong now. */
  look(): Promise<Condition[]>
  /** A notice in words; `link` is a path of the console. */
  sayNotice(
    notice: Pick<NewNotice, 'kind' | 'facts'>,
    reader: { locale: Locale; zone: string },
  ): { title: string; text: string; link: string }
  /** Whether users are sent e-mail at all. */
  mails(): Promise<boolean>
}

type Said = { title: string; text: string; severity: 'critical' | 'warning' | 'info'; link: string }

/** The process, and what it does by itself. */
export type SystemDeps = {
  now(): { startedAt: number; journal: { ready: boolean; bytes: number; maxBytes: number }; openRequests: number }
  machine(): Promise<Machine>
  jobs(): readonly JobState[]
  /** Resolves when everything that has settled is stored, which a database that was away may lack. */
  drained(): Promise<void>
  /** What backups take that lie in the data folder, in bytes; null where there is none. */
  keptBackups(): Promise<number | null>
  /** Makes a backup in a file that whoever asked deletes; null where the database is not embedded. */
  backup(): Promise<{ path: string; bytes: number } | null>
}

/** Requests as they begin (status `running`) and end; a follower is told until its following is disposed of, or it is ended. */
type LiveDeps = {
  follow(follower: { tell(record: RequestRecord): void; end(): void }): Disposable
}

/** From memory at once, or from the database in a moment. */
type Awaitable<T> = T | Promise<T>

/** What the relay knows of upstreams, and what may be asked of it. */
export type RoutingDeps = {
  /** Undefined while no request has looked at it. */
  credential(id: string): CredentialHealth | undefined
  endpoint(id: string): EndpointHealth | undefined
  /** Forgets what was found out about a credential, or closes an endpoint's breaker. */
  recover(part: ProviderPart): void
  /** Plans a request without making it; rejects with a GatewayError where the model is refused. */
  simulate(input: SimulationInput): TimedSimulation
}

/** A request to be planned. */
export type SimulationInput = {
  /** The key it is made with, or whose conversation it is and what they may use by any key. */
  caller: { keyId: string } | (Bounds & { userId: string })
  model: string
  protocol: ProtocolId
  stream: boolean
  /** As the client names its conversation. */
  session?: string | undefined
  inputTokens?: number | undefined
  /** What of the operator's policy is to be otherwise than it is. */
  policy: Partial<Pick<RelayPolicy, 'strategy' | 'affinityMs' | 'maxAttempts'>>
}

/** One endpoint and one secret to be asked for its models. */
export type ProbeInput = {
  preset: string
  dialect: Dialect
  baseUrl: string
  secret: string
  allowPrivate: boolean
  line?: Line | undefined
  signal: AbortSignal
}

/** Why an endpoint did not list its models; `blocked_address`: it lies in a private network, where it may not. */
export type ProbeProblem = 'unreachable' | 'refused_key' | 'not_found' | 'timeout' | 'unexpected' | 'blocked_address'

/** `httpStatus` is null when no answer came, `problem` when all is well; `ms` is how long the answer took. */
export type ProbeResult = {
  ok: boolean
  httpStatus: number | null
  ms: number
  problem: ProbeProblem | null
  models: readonly string[]
}

/** A tiny request with a key; without a model the first one that the key may use. */
export type KeyTestInput = {
  keyId: string
  model?: string | undefined
  /** Where the test is asked for from, which the key has to allow. */
  ip: string
  locale: Locale
  signal: AbortSignal
}

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

/** A request made in the console with an own key; `body` is without model and stream. */
export type PlayInput = {
  keyId: string
  protocol: PlaygroundProtocol
  model: string
  stream: boolean
  body: Readonly<Record<string, unknown>>
  ip: string
  locale: Locale
  signal: AbortSignal
}

/** The answer of the relay as it comes, or why there is none. */
export type PlayResult =
  | {
      ok: true
      requestId: string
      answer: { status: number; headers: Record<string, string>; body: ReadableStream<Uint8Array> }
    }
  | { ok: false; requestId: string; error: GatewayError }
