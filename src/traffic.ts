import { join } from 'node:path'
import { type SettingValues, STANDARD_SETTINGS } from './contract/settings.ts'
import type { Config } from './config.ts'
import type { DirectoryData } from './core/directory.ts'
import type { IsCounted } from './core/limits.ts'
import { keptAddress } from './core/ip.ts'
import { idIn, type PackedRecord } from './core/packed-record.ts'
import type { JournalPosition } from './core/records.ts'
import type { StopTime } from './core/stop-time.ts'
import { type Clock, systemClock } from './core/time.ts'
import { type Journal, type JournalOptions, openJournal } from './metering/journal/journal.ts'
import { counted } from './metering/counted.ts'
import { createLedger } from './metering/ledger.ts'
import { createLimits, type LimitData, type Limits, type LimitsOptions } from './metering/limits/limits.ts'
import { createLiveRequests } from './metering/live-requests.ts'
import { AskedText } from './metering/tokenizer/asked-text.ts'
import { createEstimator } from './metering/tokenizer/estimator.ts'
import { createTokenizer } from './metering/tokenizer/tokenizer.ts'
import { translates } from './protocols/translate/all.ts'
import { createBodyRoom, roomOfMachine } from './relay/body-room.ts'
import { createDirectory } from './relay/directory.ts'
import { createDrains } from './relay/drains.ts'
import { createSpooler } from './relay/forms/spool.ts'
import { feedDirectory } from './relay/directory-feed.ts'
import { createLiveKeys } from './relay/live-keys.ts'
import { pinsMadeIn } from './relay/pinned/made.ts'
import { parkOpenBatches } from './relay/pinned/open-batches.ts'
import { createBills } from './relay/pinned/shown.ts'
import { createUploads } from './relay/pinned/uploads.ts'
import { refusesSecret } from './relay/probe.ts'
import { createResponseMemory } from './relay/response-memory.ts'
import { keepFindings } from './relay/routing/keep-findings.ts'
import { createRouting } from './relay/routing/routing.ts'
import type { RelayOptions } from './relay/serve.ts'
import { signingUpstream } from './relay/sign/signing-upstream.ts'
import { createUsageRefusals } from './relay/stream-usage.ts'
import { createUpstream } from './relay/upstream.ts'
import { policyWhenShort, relayPolicy } from './settings/policy.ts'
import type { DirectoryReading, DirectoryWish } from './store/directory.ts'
import type { Store } from './store/store.ts'
import type { Log } from './telemetry/log.ts'
import { lookAtMachine } from './telemetry/machine.ts'
import { collectAfterCrowds } from './telemetry/memory.ts'
import { RequestCounts } from './telemetry/request-counts.ts'
import { scraper } from './telemetry/scrape.ts'
import { tokenHash } from './vault/tokens.ts'
import type { Vault } from './vault/vault.ts'

type TrafficOptions = {
  config: Config
  store: Store
  vault: Vault
  captures: RelayOptions['captures']
  /** Whether the disk is nearly full. */
  disk: { readonly isShort: boolean }
  log: Log
  stop: StopTime
  onThreshold: LimitsOptions['onThreshold']
}

const NONE_COUNTED: IsCounted = () => false

/** What `openTraffic` opened. */
export type Traffic = Awaited<ReturnType<typeof openTraffic>>

/** Everything a request goes through, from limits to upstreams; what has a lifetime is handed to `rooms`. */
export async function openTraffic(rooms: AsyncDisposableStack, options: TrafficOptions) {
  const { config, store, vault, captures, log, stop } = options
  const clock = systemClock
  const { limits, read, settings, policy } = openLimits(options)
  const directory = createDirectory()
  const parkBatches = () => parkOpenBatches({ limits, directory, pins: store.pins })
  const onRecovered = async () => {
    limits.reseed(await read(NONE_COUNTED))
    // To add up all of that takes seconds at times, and what was changed meanwhile must not be taken back by it.
    await feed.changed()
    // Some are known from now on, from rows of an earlier process.
    await parkBatches()
  }
  const liveRequests = createLiveRequests()
  const { opened, rowsWaitMs } = await openJournalOf(config, store, { log, onRecovered, liveRequests, limits })
  const journal = stop.use(rooms, 'journal', opened)
  const keeper = keepFindings((id, finding) => store.providers.saveFinding(id, finding), log)
  const findings = stop.use(rooms, 'findings', keeper)
  const left = new AbortController()
  const routing = createRouting({
    clock,
    translates,
    admitsTarget: (providerId, credentialId) => limits.admitsTarget(providerId, credentialId),
    saved(id, finding) {
      log.debug('what is known of a credential has changed', { credential: id, code: finding.status })
      findings.saved(id, finding)
    },
    refuses: ({ provider, endpoint, credential }) =>
      refusesSecret(upstream, { ...provider, ...endpoint, secret: credential.secret, signal: left.signal }),
    turned: (id, state, model) =>
      log.debug('the breaker of an endpoint has turned', { endpoint: id, code: state, ...(model && { model }) }),
    policy,
  })
  let targets: DirectoryData['targets'] = []
  const follow = (data: DirectoryData & LimitData) => {
    targets = data.targets
    directory.replace(data)
    limits.replace(data)
    routing.health.follow(data.targets)
  }
  const feed = rooms.use(feedDirectory({ replace: follow }, { read: () => read(limits.isCounted), log }))
  await feed.reload()
  await parkBatches()

  const upstream = rooms.use(signingUpstream(createUpstream(), clock))
  rooms.defer(() => left.abort())
  const estimate = createEstimator(rooms.use(createTokenizer()))
  const addressKept = (ip: string) => keptAddress(ip, policy().clientIp)
  const counts = new RequestCounts()
  const followed = liveRequests.over(journal)
  // Where nobody may read them, nothing is counted.
  const book = config.metricsToken === undefined ? followed : counted(followed, counts)
  const ledger = rooms.use(createLedger(book, estimate, limits, addressKept))
  rooms.use(collectAfterCrowds(() => ledger.open))
  const relay: RelayOptions = {
    directory,
    live: rooms.use(createLiveKeys(directory, clock.now)),
    ledger,
    limits,
    upstream,
    memory: createResponseMemory(() => policy().maxBodyBytes),
    captures,
    // Ended before the ledger is, so that they are settled.
    drains: rooms.use(createDrains()),
    usageRefusals: createUsageRefusals(({ provider, endpoint }) =>
      log.warn('an upstream refuses to be asked for the usage of its streams, so they are not', {
        provider: provider.id,
        endpoint: endpoint.id,
      }),
    ),
    ...keptParts(store, vault, clock),
    namedOrigin: () => settings()['site.public_origin'] || config.publicOrigin || null,
    hashKey: (key) => vault.hashKey(key),
    clock,
    dice: Math.random,
    log,
    routing,
    spooler: createSpooler(join(config.dataDir, 'uploads')),
    bodyRoom: createBodyRoom(roomOfMachine()),
    countText: async (text) => (await estimate(new AskedText(Buffer.from(JSON.stringify(text))), undefined)).input,
    policy,
  }
  return { relay, limits, journal, counts, feed, settings, liveRequests, rowsWaitMs, targets: () => targets }
}

/** What upstreams keep for callers, and what is under way with it. */
function keptParts({ pins }: Store, { envelope }: Vault, { now }: Clock) {
  return { pins, bills: createBills(), uploads: createUploads(envelope, now) }
}

/** Answers who asks for metrics of this traffic, by version. */
export function metricsOf({ relay, journal, counts, targets }: Traffic, config: Config, version: string) {
  return scraper({
    token: config.metricsToken ?? null,
    hash: tokenHash,
    counts,
    standing: async () => {
      const { memory, disk } = await lookAtMachine(config.dataDir)
      const { user, system } = process.cpuUsage()
      return {
        version,
        startedAt: performance.timeOrigin,
        ready: journal.ready,
        openRequests: relay.ledger.open,
        journal: journal.size,
        disk,
        memory,
        busy: { processorMs: (user + system) / 1000, loopMs: performance.eventLoopUtilization().active },
        targets: targets(),
        health: relay.routing.health,
      }
    },
  })
}

/** Opens the journal, and tells for how long its rows have waited for the database, in milliseconds; 0: it takes them. */
async function openJournalOf(
  { dataDir, durability }: Config,
  store: Store,
  {
    liveRequests,
    limits: { lately },
    ...rest
  }: Pick<JournalOptions, 'log' | 'onRecovered'> & {
    liveRequests: ReturnType<typeof createLiveRequests>
    limits: Pick<Limits, 'lately'>
  },
): Promise<{ opened: Journal; rowsWaitMs: () => number }> {
  const { monotonicMs } = systemClock
  let waitsSince: number | null = null
  const target = {
    position: (node: string) => store.journal.get(node),
    write: async (records: readonly PackedRecord[], position: JournalPosition) => {
      waitsSince ??= monotonicMs()
      // Before the position moves on: what is paid for later is known from then on.
      for (const pin of pinsMadeIn(records)) await store.pins.add(pin)
      await store.requests.settle(records, position)
      waitsSince = null
      lately.stored(records.map(idIn))
      liveRequests.tell(records)
    },
  }
  const opened = await openJournal({ dataDir, durability, target, ...rest })
  return { opened, rowsWaitMs: () => (waitsSince === null ? 0 : monotonicMs() - waitsSince) }
}

/** Limits, and the reading of the directory they and the relay are fed from, which tells the operator's zone as well. */
function openLimits({ store, disk, log, onThreshold }: TrafficOptions) {
  let settings = STANDARD_SETTINGS
  let policies = policiesOf(settings)
  const limits = createLimits({
    clock: systemClock,
    zone: () => settings['site.timezone'],
    onThreshold,
  })
  const read = async (isCounted: IsCounted) => {
    const reading = limits.lately.reading()
    try {
      const found = await readDirectory(store, { isCounted, lately: reading.ids }, log)
      settings = found.settings
      policies = policiesOf(settings)
      reading.had = found.stored
      return { ...found.data, reading }
    } catch (error) {
      reading[Symbol.dispose]()
      throw error
    }
  }
  return { limits, read, settings: () => settings, policy: () => (disk.isShort ? policies.short : policies.roomy) }
}

const policiesOf = (values: SettingValues) => ({ roomy: relayPolicy(values), short: policyWhenShort(values) })

async function readDirectory(store: Store, wish: DirectoryWish, log: Log): Promise<DirectoryReading> {
  const reading = await store.readDirectory(wish)
  for (const { providerId, credentialId } of reading.unreadable)
    log.warn('a credential cannot be opened', { provider: providerId, credential: credentialId })
  return reading
}
