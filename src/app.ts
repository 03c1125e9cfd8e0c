import { fileURLToPath } from 'node:url'
import { ensureFirstAdmin, type FirstAdmin } from './api/first-admin.ts'
import { createApi } from './api/serve.ts'
import { catalogueSources, knownModel } from './catalog/models.ts'
import type { Config } from './config.ts'
import { STANDARD_SETTINGS } from './contract/settings.ts'
import type { DirectoryData } from './core/directory.ts'
import type { JournalPosition, RequestRecord } from './core/records.ts'
import { systemClock } from './core/time.ts'
import { createClientIp } from './http/client-ip.ts'
import { listen } from './http/server.ts'
import { loadStatic } from './http/static.ts'
import { type Journal, type JournalOptions, openJournal } from './metering/journal/journal.ts'
import { createEstimator } from './metering/tokenizer/estimator.ts'
import { createTokenizer } from './metering/tokenizer/tokenizer.ts'
import { createLedger } from './metering/ledger.ts'
import { createLiveRequests } from './metering/live-requests.ts'
import { createLimits, type LimitsOptions } from './metering/limits/limits.ts'
import { openOperations } from './operations.ts'
import { translates } from './protocols/translate/all.ts'
import { DESCRIPTORS } from './providers/all.ts'
import { isWithin } from './relay/authenticate.ts'
import { createDirectory } from './relay/directory.ts'
import { feedDirectory } from './relay/directory-feed.ts'
import { createLiveKeys } from './relay/live-keys.ts'
import { play } from './relay/play.ts'
import { probe } from './relay/probe.ts'
import { keepFindings } from './relay/routing/keep-findings.ts'
import { createRouting } from './relay/routing/routing.ts'
import { routingForConsole } from './relay/routing/console.ts'
import { createResponseMemory } from './relay/response-memory.ts'
import { createRelayServer, type RelayOptions } from './relay/serve.ts'
import { createSockets } from './relay/socket/sockets.ts'
import { signingUpstream } from './relay/sign/signing-upstream.ts'
import { isRelayPath } from './relay/surface.ts'
import { tryKey } from './relay/try-key.ts'
import { createUpstream } from './relay/upstream.ts'
import { relayPolicy } from './settings/policy.ts'
import type { DirectoryReading } from './store/directory.ts'
import { openStore, type Store } from './store/store.ts'
import { createLog, type Log } from './telemetry/log.ts'
import { collectAfterCrowds } from './telemetry/memory.ts'
import { createPasswords } from './vault/passwords.ts'
import { openVault, type Vault } from './vault/vault.ts'

export type App = AsyncDisposable & {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  origin: string
  /** The administrator this start created; null when there was one. */
  firstAdmin: FirstAdmin | null
  store: Store
  vault: Vault
  /** Reloads what the relay decides by from the database. */
  reload: () => Promise<void>
}

export const VERSION = '0.1.0'

const CONSOLE_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Puts the rooms together and listens; disposing lets requests finish, writes what the journal holds and closes the database. */
export async function startApp(config: Config, log: Log = createLog(config.logLevel)): Promise<App> {
  await using rooms = new AsyncDisposableStack()
  const clock = systemClock
  const startedAt = clock.now()
  const vault = await openVault(config)
  const store = rooms.use(
    await openStore({ url: config.databaseUrl, dataDir: config.dataDir, envelope: vault.envelope, clock }),
  )
  const passwords = createPasswords()
  const firstAdmin = await ensureFirstAdmin({
    store,
    passwords,
    email: config.adminEmail,
    password: config.adminPassword,
  })

  const { limits, read, settings, policy } = openLimits(store, log, (limit, share) =>
    operations.threshold(limit, share),
  )
  const onRecovered = async () => limits.reseed(await read())
  const liveRequests = createLiveRequests()
  const journal = rooms.use(
    await openJournalOf(config, store, { log, onRecovered, onStored: (records) => liveRequests.tell(records) }),
  )
  const directory = createDirectory()
  const findings = rooms.use(keepFindings((id, finding) => store.providers.saveFinding(id, finding), log))
  const routing = createRouting({
    clock,
    translates,
    admitsTarget: (providerId, credentialId) => limits.admitsTarget(providerId, credentialId),
    saved: findings.saved,
    policy,
  })
  let targets: DirectoryData['targets'] = []
  const follow = (data: DirectoryData) => {
    targets = data.targets
    directory.replace(data)
    limits.replace(data)
    routing.health.follow(data.targets)
  }
  const feed = rooms.use(feedDirectory({ replace: follow }, { read, log }))
  await feed.reload()

  const upstream = rooms.use(signingUpstream(createUpstream(), clock))
  const ledger = rooms.use(
    createLedger(liveRequests.over(journal), createEstimator(rooms.use(createTokenizer())), limits),
  )
  rooms.use(collectAfterCrowds(() => ledger.open))
  const relay: RelayOptions = {
    directory,
    live: rooms.use(createLiveKeys(directory, clock.now)),
    ledger,
    limits,
    upstream,
    memory: createResponseMemory(),
    pins: store.pins,
    hashKey: (key) => vault.hashKey(key),
    clock,
    dice: Math.random,
    log,
    routing,
    policy,
    defaultLocale: 'en',
  }
  const files = await loadStatic(CONSOLE_FOLDER)
  // Known only later when the port was left to the system.
  let listensAt = ''
  const site = {
    version: VERSION,
    buildId: files.buildId,
    get name() {
      return settings()['site.name']
    },
    get publicOrigin() {
      return settings()['site.public_origin'] || (config.publicOrigin ?? listensAt)
    },
  }
  const operations = rooms.use(
    await openOperations({
      config,
      version: VERSION,
      store,
      settings,
      site,
      upstream,
      targets: () => targets,
      health: routing.health,
      keyName: (id) => directory.keyById(id)?.name,
      facts: () => ({ startedAt, journal: { ready: journal.ready, ...journal.size }, openRequests: ledger.open }),
      drained: () => journal.drained(),
      clock,
      log,
    }),
  )
  const api = createApi({
    store,
    vault,
    passwords,
    clock,
    site,
    settings,
    isWithin,
    presets: DESCRIPTORS,
    knownModel,
    catalogueSources,
    changed: () => feed.changed(),
    limitState: (subject, subjectId) => limits.stateOf(subject, subjectId),
    accountState: (userId) => limits.accountOf(userId),
    probe: (request) => probe(upstream, request),
    translates,
    routing: routingForConsole({ directory, routing, clock }),
    testKey: (request) => tryKey(relay, request),
    play: (request) => play(relay, request),
    live: liveRequests,
    system: operations.system,
    notify: operations.notify,
    log,
  })
  const sockets = createSockets(relay)
  const server = rooms.use(
    await listen(
      {
        isRelayPath,
        relay: createRelayServer(relay),
        upgrade: sockets.upgrade,
        farewell: async () => {
          // Whoever looks on would hold the listener open.
          liveRequests[Symbol.dispose]()
          await sockets[Symbol.asyncDispose]()
        },
        api: (request, env) => api.fetch(request, env),
        console: files,
        ready: () => journal.ready,
      },
      { port: config.port, host: config.host, clientIp: createClientIp(config.trustedProxies), log },
    ),
  )
  journal.begin()
  listensAt = server.origin
  const owned = rooms.move()
  return {
    origin: server.origin,
    firstAdmin,
    store,
    vault,
    reload: () => feed.reload(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function openJournalOf(
  { dataDir, durability }: Config,
  store: Store,
  {
    onStored,
    ...rest
  }: Pick<JournalOptions, 'log' | 'onRecovered'> & { onStored: (records: readonly RequestRecord[]) => void },
): Promise<Journal> {
  const target = {
    position: (node: string) => store.journal.get(node),
    write: async (records: readonly RequestRecord[], position: JournalPosition) => {
      await store.requests.insertSettled(records, position)
      onStored(records)
    },
  }
  return openJournal({ dataDir, durability, target, ...rest })
}

/** Limits, and the reading of the directory they and the relay are fed from, which tells the operator's zone as well. */
function openLimits(store: Store, log: Log, onThreshold: LimitsOptions['onThreshold']) {
  let settings = STANDARD_SETTINGS
  let policy = relayPolicy(settings)
  const limits = createLimits({
    now: () => systemClock.now(),
    zone: () => settings['site.timezone'],
    onThreshold,
  })
  const read = async () => {
    const reading = await readDirectory(store, log)
    settings = reading.settings
    policy = relayPolicy(settings)
    return reading.data
  }
  return { limits, read, settings: () => settings, policy: () => policy }
}

async function readDirectory(store: Store, log: Log): Promise<DirectoryReading> {
  const reading = await store.readDirectory()
  for (const { providerId, credentialId } of reading.unreadable)
    log.warn('a credential cannot be opened', { provider: providerId, credential: credentialId })
  return reading
}
