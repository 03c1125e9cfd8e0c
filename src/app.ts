import { fileURLToPath } from 'node:url'
import { ensureFirstAdmin, type FirstAdmin } from './api/first-admin.ts'
import { createApi } from './api/serve.ts'
import { catalogueSources, knownModel } from './catalog/models.ts'
import type { Config } from './config.ts'
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
import { createLimits } from './metering/limits/limits.ts'
import { translates } from './protocols/translate/all.ts'
import { DESCRIPTORS } from './providers/all.ts'
import { createDirectory } from './relay/directory.ts'
import { feedDirectory } from './relay/directory-feed.ts'
import { createLiveKeys } from './relay/live-keys.ts'
import { probe } from './relay/probe.ts'
import { keepFindings } from './relay/routing/keep-findings.ts'
import { createRouting } from './relay/routing/routing.ts'
import { routingForConsole } from './relay/routing/console.ts'
import { createResponseMemory } from './relay/response-memory.ts'
import { createRelayServer, type RelayOptions } from './relay/serve.ts'
import { createSockets } from './relay/socket/sockets.ts'
import { isRelayPath } from './relay/surface.ts'
import { tryKey } from './relay/try-key.ts'
import { createUpstream } from './relay/upstream.ts'
import { openStore, type Store } from './store/store.ts'
import { keepTidy } from './store/upkeep.ts'
import { createLog, faultFields, type Log } from './telemetry/log.ts'
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
const MAX_BODY_BYTES = 32 * 1024 * 1024

/** Puts the rooms together and listens; disposing lets requests finish, writes what the journal holds and closes the database. */
export async function startApp(config: Config, log: Log = createLog(config.logLevel)): Promise<App> {
  await using rooms = new AsyncDisposableStack()
  const clock = systemClock
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

  let zone = 'UTC'
  const limits = createLimits({
    now: clock.now,
    zone: () => zone,
    onThreshold: ({ id }, ratio) => log.info('a limit has come to a threshold', { limit: id, percent: ratio * 100 }),
  })
  const read = async () => {
    zone = await store.limits.zone()
    return readDirectory(store, log)
  }
  const onRecovered = async () => limits.reseed(await read())
  const journal = rooms.use(await openJournalOf(config, store, { log, onRecovered }))
  const directory = createDirectory()
  const findings = rooms.use(keepFindings((id, finding) => store.providers.saveFinding(id, finding), log))
  const routing = createRouting({
    clock,
    translates,
    admitsTarget: (providerId, credentialId) => limits.admitsTarget(providerId, credentialId),
    saved: findings.saved,
  })
  const follow = (data: DirectoryData) => {
    directory.replace(data)
    limits.replace(data)
    routing.health.follow(data.targets)
  }
  const feed = rooms.use(feedDirectory({ replace: follow }, { read, log }))
  await feed.reload()
  rooms.use(keepTidy(store, (error) => log.error('expired sessions are not deleted', faultFields(error))))

  const upstream = rooms.use(createUpstream())
  const ledger = rooms.use(createLedger(journal, createEstimator(rooms.use(createTokenizer())), limits))
  rooms.use(collectAfterCrowds(() => ledger.open))
  const relay: RelayOptions = {
    directory,
    live: rooms.use(createLiveKeys(directory, clock.now)),
    ledger,
    limits,
    upstream,
    memory: createResponseMemory(),
    hashKey: (key) => vault.hashKey(key),
    clock,
    dice: Math.random,
    log,
    routing,
    maxBodyBytes: MAX_BODY_BYTES,
    defaultLocale: 'en',
  }
  const files = await loadStatic(CONSOLE_FOLDER)
  const site = { name: 'Yumen', publicOrigin: config.publicOrigin ?? '', version: VERSION, buildId: files.buildId }
  const api = createApi({
    store,
    vault,
    passwords,
    clock,
    site,
    presets: DESCRIPTORS,
    knownModel,
    catalogueSources,
    changed: () => feed.changed(),
    limitState: (subject, subjectId) => limits.stateOf(subject, subjectId),
    accountState: (userId) => limits.accountOf(userId),
    probe: (request) => probe(upstream, request),
    routing: routingForConsole({ directory, routing, clock }),
    testKey: (request) => tryKey(relay, request),
    log,
  })
  const sockets = createSockets(relay)
  const server = rooms.use(
    await listen(
      {
        isRelayPath,
        relay: createRelayServer(relay),
        upgrade: sockets.upgrade,
        farewell: async () => sockets[Symbol.asyncDispose](),
        api: (request, env) => api.fetch(request, env),
        console: files,
        ready: () => journal.ready,
      },
      { port: config.port, host: config.host, clientIp: createClientIp(config.trustedProxies), log },
    ),
  )
  journal.begin()
  // Known only now when the port was left to the system.
  site.publicOrigin ||= server.origin
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
  rest: Pick<JournalOptions, 'log' | 'onRecovered'>,
): Promise<Journal> {
  const target = {
    position: (node: string) => store.journal.get(node),
    write: (records: readonly RequestRecord[], position: JournalPosition) =>
      store.requests.insertSettled(records, position),
  }
  return openJournal({ dataDir, durability, target, ...rest })
}

async function readDirectory(store: Store, log: Log): Promise<DirectoryData> {
  const { data, unreadable } = await store.readDirectory()
  for (const { providerId, credentialId } of unreadable)
    log.warn('a credential cannot be opened', { provider: providerId, credential: credentialId })
  return data
}
