import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { catalogueSources, knownModel } from '../catalog/models.ts'
import { endpoints, type Endpoints } from '../contract/all.ts'
import { errorBody } from '../contract/common.ts'
import type { AnswerOf, BodyInputOf, Endpoint } from '../contract/endpoint.ts'
import { STANDARD_SETTINGS } from '../contract/settings.ts'
import { newId } from '../core/ids.ts'
import type { RequestRecord } from '../core/records.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { DESCRIPTORS } from '../providers/all.ts'
import { createLiveRequests } from '../metering/live-requests.ts'
import { noticeMessage } from '../notify/notice-message.ts'
import { isWithin } from '../relay/authenticate.ts'
import { openCaptures } from '../store/captures.ts'
import { storedStanding } from '../store/test-standing.ts'
import { openStore, type Store } from '../store/store.ts'
import { lookAtMachine } from '../telemetry/machine.ts'
import { createPasswords } from '../vault/passwords.ts'
import { tokenHash, type TokenPair } from '../vault/tokens.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import { nothingSimulated } from './test-simulation.ts'
import type { Deps } from './deps.ts'
import { createApi } from './serve.ts'
import { nothingSeen, ordinaryScript, scriptedVendors, testSite } from './test-script.ts'

/** What every user of `openWorld` signs in with. */
export const PASSWORD = 'correct horse battery'

/** What a test may say of a call; the rest is what an ordinary caller would send. */
export type Given = {
  token?: string | undefined
  params?: Record<string, string>
  query?: Record<string, string | readonly string[]>
  body?: unknown
  headers?: Record<string, string>
  ip?: string
}

type Answer<T> = { status: number; headers: Headers; body: T; error: { detail: string; code: string } }

/** A whole API over an embedded database in a folder of its own, with a clock that stands still. */
export async function openWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-api-'))
  const vault = await openVault({ dataDir, masterKey: 'a-master-key-for-tests-0123456789abcdef' })
  const clock = { ms: Date.UTC(2026, 10, 20, 8), now: () => clock.ms, monotonicMs: () => clock.ms }
  const store = await openStore({ dataDir, envelope: vault.envelope, clock })
  const passwords = createPasswords({ memoryKib: 64, passes: 1, atOnce: 4, waiting: 100 })
  const passwordHash = await passwords.hash(PASSWORD)
  const seen = nothingSeen()
  const script = ordinaryScript()
  const live = createLiveRequests()
  const captures = openTestCaptures(dataDir, vault)
  let settings = STANDARD_SETTINGS
  const deps: Deps = {
    store,
    vault,
    passwords,
    clock,
    site: testSite(),
    settings: () => settings,
    isWithin,
    presets: DESCRIPTORS,
    knownModel,
    catalogueSources,
    changed: async () => {
      seen.changed += 1
      settings = (await store.settings.all()).values
    },
    ...storedStanding(store),
    ...scriptedVendors(store, seen, script),
    routing: { ...QUIET_ROUTING },
    translates: (from, to) => from === to || (MAIN.has(from) && MAIN.has(to)),
    testKey: async (input) => {
      seen.keyTests.push(input)
      return script.keyTest
    },
    play: async (input) => {
      seen.plays.push(input)
      return script.play()
    },
    live,
    captures,
    notify: {
      test: async () => ({ ok: true, problem: null }),
      say: ({ rule }) => ({ title: rule, text: rule, severity: 'warning', link: '/' }),
      look: async () => [],
      sayNotice: noticeMessage,
      mails: async () => false,
    },
    system: quietSystem(clock, dataDir, store),
    log: { error: (event, fields) => void seen.errors.push({ event, ...fields }) },
  }
  const api = createApi(deps)
  const fetch = (path: string, init: RequestInit = {}, ip = '192.0.2.1') =>
    Promise.resolve(api.fetch(new Request(`http://yumen.test${path}`, init), { ip }))
  return {
    store,
    clock,
    deps,
    seen,
    script,
    live,
    captures,
    fetch,
    vault,
    dataDir,
    call: caller(fetch),
    rows: (table: 'audit' | 'activity') => rowsOf(join(dataDir, 'yumen.db'), table),
    user: (name: string, facts: { role?: 'admin' | 'user'; mustChangePassword?: boolean } = {}) =>
      createUser(store, name, passwordHash, facts),
    session: (userId: string, accessMs = 10 * MINUTE_MS) => openSession(deps, userId, accessMs),
    [Symbol.asyncDispose]: async () => {
      await captures[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

function openTestCaptures(dataDir: string, { envelope }: Pick<Vault, 'envelope'>) {
  const onFault = (error: unknown) => {
    throw error
  }
  return openCaptures({ path: join(dataDir, 'captures.db'), envelope, maxBytes: () => 1024 * 1024, onFault })
}

/** An open world; disposing of it deletes its folder. */
export type World = Awaited<ReturnType<typeof openWorld>>

/** The protocols that are translated between. */
const MAIN: ReadonlySet<string> = new Set(
  'openai-chat openai-responses anthropic-messages gemini-generate gemini-interactions'.split(' '),
)

/** A process that has just begun, over the folder of a test. */
function quietSystem(clock: Deps['clock'], dataDir: string, store: Store): Deps['system'] {
  return {
    now: () => ({ startedAt: clock.now(), journal: { ready: true, bytes: 0, maxBytes: 1 }, openRequests: 0 }),
    machine: () => lookAtMachine(dataDir),
    jobs: () => [{ name: 'upkeep', running: false, nextAt: clock.now(), last: null }],
    drained: async () => undefined,
    keptBackups: async () => null,
    backup: async () => {
      const path = join(dataDir, `${newId()}.db`)
      const made = await store.upkeep.backup(path, { vault: '{}', made_at: '', version: '' })
      return made.ok ? { path, bytes: (await stat(path)).size } : null
    },
  }
}

/** A relay that has looked at nobody and knows no model. */
const QUIET_ROUTING: Deps['routing'] = {
  credential: () => undefined,
  endpoint: () => undefined,
  recover: () => undefined,
  simulate: nothingSimulated,
}

/** What lies in the database, read past the store. */
function rowsOf(path: string, table: 'audit' | 'activity') {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare(`select * from ${table} order by id`).all() as Record<string, string | number | null>[]
  } finally {
    database.close()
  }
}

type Fetch = (path: string, init?: RequestInit, ip?: string) => Promise<Response>

/** Calls by the contract's names, and holds every answer against the contract's schema. */
function caller(fetch: Fetch) {
  return async <N extends keyof Endpoints>(
    name: N,
    given: Given & { body?: BodyInputOf<Endpoints[N]> } = {},
  ): Promise<Answer<AnswerOf<Endpoints[N]>>> => {
    const endpoint: Endpoint = endpoints[name]
    const headers = new Headers(given.headers)
    if (given.token !== undefined) headers.set('authorization', `Bearer ${given.token}`)
    const body = given.body === undefined ? {} : { body: JSON.stringify(given.body) }
    const response = await fetch(pathOf(endpoint, given), { method: endpoint.method, headers, ...body }, given.ip)
    const { status } = response
    const failed = status >= 400
    const streams = endpoint.stream === true && !failed
    // Some never end.
    if (streams) await response.body?.cancel()
    const text = streams ? '' : await response.text()
    const json: unknown = text === '' ? null : endpoint.file && !failed ? text : JSON.parse(text)
    if (!failed && status !== (endpoint.status ?? 200)) throw new Error(`${name} answered ${status}`)
    return {
      status,
      headers: response.headers,
      body: (failed || streams ? json : endpoint.answer.parse(json)) as AnswerOf<Endpoints[N]>,
      error: failed ? errorBody.parse(json) : { detail: '', code: '' },
    }
  }
}

function pathOf(endpoint: Endpoint, given: Given): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given.query ?? {})) {
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

async function createUser(
  store: Store,
  name: string,
  passwordHash: string,
  facts: { role?: 'admin' | 'user'; mustChangePassword?: boolean },
) {
  const { role = 'user', mustChangePassword = false } = facts
  const user = { id: newId(), email: `${name}@example.com`, name, role, passwordHash, mustChangePassword }
  const created = await store.users.create(user)
  if (!created.ok) throw new Error(`${name} exists`)
  return created.value
}

async function openSession({ store, vault, clock }: Deps, userId: string, accessMs: number): Promise<TokenPair> {
  const pair = vault.mint.first()
  const passwordHash = (await store.users.passwordHash(userId)) ?? ''
  const session = {
    id: newId(),
    family: newId(),
    userId,
    accessHash: tokenHash(pair.access),
    refreshHash: tokenHash(pair.refresh),
    userAgent: 'test',
    ip: '192.0.2.1',
    createdAt: clock.now(),
    accessExpiresAt: clock.now() + accessMs,
    refreshExpiresAt: clock.now() + 7 * DAY_MS,
  }
  if (!(await store.sessions.open(session, passwordHash)).ok) throw new Error('Nobody signs in with this password.')
  return pair
}

type Settled = Pick<RequestRecord, 'at' | 'userId' | 'keyId'> & Partial<RequestRecord>

/** A settled request: by itself one that was refused, with whatever a test says of it laid over. */
export function settledRequest(facts: Settled): RequestRecord {
  return {
    id: newId(),
    client: 'curl',
    ip: '192.0.2.5',
    protocolIn: 'openai-chat',
    protocolOut: 'openai-chat',
    modelAsked: 'house-model',
    model: null,
    modelAnswered: null,
    stream: false,
    status: 'refused',
    end: 'gateway_error',
    httpStatus: 404,
    errorClass: 'model_not_found',
    errorMessage: null,
    providerId: null,
    endpointId: null,
    credentialId: null,
    queueMs: 1,
    headersMs: null,
    firstTokenMs: null,
    totalMs: 1,
    usage: NO_USAGE,
    usageSource: 'none',
    usageRaw: null,
    costNanos: 0n,
    upstreamCostNanos: 0n,
    priceVersion: null,
    serviceTier: null,
    multiplierMicros: 1_000_000n,
    attempts: [],
    ...facts,
  }
}

/** A provider that an administrator could create; `more` is laid over it. */
export function acmeProvider<T extends object>(more: T) {
  return {
    slug: 'acme',
    name: 'Acme',
    preset: 'custom',
    endpoints: [{ dialect: 'openai' as const, base_url: 'https://api.acme.example/v1' }],
    credentials: [{ secret: 'vendor-secret-value-1234' }],
    ...more,
  }
}

/** Tells a user of something, and gives the id of the notice. */
export async function toldNotice({ notices }: Store, userId: string): Promise<string> {
  await notices.tell(userId, { kind: 'limit_50', mark: newId(), facts: {} })
  return (await notices.list(userId, { limit: 1 })).items[0]?.id ?? ''
}
