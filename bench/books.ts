// What journal, limits, ledger and settlement cost of a request, without sockets: processor time in µs of each request, of the
// thread that has the streams and of all. `node bench/books.ts [requests]`; the database and the journal are in a new folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { KeyEntry, ModelEntry, TargetEntry } from '../src/core/directory.ts'
import { newId } from '../src/core/ids.ts'
import type { Limit } from '../src/core/limits.ts'
import type { AttemptRecord } from '../src/core/records.ts'
import { systemClock } from '../src/core/time.ts'
import { NO_USAGE } from '../src/core/usage.ts'
import { openJournal } from '../src/metering/journal/journal.ts'
import { createLedger } from '../src/metering/ledger.ts'
import { createLimits } from '../src/metering/limits/limits.ts'
import { createLiveRequests } from '../src/metering/live-requests.ts'
import { admit } from '../src/relay/admit.ts'
import type { Directory } from '../src/relay/directory.ts'
import type { Exchange } from '../src/relay/exchange.ts'
import { openStore } from '../src/store/store.ts'
import { createLog } from '../src/telemetry/log.ts'
import { createEnvelope } from '../src/vault/envelope.ts'
import { keyHasher, newUserKey } from '../src/vault/keys.ts'

// As main.ts has it.
Buffer.poolSize = 4 * 1024

const COUNT = Number(process.argv[2] ?? 20_000)
const AT_ONCE = 32
const BATCH = 15 * AT_ONCE

const BODY = Buffer.from(
  JSON.stringify({ model: 'm1', messages: [{ role: 'user', content: 'Tell me of the gate at dawn. '.repeat(32) }] }),
)
const USAGE = { ...NO_USAGE, input: 250, cacheRead: 10, output: 20, reasoning: 5, requests: 1 }
const USAGE_RAW =
  '{"prompt_tokens":260,"completion_tokens":20,"total_tokens":280,"prompt_tokens_details":{"cached_tokens":10}}'

const secret = newUserKey()
const hashKey = keyHasher(Buffer.alloc(32, 7))

const caller: KeyEntry = {
  id: newId(),
  hash: hashKey(secret),
  name: 'key',
  userId: newId(),
  groupId: null,
  billing: 'unlimited',
  status: 'active',
  userStatus: 'active',
  expiresAt: null,
  allowModels: null,
  allowProviders: null,
  allowIps: [],
  multiplierMicros: 1_000_000n,
}
const model: ModelEntry = {
  id: 'm1',
  aliases: [],
  displayName: 'm1',
  vendor: 'v',
  context: null,
  maxOutput: null,
  createdAt: 0,
  price: {
    version: newId(),
    rates: { input: 3_000_000_000n, cacheRead: 300_000_000n, output: 15_000_000_000n },
    tiers: [],
  },
  strategy: null,
}
const target = {
  provider: { id: newId(), name: 'Acme', multiplierMicros: 1_000_000n },
  endpoint: { id: newId() },
  credential: { id: newId(), last4: 'a1B2' },
} as unknown as TargetEntry

const limitOf = (over: Pick<Limit, 'metric' | 'window' | 'max'>): Limit => ({
  id: newId(),
  subject: 'key',
  subjectId: caller.id,
  mode: 'normal',
  action: 'refuse',
  ...over,
})

await using life = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'yumen-books-'))
life.defer(() => rm(dataDir, { recursive: true, force: true }))
const clock = systemClock
const store = life.use(await openStore({ dataDir, envelope: createEnvelope(Buffer.alloc(32, 7), 'k'), clock }))
const live = life.use(createLiveRequests())
const journal = life.use(
  await openJournal({
    dataDir,
    durability: 'normal',
    target: {
      position: (node) => store.journal.get(node),
      write: async (records, position) => {
        await store.requests.settle(records, position)
        live.tell(records)
      },
    },
    log: createLog('warn'),
  }),
)
journal.begin()
const limits = createLimits({ clock, zone: () => 'Asia/Shanghai', onThreshold: () => undefined })
limits.replace({
  accounts: [{ userId: caller.userId, credit: 0n, spent: 0n }],
  limits: [
    limitOf({ metric: 'requests', window: 'minute', max: 1_000_000_000n }),
    limitOf({ metric: 'tokens', window: 'minute', max: 1_000_000_000_000n }),
    limitOf({ metric: 'cost', window: 'month', max: 10n ** 15n }),
    limitOf({ metric: 'concurrency', window: 'total', max: 100_000n }),
  ],
  limitUse: [],
})
const ledger = life.use(createLedger(live.over(journal), () => Promise.resolve({ input: 0, output: 0 }), limits))
const directory = {
  model: () => model,
  keyByHash: (hash: string) => (hash === caller.hash ? caller : undefined),
} as unknown as Directory

const attemptAt = (elapsedMs: number): AttemptRecord => ({
  n: 1,
  providerId: target.provider.id,
  providerName: target.provider.name,
  endpointId: target.endpoint.id,
  credentialId: target.credential.id,
  credentialLast4: target.credential.last4,
  decision: 'chosen',
  reason: null,
  startedMs: 0.25,
  headersMs: elapsedMs,
  firstTokenMs: elapsedMs,
  endedMs: elapsedMs,
  httpStatus: 200,
  errorClass: null,
  retryable: false,
  usage: NO_USAGE,
  upstreamCostNanos: 0n,
})

async function request(): Promise<void> {
  const began = clock.monotonicMs()
  const exchange = {
    id: newId(),
    at: clock.now(),
    ip: '127.0.0.1',
    headers: { 'user-agent': 'curl/8.0' },
    extraHeaders: {},
    elapsedMs: () => clock.monotonicMs() - began,
    cut: () => undefined,
  } as unknown as Exchange
  const known = directory.keyByHash(hashKey(secret))
  if (!known) throw new Error('the key is not known')
  const permit = await admit(
    {
      exchange,
      caller: known,
      protocol: { id: 'openai-chat', dialect: 'openai' },
      turn: { model: 'm1', stream: false, maxTokens: null, body: BODY },
    },
    { directory, ledger, limits },
  )
  permit.resolved(model)
  permit.asking(target)
  await turn()
  permit.tried(target, attemptAt(exchange.elapsedMs()))
  const delivered = { usage: USAGE, usageRaw: USAGE_RAW, model: 'm1', serviceTier: null, pieces: 1, terminal: true }
  permit.delivering(delivered)
  permit.progressed()
  await permit.settle({ end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered })
}

async function run(count: number): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, request))
    // As the database follows a gateway that is busy: some hundred requests at once, and never far behind.
    if (done % BATCH === 0) await journal.drained()
  }
  await journal.drained()
}

await run(COUNT / 2)
const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()]
await run(COUNT)
const [threadUsed, allUsed] = [process.threadCpuUsage(thread), process.cpuUsage(all)]
const each = ({ user, system }: { user: number; system: number }) => ((user + system) / COUNT).toFixed(1)
process.stdout.write(`main ${each(threadUsed)} µs, all ${each(allUsed)} µs of a request\n`)
