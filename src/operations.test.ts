import { expect, onTestFinished, test, vi } from 'vitest'
import { STANDARD_SETTINGS } from './contract/settings.ts'
import type { Limit } from './core/limits.ts'
import { MINUTE_MS, systemClock } from './core/time.ts'
import { openOperations, type OperationsWorld } from './operations.ts'

const WEBHOOK = { kind: 'webhook', config: {}, secrets: { url: 'http://127.0.0.1:1/x', key: '' } }

const LIMIT: Limit = {
  id: 'l',
  subject: 'user',
  subjectId: 'u',
  metric: 'cost',
  window: 'day',
  max: 1n,
  mode: 'normal',
  action: 'refuse',
}

const SPAN = { start: 0, end: null }

/** As much of the gateway as telling of a limit needs. */
function world(send: (call: { body: Buffer }) => Promise<never>): OperationsWorld {
  const nothing = async () => undefined
  const store = {
    jobs: { last: async () => [], save: nothing },
    sessions: { purge: nothing },
    pins: { purge: nothing },
    health: { purge: nothing },
    users: { byId: async () => ({ name: 'ann' }) },
    alerts: {
      lastNotified: async () => null,
      fire: async (condition: object) => ({ ...condition, id: 'a', deliveries: [] }),
      delivered: nothing,
    },
    channels: {
      list: async () => [{ id: 'w', enabled: true, rules: null, locale: 'en', allowPrivate: true, setup: WEBHOOK }],
    },
  }
  const quiet = () => undefined
  const parts = {
    store,
    settings: () => STANDARD_SETTINGS,
    site: { name: 'Yumen', linkOrigin: 'http://127.0.0.1' },
    upstream: { send },
    clock: systemClock,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  }
  return parts as unknown as OperationsWorld
}

test('stopping does not wait until a channel that cannot be reached is tried again', async () => {
  const tried = Promise.withResolvers<void>()
  let tries = 0
  const operations = await openOperations(
    world(() => {
      tries += 1
      tried.resolve()
      return Promise.reject(new Error('unreachable'))
    }),
  )
  for (const share of [0.5, 0.8, 1]) operations.threshold(LIMIT, share, SPAN)
  await tried.promise
  await operations[Symbol.asyncDispose]()
  // Each of them once.
  expect(tries).toBe(3)
})

test('what a stop is to end is told so at once, not behind a channel that takes long', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<never>()
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const made = world(() => {
    asked.resolve()
    return answer.promise
  })
  const operations = await openOperations({
    ...made,
    batches: (signal) =>
      new Promise((_, reject) => {
        begun.resolve()
        signal.addEventListener('abort', () => {
          ended.resolve()
          reject(new Error('ended'))
        })
      }),
  })
  operations.threshold(LIMIT, 0.5, SPAN)
  await Promise.all([asked.promise, begun.promise])
  const stopped = operations[Symbol.asyncDispose]()
  await ended.promise
  answer.reject(new Error('unreachable'))
  await stopped
})

test('a stop waits until a backup that it ends has left nothing', async () => {
  const written = Promise.withResolvers<void>()
  const made = world(() => Promise.reject(new Error('nobody is asked')))
  Object.assign(made.store, { upkeep: { facts: async () => ({ kind: 'sqlite' }) } })
  const operations = await openOperations({
    ...made,
    config: { dataDir: '/nowhere', databaseUrl: undefined } as OperationsWorld['config'],
    drained: () => written.promise,
  })
  const happened: string[] = []
  const backup = operations.system.backup().catch(() => happened.push('given up'))
  const stopped = operations[Symbol.asyncDispose]().then(() => happened.push('stopped'))
  await new Promise((done) => setImmediate(done))
  expect(happened).toEqual([])
  written.resolve()
  await Promise.all([backup, stopped])
  expect(happened).toEqual(['given up', 'stopped'])
})

test('the upkeep of each hour deletes what is too old of everything that is kept for a time', async () => {
  const made = world(() => Promise.reject(new Error('nobody is asked')))
  const purged: string[] = []
  const { store } = made as unknown as { store: Record<string, { purge(): Promise<void> }> }
  for (const kind of ['sessions', 'pins', 'health']) store[kind] = { purge: async () => void purged.push(kind) }
  await using _operations = await openOperations(made)
  await expect.poll(() => purged).toEqual(['sessions', 'pins', 'health'])
})

test('while the database is away operators are told so, through the channels as they were read last', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const made = world(({ body }) => {
    told.push((JSON.parse(body.toString()) as { rule: string }).rule)
    return Promise.reject(new Error('unreachable'))
  })
  const away = () => Promise.reject(new Error('ECONNREFUSED'))
  const { channels } = made.store
  let reads = 0
  const once = () => (reads++ === 0 ? channels.list() : away())
  Object.assign(made.store, { models: { list: away }, channels: { list: once } })
  Object.assign(made.store.alerts, { open: away, endedSince: away, fire: away, lastNotified: away, delivered: away })
  const operations = await openOperations({
    ...made,
    config: { dataDir: import.meta.dirname } as OperationsWorld['config'],
    // Whatever is free is enough.
    settings: () => ({ ...STANDARD_SETTINGS, 'alerts.disk_percent': 0 }),
    targets: () => [],
    rowsWaitMs: () => 6 * MINUTE_MS,
    facts: () => ({ startedAt: 0, journal: { ready: true, bytes: 0, maxBytes: 1 }, openRequests: 0 }),
  })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await expect.poll(() => told).toEqual(['database_away'])
  await operations[Symbol.asyncDispose]()
})
