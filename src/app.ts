import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Deps } from './api/deps.ts'
import { ensureFirstAdmin, type FirstAdmin } from './api/first-admin.ts'
import { tellStart } from './api/tell-start.ts'
import { createApi } from './api/serve.ts'
import { catalogueSources, knownModel } from './catalog/models.ts'
import { openOwnVault, requireOwnVault } from './cli/own-vault.ts'
import type { Config } from './config.ts'
import { GatewayError } from './core/errors.ts'
import { createStopTime, type StopTime } from './core/stop-time.ts'
import { type Clock, systemClock } from './core/time.ts'
import { createClientIp } from './http/client-ip.ts'
import { listen, type Server } from './http/server.ts'
import { loadStatic, type StaticFiles } from './http/static.ts'
import { holdDatabaseOf, holdFolderOf } from './holds.ts'
import { openOperations } from './operations.ts'
import { translates } from './protocols/translate/all.ts'
import { DESCRIPTORS } from './providers/all.ts'
import { isWithin } from './relay/authenticate.ts'
import { lookAfterBatches } from './relay/pinned/look-after.ts'
import { play } from './relay/play.ts'
import { probe } from './relay/probe.ts'
import { routingForConsole } from './relay/routing/console.ts'
import { nodeArrival } from './relay/node-arrival.ts'
import { createRelayServer } from './relay/serve.ts'
import { createSockets } from './relay/socket/sockets.ts'
import { isRelayPath } from './relay/surface.ts'
import { tryKey } from './relay/try-key.ts'
import { openCaptures } from './store/captures.ts'
import type { Preparing } from './store/database.ts'
import { type MigrationNews, migrate } from './store/migrate.ts'
import { openStore, type Store } from './store/store.ts'
import { type Site, siteOf } from './own-site.ts'
import { watchDisk } from './telemetry/disk-watch.ts'
import { createLog, faultFields, type Log } from './telemetry/log.ts'
import { lookAtDisk } from './telemetry/machine.ts'
import { metricsOf, openTraffic, type Traffic } from './traffic.ts'
import { createPasswords } from './vault/passwords.ts'
import { keepServed, type Vault } from './vault/vault.ts'

/** A gateway that listens; disposing ends it as `startApp` says. */
export type App = AsyncDisposable & {
  /** Where this machine reaches it, e.g. `http://127.0.0.1:3000`. */
  origin: string
  site: Site
  /** The administrator this start created; null when there was one. */
  firstAdmin: FirstAdmin | null
  store: Store
  vault: Vault
  /** Reloads what the relay decides by from the database. */
  reload: () => Promise<void>
  /** Resolves when another process serves the database of this one, which must end then. */
  ousted: Promise<void>
}

/** What the console, its API and backups call this program's version; package.json repeats it. */
export const VERSION = '0.1.0'

const MIB = 1024 * 1024

const CONSOLE_FOLDER = fileURLToPath(new URL('../web/dist', import.meta.url))

/** What the console's API knows of other rooms and nothing changes. */
const KNOWN = { isWithin, presets: DESCRIPTORS, knownModel, catalogueSources, translates }

/** Puts the rooms together and listens, `rowClock` dating what is stored; disposing lets requests finish, writes what the journal holds and closes the database. */
export async function startApp(config: Config, log = createLog(config.logLevel), rowClock = systemClock): Promise<App> {
  await using rooms = new AsyncDisposableStack()
  const clock = systemClock
  const startedAt = clock.now()
  const stop = createStopTime(clock, (part) => log.warn('a stop does not wait any longer', { reason: part }))
  await holdFolderOf(rooms, { config, log, stop })
  const vault = await openOwnVault(config)
  const { ousted } = await holdDatabaseOf(rooms, { config, log, stop })
  const store = await openOwnStore(rooms, { config, vault, clock: rowClock, log, stop })
  const passwords = createPasswords()
  const captures = stop.use(rooms, 'bodies', capturesOf(config, vault, { settings: () => traffic.settings(), log }))
  const traffic = await openTraffic(rooms, {
    config,
    store,
    vault,
    captures,
    disk: rooms.use(await watchDisk({ look: () => lookAtDisk(config.dataDir), log })),
    log,
    stop,
    onThreshold: (limit, share, span) => operations.threshold(limit, share, span),
  })
  const { relay, limits, journal, feed, settings } = traffic
  const { directory, routing, upstream } = relay
  const files = await loadStatic(CONSOLE_FOLDER)
  const site = siteOf({ version: VERSION, buildId: files.buildId, settings, named: config.publicOrigin })
  const openedOperations = await openOperations({
    config,
    version: VERSION,
    store,
    settings,
    site,
    upstream,
    facts: () => ({ startedAt, journal: { ready: journal.ready, ...journal.size }, openRequests: relay.ledger.open }),
    captures,
    ...watchedOf(traffic),
    clock,
    log,
  })
  const operations = stop.use(rooms, 'operations', openedOperations)
  const api = createApi({
    store,
    vault,
    passwords,
    clock,
    site,
    settings,
    ...KNOWN,
    changed: () => feed.changed(),
    limitState: (subject, subjectId) => limits.stateOf(subject, subjectId),
    accountState: (userId) => limits.accountOf(userId),
    ...byHand(relay, operations),
    routing: routingForConsole({ directory, routing, clock, policy: relay.policy }),
    live: traffic.liveRequests,
    captures,
    system: operations.system,
    notify: operations.notify,
    log,
  })
  const server = stop.use(rooms, 'requests', await listenWith(traffic, { config, api, files, log }))
  journal.begin()
  site.listens(server)
  await tellStart(store, site)
  // Last, as its one-time password is told once: a start that fails before must not have made it.
  const firstAdmin = await ensureFirstAdmin({ store, passwords, ...adminIn(config) })
  await noteServed(config, log)
  server.begin()
  const owned = rooms.move()
  return {
    origin: server.origin,
    site,
    firstAdmin,
    store,
    vault,
    reload: () => feed.reload(),
    ousted,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** What operations look at of the traffic, and look after. */
function watchedOf({ relay, limits, journal, targets, rowsWaitMs }: Traffic) {
  return {
    targets,
    health: relay.routing.health,
    key: (id: string) => relay.directory.keyById(id),
    rowsWaitMs,
    batches: (signal: AbortSignal) => lookAfterBatches(relay, signal),
    holds: () => limits.check(),
    drained: () => journal.drained(),
  }
}

/** What the console asks of upstreams. */
function byHand(
  relay: Traffic['relay'],
  { askBalance, askBalancesSoon }: Pick<Deps, 'askBalance' | 'askBalancesSoon'>,
): Pick<Deps, 'probe' | 'askBalance' | 'askBalancesSoon' | 'testKey' | 'play'> {
  return {
    askBalance,
    askBalancesSoon,
    probe: (request) => probe(relay.upstream, request),
    testKey: (request) => tryKey(relay, request),
    play: (request) => play(relay, request),
  }
}

/** The administrator that the environment names. */
function adminIn({ adminEmail: email, adminPassword: password }: Config) {
  return { email, password }
}

type Opening = { config: Config; vault: Vault; clock: Clock; log: Log; stop: StopTime }

/** The database in its present schema, which belongs to this vault. */
async function openOwnStore(rooms: AsyncDisposableStack, opening: Opening): Promise<Store> {
  const { config, vault, clock, log, stop } = opening
  const { databaseUrl: url, dataDir } = config
  const prepare: Preparing = (db, engine) => migrate(db, engine, { news: newsOf(log, clock) })
  const store = stop.use(rooms, 'database', await openStore({ url, dataDir, envelope: vault.envelope, clock, prepare }))
  await requireOwnVault(store.settings, config, vault)
  return store
}

/** From now on a start that finds another database, or none, is refused. */
async function noteServed({ dataDir, databaseUrl }: Config, log: Log): Promise<void> {
  // Where the file is not to be written, as a secret that is mounted, the gateway serves none the less.
  await keepServed(dataDir, databaseUrl === undefined ? 'sqlite' : 'postgres').catch((error: unknown) =>
    log.warn('which database the vault serves is not kept', faultFields(error)),
  )
}

/** Nobody is answered before the schema is up to date, which takes its time where there are many rows. */
function newsOf(log: Log, clock: Clock): MigrationNews {
  let since = clock.monotonicMs()
  return {
    begins: (version, count) =>
      log.info('the database is being brought up to date before the start', { version, count }),
    done: (version) => {
      const now = clock.monotonicMs()
      log.info('a step of the schema is done', { version, ms: Math.round(now - since) })
      since = now
    },
  }
}

/** What was said in requests, in a file of its own. */
function capturesOf(
  { dataDir }: Config,
  { envelope }: Vault,
  { settings, log }: Pick<Traffic, 'settings'> & { log: Log },
) {
  return openCaptures({
    path: join(dataDir, 'captures.db'),
    envelope,
    maxBytes: () => settings()['capture.max_mib'] * MIB,
    onFault: (error) => log.error('a body cannot be kept', faultFields(error)),
  })
}

type Behind = { config: Config; api: ReturnType<typeof createApi>; files: StaticFiles; log: Log }

/** The one listener in front of the relay, the console's API, which answers once it may `begin`, and the console itself. */
async function listenWith(
  traffic: Traffic,
  { config, api, files, log }: Behind,
): Promise<Server & { begin: () => void }> {
  const { relay, journal, liveRequests } = traffic
  const { port, host, socket, trustedProxies } = config
  const sockets = createSockets(relay)
  const answer = createRelayServer(relay)
  // Who signs in while the first administrator is still being made would be told that the password is wrong.
  const begun = Promise.withResolvers<void>()
  const server = await listen(
    {
      isRelayPath,
      relay: (request, reply, ip) => answer(nodeArrival(request, reply, ip)),
      relayPlain: answer,
      upgrade: (...connection) => sockets.upgrade(...connection),
      cutOff: () => relay.live.cutAll(new GatewayError('gateway_stopped')),
      farewell: async () => {
        // Whoever looks on would hold the listener open.
        liveRequests[Symbol.dispose]()
        await sockets[Symbol.asyncDispose]()
      },
      api: async (request, env) => {
        await begun.promise
        return api.fetch(request, env)
      },
      console: files,
      metrics: metricsOf(traffic, config, VERSION),
      ready: () => journal.ready,
    },
    { port, host, socket, clientIp: createClientIp(trustedProxies), log },
  )
  return {
    origin: server.origin,
    everywhere: server.everywhere,
    begin: begun.resolve,
    [Symbol.asyncDispose]() {
      begun.resolve()
      return server[Symbol.asyncDispose]()
    },
  }
}
