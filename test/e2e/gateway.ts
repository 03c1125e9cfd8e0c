import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { z } from 'zod'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { login } from '../../src/contract/auth.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import type { AnswerOf, BodyInputOf, Endpoint, QueryInputOf } from '../../src/contract/endpoint.ts'
import { createKey } from '../../src/contract/keys.ts'
import { adminCreateModel } from '../../src/contract/models.ts'
import { adminRecoverCredential, adminRecoverEndpoint } from '../../src/contract/provider-recovery.ts'
import { adminCreateProvider, adminListProviders } from '../../src/contract/providers.ts'
import type { Provider } from '../../src/contract/providers.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import type { RequestDetail } from '../../src/contract/usage.ts'
import type { Vendor } from '../vendor/server.ts'
import { ADMIN, settingsFor } from './process-env.ts'

/** The price that `addModel` sets when none is given, in USD per million tokens. */
export const PRICE = { input: '2', cache_read: '0.2', cache_write_5m: '2.5', cache_write_1h: '4', output: '10' }

/** What the gateway shows its providers as its own key; a test's vendor may insist on it. */
export const VENDOR_SECRET = 'vendor-secret-for-tests-0001'

type Input<E extends Endpoint> = {
  params?: Record<string, string>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
}

type ProviderFacts = {
  vendor: Pick<Vendor, 'origin'>
  /** Catalogue names, or pairs of a catalogue name and the upstream's. */
  models: readonly (string | readonly [string, string])[]
  slug?: string
  priority?: number
  /** Whose vendor it is; anybody's by itself. */
  preset?: string
}

/** The real server on a loopback port over a temporary folder, with an administrator signed in. */
export type Gateway = AsyncDisposable & {
  origin: string
  /** Makes a call of the console API as the administrator and checks the answer against the contract. */
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<AnswerOf<E>>
  addModel(id: string, fields?: Partial<z.input<typeof adminCreateModel.body>>): Promise<void>
  /** A provider that speaks every dialect to the vendor given. */
  addProvider(facts: ProviderFacts): Promise<Provider>
  /** A user key; the secret is what clients send. */
  addKey(fields?: Partial<z.input<typeof createKey.body>>): Promise<{ id: string; secret: string }>
  /** Forgets what it found out about its providers, so that a test begins with all of them well. */
  recover(): Promise<void>
  /** Stops it and starts another over the same folder, at the same address. */
  restart(): Promise<void>
  /** The row of a request, as soon as it is stored. */
  row(requestId: string): Promise<RequestDetail>
}

/** Starts the gateway as an operator would, with nothing but an environment. */
export async function startGateway(env: Record<string, string> = {}): Promise<Gateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-e2e-'))
  const config = readConfig({ ...settingsFor(dataDir), ...env })
  let app = await startApp(config)
  return {
    ...(await connectGateway(app.origin, ADMIN)),
    restart: async () => {
      await app[Symbol.asyncDispose]()
      // Where it was: whoever is under way goes on at the address they know.
      app = await startApp({ ...config, port: Number(new URL(app.origin).port) })
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A running gateway as its administrator, signed in. */
export async function connectGateway(
  origin: string,
  admin: { email: string; password: string },
): Promise<Omit<Gateway, typeof Symbol.asyncDispose | 'restart'>> {
  const call = callOf(origin, await tokenOf(origin, admin))
  return {
    origin,
    call,
    addModel: async (id, fields = {}) => {
      await call(adminCreateModel, { body: { id, price: PRICE, ...fields } })
    },
    addProvider: (facts) => call(adminCreateProvider, { body: providerBody(facts) }),
    addKey: (fields = {}) => call(createKey, { body: { name: 'test', ...fields } }),
    recover: async () => {
      const { items } = await call(adminListProviders)
      await Promise.all(
        items.flatMap(({ id, credentials, endpoints }) => [
          ...credentials.map((one) => call(adminRecoverCredential, { params: { id, credential_id: one.id } })),
          ...endpoints.map((one) => call(adminRecoverEndpoint, { params: { id, endpoint_id: one.id } })),
        ]),
      )
    },
    row: (id) => rowOf(call, id),
  }
}

/** A gateway with the model `m` (asked upstream as `m-upstream`), one provider in front of the vendor, and a key. */
export async function startGatewayFor(vendor: Vendor): Promise<Gateway & { key: string }> {
  const gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.addProvider({ vendor, models: [['m', 'm-upstream']] })
  const { secret } = await gateway.addKey()
  return { ...gateway, key: secret }
}

function providerBody({ vendor, models, slug = 'vendor', priority = 100, preset = 'custom' }: ProviderFacts) {
  return {
    slug,
    name: slug,
    preset,
    priority,
    allow_private: true,
    endpoints: [
      { dialect: 'openai' as const, base_url: `${vendor.origin}/v1` },
      { dialect: 'anthropic' as const, base_url: vendor.origin },
      { dialect: 'gemini' as const, base_url: vendor.origin },
    ],
    credentials: [{ secret: VENDOR_SECRET }],
    routes: models.map((model) =>
      typeof model === 'string' ? { model } : { model: model[0], upstream_name: model[1] },
    ),
  }
}

/** Half of what it lasts. */
const TOKEN_MS = 5 * MINUTE_MS

/** Signs in, and again whenever the token may soon be over: the long form of some experiments takes longer. */
async function tokenOf(origin: string, admin: { email: string; password: string }): Promise<() => Promise<string>> {
  const signIn = async () => (await callOf(origin, async () => '')(login, { body: admin })).access_token
  let token = await signIn()
  let until = Date.now() + TOKEN_MS
  return async () => {
    if (Date.now() < until) return token
    until = Date.now() + TOKEN_MS
    return (token = await signIn())
  }
}

function callOf(origin: string, tokenNow: () => Promise<string>): Gateway['call'] {
  return async <E extends Endpoint>(endpoint: E, { params = {}, query, body }: Input<E> = {}) => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const url = new URL(path, origin)
    const token = await tokenNow()
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.append(name, String(value))
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        'content-type': 'application/json',
        'accept-language': 'en',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, `${endpoint.method} ${path}: ${text.slice(0, 300)}`).toBe(endpoint.status ?? 200)
    return endpoint.answer.parse(text === '' ? null : JSON.parse(text)) as AnswerOf<E>
  }
}

/** Rows are written a moment after the answer, so the first look may come too early. */
async function rowOf(call: Gateway['call'], id: string): Promise<RequestDetail> {
  let row: RequestDetail | undefined
  const state = async () => {
    row = await call(adminUsage.request, { params: { id } }).catch(() => undefined)
    return row?.status ?? 'running'
  }
  await expect.poll(state).not.toBe('running')
  if (!row) throw new Error(`request ${id} was never stored`)
  return row
}
