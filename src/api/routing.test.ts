import { afterEach, beforeEach, expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import type { Fate } from '../core/simulation.ts'
import { nothingSimulated } from './test-simulation.ts'
import { acmeProvider, openWorld, type World } from './testing.ts'

let world: World
let root: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  const { id } = await world.user('root', { role: 'admin' })
  root = { id, token: (await world.session(id)).access }
})
afterEach(() => world[Symbol.asyncDispose]())

const ASKED = { model: 'm', protocol: 'openai-chat' } as const
const simulate = (body: { user_id?: string; key_id?: string }) =>
  world.call('adminSimulateRouting', { token: root.token, body: { ...ASKED, ...body } })

test('a simulation needs either a user who is there, or a key', async () => {
  expect((await simulate({})).status).toBe(422)
  expect((await simulate({ user_id: root.id, key_id: 'k' })).status).toBe(422)
  expect((await simulate({ user_id: 'nobody' })).status).toBe(404)
  expect((await simulate({ user_id: root.id })).body).toMatchObject({ model: 'm', candidates: [], refusal: null })
})

test('a model or a key that would be refused is an answer, in the reader’s language', async () => {
  world.deps.routing.simulate = () => {
    throw new GatewayError('model_not_found', { model: 'm' })
  }
  const { status, body } = await simulate({ key_id: 'k' })
  expect(status).toBe(200)
  expect(body.refusal).toMatchObject({ code: 'model_not_found', retry_after_s: null })
  expect(body.refusal?.detail).toContain('不存在')
})

test('who has the model and no credential that is on is told, whether or not somebody else is asked', async () => {
  const create = (slug: string, on: boolean) => {
    const credentials = on ? [{ secret: 'vendor-secret-value-1234' }] : []
    const routes = [{ model: 'm', upstream_name: 'm' }]
    return world.call('adminCreateProvider', {
      token: root.token,
      body: acmeProvider({ slug, name: slug, credentials, routes }),
    })
  }
  await create('well', true)
  const { body: silent } = await create('silent', false)
  const told = [{ id: silent.id, name: 'silent' }]
  expect((await simulate({ user_id: root.id })).body.without_credential).toEqual(told)
  world.deps.routing.simulate = () => {
    throw new GatewayError('model_not_found', { model: 'm' })
  }
  expect((await simulate({ user_id: root.id })).body.without_credential).toEqual(told)
})

test('a way tells its credential by the name of today, and what its endpoint may have under way', async () => {
  const { body: made } = await world.call('adminCreateProvider', {
    token: root.token,
    body: acmeProvider({ credentials: [{ secret: 'vendor-secret-value-1234', name: 'team two' }] }),
  })
  const credential = { id: made.credentials[0]?.id, last4: '1234', priority: 1, weight: 1 }
  const endpoint = { id: 'e', baseUrl: 'https://api.acme.example/v1', maxConcurrency: 4 }
  const provider = { id: made.id, name: made.name, multiplierMicros: 1_100_000n }
  const fate = {
    target: { provider, endpoint, credential, upstreamName: 'm', priority: 1, weight: 1 },
    protocol: 'openai-chat',
    position: null,
    reason: 'concurrency',
    hindrance: { inFlight: 4, limit: 4 },
    behind: null,
    share: null,
    answeredMs: null,
    credential: undefined,
    endpoint: { breaker: 'closed', until: null, inFlight: 4 },
    latencyMs: null,
    costNanos: null,
  }
  const rests = { ...fate, reason: 'breaker', hindrance: { leftMs: 30_000 } }
  const shares = { ...fate, reason: 'limited', hindrance: { leftMs: 30_000, by: 'other' } }
  const fates = [fate, rests, shares] as unknown as Fate[]
  world.deps.routing.simulate = (asked) => ({ ...nothingSimulated(asked), fates })
  const [told, resting, sharing] = (await simulate({ user_id: root.id })).body.candidates
  expect(told?.credential).toMatchObject({ name: 'team two', last4: '1234', in_flight: 0, limit: null })
  expect(told?.endpoint).toMatchObject({ in_flight: 4, max_concurrency: 4 })
  expect(told).toMatchObject({ multiplier: '1.1', input_cost: null, full: { used: 4, limit: 4 }, until: null })
  expect(resting).toMatchObject({ full: null, until: new Date(30_000).toISOString(), limited_by: null })
  expect(sharing).toMatchObject({ until: new Date(30_000).toISOString(), limited_by: 'other' })
})

test('a provider shows how its credentials and endpoints are now, and what is newer than what is kept', async () => {
  const { body: made } = await world.call('adminCreateProvider', { token: root.token, body: acmeProvider({}) })
  const until = world.clock.now() + 30_000
  world.deps.routing.credential = () => ({
    status: 'cooling',
    reason: 'http_429',
    until,
    inFlight: 2,
    limit: 4,
    perMinute: 17,
    limited: [{ model: 'big', until }],
  })
  world.deps.routing.endpoint = () => ({ breaker: 'open', until, inFlight: 3, parts: [] })
  const { body } = await world.call('adminGetProvider', { token: root.token, params: { id: made.id } })
  expect(body.credentials[0]).toMatchObject({ status: 'cooling', reason: 'http_429' })
  expect(body.health).toMatchObject({
    credentials: [
      {
        in_flight: 2,
        limit: 4,
        per_minute: 17,
        until: new Date(until).toISOString(),
        limited: [{ model: 'big', until: new Date(until).toISOString() }],
      },
    ],
    endpoints: [{ breaker: 'open', in_flight: 3 }],
  })
})

test('recovering a credential, or an endpoint, is told to the relay and written down; one that is not of the provider is not there', async () => {
  const told: unknown[] = []
  world.deps.routing.recover = (part) => void told.push(part)
  const { body: made } = await world.call('adminCreateProvider', { token: root.token, body: acmeProvider({}) })
  const credential_id = made.credentials[0]?.id ?? ''
  const recover = (params: { id: string; credential_id: string }) =>
    world.call('adminRecoverCredential', { token: root.token, params })
  expect((await recover({ id: made.id, credential_id: 'other' })).status).toBe(404)
  expect(told).toEqual([])
  await world.store.providers.saveFinding(credential_id, { status: 'invalid', reason: 'http_401', until: null })
  const endpoint_id = made.endpoints[0]?.id ?? ''
  const close = (id: string) =>
    world.call('adminRecoverEndpoint', { token: root.token, params: { id: made.id, endpoint_id: id } })
  expect((await close(credential_id)).status).toBe(404)
  expect((await close(endpoint_id)).body.credentials[0]).toMatchObject({ status: 'invalid' })
  expect((await recover({ id: made.id, credential_id })).body.credentials[0]).toMatchObject({ status: 'active' })
  expect(told).toEqual([
    { kind: 'endpoint', id: endpoint_id },
    { kind: 'credential', id: credential_id },
  ])
  const acts = world.rows('audit').slice(-2)
  expect(acts.map(({ action, after }) => [action, JSON.parse(String(after)) as unknown])).toEqual([
    ['provider.endpoint_recovered', { endpoint: endpoint_id }],
    ['provider.credential_recovered', { credential: credential_id }],
  ])
})

test('what an endpoint, a credential and a model allow is set, shown, and kept when a change does not name it', async () => {
  const timeouts = { headers_ms: 1000, first_token_ms: 60_000, idle_ms: null, total_ms: null }
  const address = { dialect: 'openai' as const, base_url: 'https://api.acme.example/v1' }
  const { body: made } = await world.call('adminCreateProvider', {
    token: root.token,
    body: acmeProvider({
      endpoints: [{ ...address, timeouts, max_concurrency: 4 }],
      credentials: [{ secret: 'vendor-secret-value-1234', allow_models: ['house-model'] }],
    }),
  })
  const [endpoint] = made.endpoints
  const [credential] = made.credentials
  expect([endpoint, credential]).toMatchObject([{ timeouts, max_concurrency: 4 }, { allow_models: ['house-model'] }])
  const { body: changed } = await world.call('adminPatchProvider', {
    token: root.token,
    params: { id: made.id },
    body: {
      endpoints: [{ ...address, id: endpoint?.id }],
      credentials: [{ id: credential?.id, name: 'renamed', allow_models: null }],
    },
  })
  expect(changed.endpoints[0]).toMatchObject({ timeouts, max_concurrency: 4 })
  expect(changed.credentials[0]).toMatchObject({ name: 'renamed', allow_models: null })
  const fields = { strategy: 'lowest_latency' as const, first_token_ms: 5000 }
  await world.call('adminCreateModel', { token: root.token, body: { id: 'house-model', ...fields } })
  const { body: model } = await world.call('adminGetModel', { token: root.token, params: { id: 'house-model' } })
  expect(model).toMatchObject({ ...fields, idle_ms: null })
})
