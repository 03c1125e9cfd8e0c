import { setTimeout as wait } from 'node:timers/promises'
import type { Deps, NotifyDeps, SystemDeps } from './api/deps.ts'
import { makeBackup } from './cli/backup.ts'
import { consoleBackup } from './cli/console-backups.ts'
import { keptBackups } from './cli/kept-backups.ts'
import type { Config } from './config.ts'
import type { SettingValues } from './contract/settings.ts'
import { costNanos } from './catalog/cost.ts'
import type { Condition } from './core/alerts.ts'
import type { BrokenBook } from './core/books.ts'
import type { TargetEntry } from './core/directory.ts'
import type { Locale } from './core/errors.ts'
import type { JobReport } from './core/jobs.ts'
import type { Span } from './core/limit-window.ts'
import type { Limit } from './core/limits.ts'
import { type Clock, MINUTE_MS } from './core/time.ts'
import { askBalanceOf, askBalances, type BalanceDesk } from './jobs/ask-balances.ts'
import { openSoonAsked } from './jobs/ask-soon.ts'
import { checkedSince } from './jobs/checked-since.ts'
import { type Chores, gatewayJobs } from './jobs/gateway-jobs.ts'
import { type Jobs, startJobs } from './jobs/jobs.ts'
import * as conditions from './notify/conditions.ts'
import { sendMail } from './notify/mail.ts'
import { lastingChannels } from './notify/lasting-channels.ts'
import { lookingAround } from './notify/look-around.ts'
import { messageOf, type MessageSite, testMessage } from './notify/message.ts'
import { noticeMessage } from './notify/notice-message.ts'
import type { Sender } from './notify/notice-mail.ts'
import { openNotices } from './notify/notices.ts'
import { type Carriers, send, sendOnce } from './notify/send.ts'
import { startWatch } from './notify/watch.ts'
import { descriptorOf } from './providers/all.ts'
import { askBalance } from './relay/ask-balance.ts'
import { dial, post } from './relay/post.ts'
import type { Upstream } from './relay/upstream.ts'
import type { Store } from './store/store.ts'
import { faultFields, type Log } from './telemetry/log.ts'
import { lookAtMachine } from './telemetry/machine.ts'
import { hmac } from './vault/hmac.ts'

/** What the gateway does beside relaying: its jobs, what operators are told of, and what they may ask of the machine. */
type Operations = AsyncDisposable & {
  system: SystemDeps
  notify: NotifyDeps
  askBalance: Deps['askBalance']
  askBalancesSoon: Deps['askBalancesSoon']
  /** A limit has come to a share of its maximum in a window. */
  threshold(limit: Limit, share: number, span: Span): void
}

/** What operations are handed of the other rooms. */
export type OperationsWorld = {
  config: Config
  version: string
  store: Store
  settings: () => SettingValues
  site: MessageSite
  upstream: Upstream
  /** Every way to reach a model, as the relay knows it now. */
  targets: () => readonly TargetEntry[]
  health: conditions.UpstreamHealth
  key: (id: string) => { userId: string; name: string } | undefined
  facts: SystemDeps['now']
  /** For how long rows have waited for the database to take them, in milliseconds; 0: it takes them. */
  rowsWaitMs: () => number
  captures: { purge(before: number): Promise<number> }
  batches: (signal: AbortSignal) => Promise<JobReport>
  /** What does not add up in what requests under way hold. */
  holds: () => BrokenBook | null
  /** Resolves when the database has what the journal holds. */
  drained: () => Promise<void>
  clock: Clock
  log: Log
}

/** Starts the jobs and the watch. */
export async function openOperations(world: OperationsWorld): Promise<Operations> {
  await using rooms = new AsyncDisposableStack()
  const { store, settings, clock, site, log } = world
  const end = new AbortController()
  const carriers = carriersOf(world.upstream, end.signal)
  const sender = () => senderOf(store)
  const book = { ...store.notices, announcement: (id: string) => store.announcementDesk.get(id) }
  const notices = rooms.use(openNotices({ ...world, book, sender, mail: carriers.mail }))
  const jobs = rooms.use(await startJobsOf(world, (signal) => notices.round(signal)))
  const by = (locale: Locale) => ({ locale, site, now: clock.now() })
  const channels = lastingChannels(() => store.channels.list())
  const watch = startWatch({
    look: lookingAround({
      known: (awayMs) => known(world, jobs, awayMs),
      asked: async () => {
        // So that those there are now can be told once the database is away.
        await channels()
        return asked(world)
      },
      monotonicMs: clock.monotonicMs,
      onFault: (error) => log.error('the database cannot be asked what is wrong; will try again', faultFields(error)),
    }),
    book: store.alerts,
    channels: async (rule) => {
      const wanted = (await channels()).filter(({ enabled, rules }) => enabled && (rules?.includes(rule) ?? true))
      return wanted.flatMap(({ setup, ...rest }) => (setup ? [{ ...rest, setup }] : []))
    },
    send: (channel, condition, state) => send(channel, messageOf(condition, state, by(channel.locale)), carriers),
    cooldownMs: () => settings()['alerts.cooldown_min'] * MINUTE_MS,
    now: clock.now,
    log,
  })
  const backups = openBackups(world, end.signal)
  const desk = balanceDeskOf(world)
  const soon = openSoonAsked(desk, (error) => log.error('a balance could not be asked for', faultFields(error)))
  rooms.defer(async () => {
    // First, or the watch would wait for a channel that is going to be tried again.
    end.abort()
    await Promise.all([watch, jobs, backups, soon].map((room) => room[Symbol.asyncDispose]()))
  })
  const owned = rooms.move()
  return {
    system: systemOf(world, jobs, () => backups.make()),
    notify: {
      test: (channel) => sendOnce(channel, testMessage(by(channel.locale)), carriers),
      // Of the console itself, where the path is enough.
      say: (condition, locale) =>
        messageOf(condition, 'fired', { ...by(locale), site: { name: site.name, linkOrigin: site.linkOrigin ?? '' } }),
      look: async () => [...(await known(world, jobs, 0)), ...(await asked(world))],
      sayNotice: noticeMessage,
      mails: async () => (await sender()) !== null,
    },
    askBalance: (of, signal) => askBalanceOf(of, desk, signal),
    askBalancesSoon: (provider, credentials) => soon.ask(provider, credentials),
    threshold: (limit, share, span) => {
      log.info('a limit has come to a threshold', { limit: limit.id, percent: share * 100 })
      notices.threshold(limit, share, span)
      void nameOf(limit, world).then((name) => watch.happened(conditions.budgetCondition(limit, share, name)))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function startJobsOf(world: OperationsWorld, notices: Chores['notices']): Promise<Jobs> {
  const { store, settings, clock, log } = world
  const jobs = gatewayJobs({
    clock,
    log,
    settings,
    purges: [store.sessions, store.pins, store.health, store.limits, store.keyAdmin].map((room) => () => room.purge()),
    retention: { ...store.retention, captures: (before) => world.captures.purge(before) },
    batches: world.batches,
    balances: (signal) => askBalances(balanceDeskOf(world), signal),
    notices,
    // Each row is worked out again the night after it came, or after the nights that were missed.
    books: async (signal) => {
      const since = checkedSince(await store.jobs.last(), clock.now())
      return store.upkeep.books({ costOf: costNanos, since, signal })
    },
    holds: world.holds,
    audit: (signal) => store.audit.verify(signal),
  })
  const zone = () => settings()['site.timezone']
  return startJobs(jobs, { clock, zone, last: await store.jobs.last(), save: (run) => store.jobs.save(run), log })
}

function balanceDeskOf({ store, upstream }: OperationsWorld): BalanceDesk {
  return {
    providers: store.providers,
    tells: (preset) => descriptorOf(preset).balance !== undefined,
    ask: (call) => askBalance(upstream, call),
  }
}

/** Through whom users are sent e-mail: the first channel that is meant for it; null where there is none. */
async function senderOf({ channels }: Store): Promise<Sender | null> {
  for (const { enabled, forUsers, allowPrivate, setup } of await channels.list()) {
    if (!enabled || !forUsers || setup?.kind !== 'email') continue
    const { host, port, security, user, from } = setup.config
    return { server: { host, port, security, user, password: setup.secrets.password ?? '' }, from, allowPrivate }
  }
  return null
}

/** The network as notifications use it; nothing is tried again once the gateway ends. */
function carriersOf(upstream: Upstream, end: AbortSignal): Carriers {
  return {
    post: (call, allowPrivate) => post(upstream, { ...call, allowPrivate }),
    mail: (mail, allowPrivate) => sendMail(mail, allowPrivate, dial),
    hmac,
    pause: (ms) => wait(ms, undefined, { signal: end }),
  }
}

const ERRORS_OF_MS = 10 * MINUTE_MS
/** As long as tries at an account are counted. */
const SIGN_INS_OF_MS = 15 * MINUTE_MS

/** What is wrong that this process knows of; `awayMs` is for how long the database could not be asked. */
async function known(world: OperationsWorld, jobs: Jobs, awayMs: number): Promise<Condition[]> {
  const values = world.settings()
  const { disk } = await lookAtMachine(world.config.dataDir)
  const check = jobs.states().find(({ name }) => name === 'verify')?.last
  return [
    ...conditions.upstreamConditions(world.targets(), world.health),
    ...conditions.diskCondition(disk, values),
    ...conditions.databaseCondition(Math.max(awayMs, world.rowsWaitMs()), world.facts().journal),
    ...conditions.checkCondition(check && !check.ok ? check.said : null),
  ]
}

/** What is wrong that the database tells. */
async function asked({ store, clock, settings }: OperationsWorld): Promise<Condition[]> {
  const values = settings()
  const models = await store.models.list()
  const unpriced = models.filter(({ enabled, price, providers }) => enabled && !price && providers.active > 0)
  return [
    ...conditions.errorCondition(await store.alerts.errorsSince(clock.now() - ERRORS_OF_MS), values),
    ...conditions.signInCondition(await store.activity.failedSignIns(clock.now() - SIGN_INS_OF_MS), values),
    ...conditions.balanceConditions(await store.alerts.lowBalances(conditions.lowBalanceOf(values))),
    ...conditions.vendorBalanceConditions(await store.alerts.lowVendorBalances()),
    ...conditions.priceConditions(
      unpriced.map(({ id }) => id),
      values,
    ),
    ...conditions.usageConditions(await store.alerts.freeSince(clock.now() - ERRORS_OF_MS)),
  ]
}

/** What the subject of a limit is called today; its id where it has no name. */
async function nameOf({ subject, subjectId }: Limit, { store, key }: OperationsWorld): Promise<string> {
  const found = {
    user: () => store.users.byId(subjectId),
    group: () => store.groups.get(subjectId),
    provider: () => store.providers.get(subjectId),
    key: async () => key(subjectId),
    credential: async () => undefined,
  }[subject]()
  return (await found.catch(() => undefined))?.name ?? subjectId
}

function systemOf({ config, facts, drained }: OperationsWorld, jobs: Jobs, backup: SystemDeps['backup']): SystemDeps {
  return {
    now: facts,
    jobs: () => jobs.states(),
    machine: () => lookAtMachine(config.dataDir),
    drained,
    keptBackups: () => keptBackups(config.dataDir),
    backup,
  }
}

/** Backups for the console. Disposing waits until those that are given up once the signal fires have left nothing. */
function openBackups({ config, version, store, drained, clock }: OperationsWorld, signal: AbortSignal) {
  const making = new Set<Promise<unknown>>()

  async function make() {
    if ((await store.upkeep.facts()).kind !== 'sqlite') return null
    // What the journal holds belongs to the moment of the backup as well.
    await drained()
    return makeBackup(config, consoleBackup(config.dataDir), { version, now: clock.now, signal })
  }

  return {
    make() {
      const made = make().finally(() => making.delete(made))
      making.add(made)
      return made
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(making)
    },
  }
}
