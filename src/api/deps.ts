import type { KnownModel } from '../catalog/models.ts'
import type { ChannelSetup } from '../contract/channels.ts'
import type { SettingValues } from '../contract/settings.ts'
import type { Condition } from '../core/alerts.ts'
import type { BalanceOutcome } from '../core/balance.ts'
import type { Capture, CaptureSizes } from '../core/captures.ts'
import type { ConsoleRouting } from '../core/console-routing.ts'
import type { Locale } from '../core/errors.ts'
import type { AccountState, LimitState, LimitSubject } from '../core/limits.ts'
import type { JobState } from '../core/jobs.ts'
import type { KeyTrial, KeyTrialRequest } from '../core/key-trial.ts'
import type { NewNotice } from '../core/notices.ts'
import type { Play, Played } from '../core/play.ts'
import type { ProbeAnswer, ProbeRequest } from '../core/probe.ts'
import type { ProtocolId } from '../core/protocol.ts'
import type { RequestRecord } from '../core/records.ts'
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
  probe(request: ProbeRequest): Promise<ProbeAnswer>
  /** Asks what is left of the account of a provider's credential and keeps the answer. */
  askBalance(of: readonly [provider: string, credential: string], signal: AbortSignal): Promise<BalanceOutcome>
  /** The same of several credentials, while nobody waits for it. */
  askBalancesSoon(provider: string, credentials: readonly string[]): void
  routing: ConsoleRouting
  /** Whether a caller of the first protocol can be served in the second. */
  translates(from: ProtocolId, to: ProtocolId): boolean
  testKey(request: KeyTrialRequest): Promise<KeyTrial>
  play(request: Play): Promise<Played>
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
