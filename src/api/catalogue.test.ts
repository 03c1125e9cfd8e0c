import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HealthRange } from '../contract/catalogue.ts'
import { newId } from '../core/ids.ts'
import type { RequestRecord } from '../core/records.ts'
import type { CredentialHealth } from '../core/routing.ts'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { anAttempt } from '../store/test-records.ts'
import { acmeProvider, openWorld, settledRequest, type World } from './testing.ts'

const PRICE = { input: '1.25', output: '10', tiers: [{ above_tokens: 200_000, input: '2.5' }] }

const IDLE = { inFlight: 0, limit: null, perMinute: 0, limited: [] }
const WELL: CredentialHealth = { status: 'active', reason: null, until: null, ...IDLE }

let world: World
let admin: string
let ada: { id: string; token: string }
let acme: string

beforeEach(async () => {
  world = await openWorld()
  admin = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const { id } = await world.user('ada')
  ada = { id, token: (await world.session(id)).access }
  acme = await addProvider({ routes: [{ model: 'big' }, { model: 'small' }] })
  for (const model of ['big', 'small']) await setModel(model, { price: PRICE })
})
afterEach(() => world[Symbol.asyncDispose]())

async function addProvider(more: object): Promise<string> {
  return (await world.call('adminCreateProvider', { token: admin, body: acmeProvider(more) })).body.id
}

const setModel = (id: string, body: object) => world.call('adminPatchModel', { token: admin, params: { id }, body })
const listed = async () => (await world.call('listModels', { token: ada.token })).body
const oneModel = async (id: string) => (await listed()).items.find((model) => model.id === id)
const report = async (range: HealthRange = '24h') =>
  (await world.call('getProvider', { token: ada.token, params: { id: acme }, query: { range } })).body

async function joinGroup(group: { multiplier?: string; allow_models?: string[] }): Promise<void> {
  const { body } = await world.call('adminCreateGroup', { token: admin, body: { name: newId(), ...group } })
  await world.call('adminPatchUser', { token: admin, params: { id: ada.id }, body: { group: body.id } })
}

/** A request that Acme answered, so many milliseconds ago, or failed to. */
function settle(agoMs: number, more: Partial<RequestRecord> & { failedWith?: number } = {}): Promise<void> {
  const { failedWith, ...over } = more
  const well = { httpStatus: 200, errorClass: null, errorMessage: null, status: 'succeeded', end: 'complete' } as const
  const ill = { httpStatus: 503, errorClass: 'upstream_failed', status: 'failed', end: 'upstream_error' } as const
  const failure = {
    errorClass: `http_${failedWith}`,
    httpStatus: failedWith ?? null,
    retryable: true,
    firstTokenMs: null,
  }
  const attempt = anAttempt({ providerId: acme, startedMs: 0, ...(failedWith !== undefined && failure) })
  const record = settledRequest({
    at: world.clock.now() - agoMs,
    userId: ada.id,
    keyId: 'k1',
    model: 'big',
    providerId: acme,
    stream: true,
    firstTokenMs: failedWith === undefined ? 120 : null,
    totalMs: 900,
    ...(failedWith === undefined ? well : ill),
    attempts: [attempt],
    ...over,
  })
  return world.store.requests.insertSettled([record])
}

test('users see the models they can use: enabled, priced, and with an active provider', async () => {
  await world.call('adminPatchProvider', {
    token: admin,
    params: { id: acme },
    body: {
      routes: ['big', 'small', 'unpriced', 'off', 'resting'].map((model) => ({ model, enabled: model !== 'resting' })),
    },
  })
  await setModel('off', { price: PRICE, enabled: false })
  await setModel('resting', { price: PRICE })
  await world.call('adminCreateModel', { token: admin, body: { id: 'unrouted', price: PRICE } })
  expect((await listed()).items.map((model) => model.id)).toEqual(['big', 'small'])
  await world.call('adminPatchProvider', { token: admin, params: { id: acme }, body: { status: 'disabled' } })
  expect((await listed()).items).toEqual([])
  expect((await world.call('listProviders', { token: ada.token })).body).toEqual({
    items: [],
    next: null,
    incidents: [],
  })
})

test('a group’s choice of models holds, for the models and for the providers that only have others', async () => {
  await addProvider({ slug: 'other', name: 'Other', routes: [{ model: 'small' }] })
  await joinGroup({ allow_models: ['big'] })
  expect((await listed()).items.map((model) => model.id)).toEqual(['big'])
  expect((await world.call('getModel', { token: ada.token, params: { id: 'small' } })).status).toBe(404)
  const { body } = await world.call('listProviders', { token: ada.token })
  expect(body.items.map(({ name, models }) => [name, models])).toEqual([['Acme', 1]])
})

test('administrators are told which models somebody may use, not which they may use themselves', async () => {
  await joinGroup({ allow_models: ['big'] })
  const modelsOf = (id: string) => world.call('adminUserModels', { token: admin, params: { id } })
  expect((await modelsOf(ada.id)).body.items).toEqual([{ id: 'big' }])
  await joinGroup({ allow_models: ['big', 'small'] })
  expect((await modelsOf(ada.id)).body.items).toEqual([{ id: 'big' }, { id: 'small' }])
  expect((await modelsOf('nobody')).status).toBe(404)
})

test('prices include the factor of the group, in every tier', async () => {
  await joinGroup({ multiplier: '1.5' })
  const { multiplier } = await listed()
  expect(multiplier).toBe('1.5')
  const price = { input: '1.875', output: '15', tiers: [{ above_tokens: 200_000, input: '3.75' }] }
  expect((await oneModel('big'))?.price).toEqual(price)
  expect((await report()).models[0]?.price).toEqual(price)
})

test('a chat model can be called in every main protocol, whatever its provider speaks; others in their own', async () => {
  const endpoint = {
    dialect: 'openai' as const,
    base_url: 'https://api.acme.example/v1',
    protocols: ['chat' as const, 'rerank' as const],
  }
  await world.call('adminPatchProvider', { token: admin, params: { id: acme }, body: { endpoints: [endpoint] } })
  await setModel('small', { kind: 'rerank' })
  expect((await oneModel('big'))?.protocols.toSorted()).toEqual([
    'anthropic-messages',
    'gemini-generate',
    'gemini-interactions',
    'openai-chat',
    'openai-responses',
  ])
  expect((await oneModel('small'))?.protocols).toEqual(['rerank'])
  expect((await report()).protocols).toEqual(['openai-chat', 'rerank'])
})

test('nothing of how a provider is reached comes out', async () => {
  await settle(0, { failedWith: 500, errorMessage: 'a secret sentence' })
  const answers = [await listed(), await report(), (await world.call('listProviders', { token: ada.token })).body]
  const text = JSON.stringify([
    ...answers,
    (await world.call('getModel', { token: ada.token, params: { id: 'big' } })).body,
  ])
  for (const word of ['acme.example', 'vendor-secret', '1234', 'credential', 'a secret sentence', 'http_500']) {
    expect(text).not.toContain(word)
  }
})

test('the most used model comes first, with its hours, its speed and its latency', async () => {
  await settle(0, { model: 'small', totalMs: 1120, usage: { ...NO_USAGE, output: 70 } })
  const { items } = await listed()
  expect(items.map((model) => model.id)).toEqual(['small', 'big'])
  expect(items[0]?.health).toMatchObject({ availability: 1, tokens_per_second: 70 })
  expect(items[0]?.health.first_token_p50).toBeCloseTo(120, -1)
  expect(items[0]?.health.ticks.map(({ state }) => state)).toEqual([...Array<string>(23).fill('none'), 'ok'])
  expect(items[1]?.health).toMatchObject({ availability: null, first_token_p50: null, tokens_per_second: null })
})

test('a model whose requests are answered elsewhere is well while its first provider is not', async () => {
  const other = await addProvider({ slug: 'other', name: 'Other', routes: [{ model: 'big' }] })
  const first = anAttempt({
    providerId: acme,
    errorClass: 'http_503',
    httpStatus: 503,
    retryable: true,
    firstTokenMs: null,
  })
  const attempts = [first, anAttempt({ n: 2, providerId: other })]
  for (let count = 0; count < 5; count += 1) await settle(MINUTE_MS, { attempts, providerId: other })
  const { body } = await world.call('getModel', { token: ada.token, params: { id: 'big' } })
  expect(body).toMatchObject({ status: 'healthy', health: { availability: 1 } })
  expect(body.providers.map(({ name, status, health }) => [name, status, health.availability])).toEqual([
    ['Acme', 'degraded', 0],
    ['Other', 'healthy', 1],
  ])
})

test('a provider whose endpoints are all closed off is broken, and a model with no other', async () => {
  world.deps.routing.endpoint = () => ({ breaker: 'open', until: null, inFlight: 0, parts: [] })
  expect(await oneModel('big')).toMatchObject({ status: 'broken', providers: [{ name: 'Acme', status: 'broken' }] })
})

test('a provider whose credentials all rest is broken', async () => {
  world.deps.routing.credential = () => ({ ...WELL, status: 'exhausted' })
  expect(await report()).toMatchObject({ status: 'broken' })
})

test('a model that rests alone is broken where nobody else serves it, and its provider’s others are well', async () => {
  const statuses = async () => Object.fromEntries((await listed()).items.map(({ id, status }) => [id, status]))
  world.deps.routing.credential = () => ({ ...WELL, limited: [{ model: 'big', until: world.clock.now() + 1000 }] })
  expect(await statuses()).toEqual({ big: 'broken', small: 'healthy' })
  expect(await report()).toMatchObject({ status: 'healthy' })
  await addProvider({ slug: 'other', name: 'Other', routes: [{ model: 'big', upstream_name: 'large' }] })
  expect(await oneModel('big')).toMatchObject({
    status: 'healthy',
    providers: [
      { name: 'Acme', status: 'broken' },
      { name: 'Other', status: 'healthy' },
    ],
  })
})

test('a breaker of one user’s shows a model as broken to that user alone', async () => {
  const rests = (userId: string | null) => () => ({
    breaker: 'closed' as const,
    until: null,
    inFlight: 0,
    parts: [{ model: 'big', userId, breaker: 'open' as const, until: null }],
  })
  const status = async () => (await oneModel('big'))?.status
  world.deps.routing.endpoint = rests('somebody-else')
  expect(await status()).toBe('healthy')
  world.deps.routing.endpoint = rests(ada.id)
  expect(await status()).toBe('broken')
  world.deps.routing.endpoint = rests(null)
  expect(await status()).toBe('broken')
})

test('a credential that may not be asked for a model does not serve it', async () => {
  await addProvider({
    slug: 'other',
    name: 'Other',
    routes: [{ model: 'big' }],
    credentials: [{ secret: 'vendor-secret-5678', allow_models: ['small'] }],
  })
  expect((await oneModel('big'))?.providers).toMatchObject([{ status: 'healthy' }, { status: 'broken' }])
})

test('a report has sixty ticks for each protocol, over the range and no longer', async () => {
  await settle(HOUR_MS)
  await settle(2 * HOUR_MS, { protocolIn: 'anthropic-messages', failedWith: 503 })
  await settle(2 * HOUR_MS, { protocolIn: 'anthropic-messages', failedWith: 503 })
  await settle(3 * DAY_MS)
  const day = await report()
  expect(day.tick_ms).toBe(24 * MINUTE_MS)
  expect(day.strips.map(({ protocol, availability, ticks }) => [protocol, availability, ticks.length])).toEqual([
    ['anthropic-messages', 0, 60],
    ['openai-chat', 1, 60],
  ])
  expect(day.figures).toMatchObject({ availability: 1 / 3 })
  expect(day.latency).toHaveLength(60)
  expect(day.latency.filter(({ p99 }) => p99 !== null)).toHaveLength(1)
  expect(day.previous.availability).toBeNull()
  const week = await report('7d')
  expect(week).toMatchObject({ tick_ms: 168 * MINUTE_MS, figures: { availability: 0.5 } })
})

test('own requests are counted for their owner alone, with how long they took', async () => {
  await settle(HOUR_MS, { totalMs: 900 })
  await settle(HOUR_MS, { totalMs: 90_000 })
  await settle(HOUR_MS, { userId: 'somebody-else', keyId: 'k2' })
  await settle(25 * HOUR_MS)
  const { own, models } = await report()
  expect(own).toMatchObject({ requests: 2, previous_requests: 1, durations: [1, 0, 0, 0, 0, 0, 1] })
  expect(models.map((model) => [model.id, model.own_requests])).toEqual([
    ['big', 2],
    ['small', 0],
  ])
})

test('a bad stretch is told as an incident, with what was wrong, and is over once requests are answered again', async () => {
  for (let count = 0; count < 4; count += 1) await settle(MINUTE_MS, { failedWith: 429 })
  const open = await report()
  expect(open.status).toBe('degraded')
  expect(open.incidents).toMatchObject([
    { provider_id: acme, to: null, trouble: 'limited', severe: true, failed_share: 1 },
  ])
  world.clock.ms += HOUR_MS
  const fresh = await world.session(ada.id)
  ada.token = fresh.access
  await settle(0)
  const { body } = await world.call('listProviders', { token: ada.token })
  expect(body.incidents).toHaveLength(1)
  expect(Date.parse(body.incidents[0]?.to ?? '')).toBeLessThan(world.clock.ms)
  expect(body.incidents[0]?.from).toBe(open.incidents[0]?.from)
})

test('a provider or model that is not offered does not exist, and a range that is none is refused', async () => {
  expect((await world.call('getProvider', { token: ada.token, params: { id: newId() } })).status).toBe(404)
  const wrong = await world.call('getProvider', { token: ada.token, params: { id: acme }, query: { range: iso(0) } })
  expect(wrong.status).toBe(422)
})

test('an incident names the models it was felt with, of those the reader may use', async () => {
  for (const model of ['big', 'small', 'big']) {
    for (let count = 0; count < 3; count += 1) await settle(0, { model, failedWith: 503 })
  }
  const told = async () => (await world.call('listProviders', { token: ada.token })).body.incidents[0]?.models
  expect(await told()).toEqual(['big', 'small'])
  await joinGroup({ allow_models: ['small'] })
  expect(await told()).toEqual(['small'])
  expect((await report()).incidents[0]?.models).toEqual(['small'])
})
