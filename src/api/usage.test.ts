import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestDetail } from '../contract/usage.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import { NO_USAGE } from '../core/usage.ts'
import { HOUR_MS, iso } from '../core/time.ts'
import { costNanos } from '../catalog/cost.ts'
import { acmeProvider, openWorld, settledRequest, type World } from './testing.ts'

let world: World
let admin: string
let ada: { id: string; token: string; key: string }
let bob: { id: string; token: string; key: string }
let provider: { id: string; endpoint: string; credential: string }
let priceVersion: string

beforeEach(async () => {
  world = await openWorld()
  admin = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  provider = await createProvider()
  ada = await createCaller('ada')
  bob = await createCaller('bob')
})
afterEach(() => world[Symbol.asyncDispose]())

async function createCaller(name: string) {
  const { id } = await world.user(name)
  const token = (await world.session(id)).access
  const { body } = await world.call('createKey', { token, body: { name: `${name}'s key` } })
  return { id, token, key: body.id }
}

async function createProvider() {
  const { body } = await world.call('adminCreateProvider', {
    token: admin,
    body: acmeProvider({ routes: [{ model: 'house-model' }] }),
  })
  const price = { input: '2', output: '10', per_request: '0.001', tiers: [] }
  await world.call('adminPatchModel', { token: admin, params: { id: 'house-model' }, body: { price } })
  const { data } = await world.store.readDirectory()
  priceVersion = data.models[0]?.price?.version ?? ''
  return { id: body.id, endpoint: body.endpoints[0]?.id ?? '', credential: body.credentials[0]?.id ?? '' }
}

const usage = { ...NO_USAGE, input: 34, output: 56, reasoning: 20, requests: 1 }

async function settle(caller: { id: string; key: string }, facts: Partial<RequestRecord> = {}): Promise<RequestRecord> {
  const price = await world.store.models.priceOf(priceVersion)
  if (!price) throw new Error('the price is not there')
  const record = settledRequest({
    at: world.clock.now() - HOUR_MS,
    userId: caller.id,
    keyId: caller.key,
    model: 'house-model',
    stream: true,
    status: 'succeeded',
    end: 'complete',
    httpStatus: 200,
    errorClass: null,
    providerId: provider.id,
    endpointId: provider.endpoint,
    credentialId: provider.credential,
    firstTokenMs: 200,
    totalMs: 1000,
    usage,
    usageSource: 'upstream',
    costNanos: costNanos(usage, price, 1_500_000n),
    upstreamCostNanos: 500n,
    priceVersion,
    multiplierMicros: 1_500_000n,
    attempts: [attempt(1)],
    ...facts,
  })
  await world.store.requests.insertSettled([record])
  return record
}

function attempt(n: number): AttemptRecord {
  return {
    n,
    providerId: provider.id,
    providerName: 'Acme',
    endpointId: provider.endpoint,
    credentialId: provider.credential,
    credentialLast4: '1234',
    decision: 'chosen',
    reason: null,
    startedMs: 1,
    headersMs: 100,
    firstTokenMs: 200,
    endedMs: 1000,
    httpStatus: 200,
    errorClass: null,
    retryable: false,
    usage,
    upstreamCostNanos: 500n,
  }
}

const period = () => ({ from: iso(world.clock.now() - 24 * HOUR_MS), to: iso(world.clock.now()) })

test('users see their own requests and nobody else’s; administrators see all', async () => {
  const mine = await settle(ada)
  const other = await settle(bob)
  const own = await world.call('usageRequests', { token: ada.token, query: period() })
  expect(own.body.items.map((row) => row.id)).toEqual([mine.id])
  expect((await world.call('usageRequest', { token: ada.token, params: { id: other.id } })).status).toBe(404)
  const all = await world.call('adminUsageRequests', { token: admin, query: period() })
  expect(all.body.items.map((row) => row.user?.name)).toEqual(['bob', 'ada'])
  expect((await world.call('usageSummary', { token: ada.token, query: period() })).body.current.requests).toBe(1)
  expect((await world.call('adminUsageSummary', { token: admin, query: period() })).body.current.requests).toBe(2)
})

test('users see no provider and no upstream cost anywhere, administrators do', async () => {
  const { id } = await settle(ada)
  const paths = ['requests', `requests/${id}`, 'summary', 'series', 'breakdown', 'errors']
  const search = new URLSearchParams(period()).toString()
  for (const path of paths) {
    const query = path.includes('/') ? '' : `?${search}`
    const own = await world.fetch(`/api/usage/${path}${query}`, { headers: { authorization: `Bearer ${ada.token}` } })
    const text = await own.text()
    expect([path, own.status]).toEqual([path, 200])
    expect(text, path).not.toMatch(/Acme|1234|"upstream_cost":"/)
    expect(text, path).not.toContain(provider.id)
  }
  const detail = await world.call('adminUsageRequest', { token: admin, params: { id } })
  expect(detail.body).toMatchObject({ provider: { id: provider.id, name: 'Acme' }, upstream_cost: '0.0000005' })
  expect(detail.body.attempts).toMatchObject([
    { provider: 'Acme', credential: 'main', credential_last4: '1234', upstream_cost: '0.0000005' },
  ])
})

test('the attempts of a user tell upstreams apart by number', async () => {
  const second = { ...attempt(2), providerId: 'p2', providerName: 'Other' }
  const { id } = await settle(ada, { attempts: [attempt(1), second, attempt(3)] })
  const { body } = await world.call('usageRequest', { token: ada.token, params: { id } })
  expect(body.attempts.map((one) => one.provider)).toEqual(['#1', '#2', '#1'])
})

test('why somebody was skipped is told in numbers to administrators, and to users in a word', async () => {
  const skipped = (n: number, over: object) => ({ ...attempt(n), decision: 'skipped' as const, ...over })
  const { id } = await settle(ada, {
    attempts: [
      skipped(1, { reason: 'breaker', hindrance: { leftMs: 42_000 } }),
      skipped(2, { reason: 'concurrency', hindrance: { inFlight: 8, limit: 8 } }),
      attempt(3),
    ],
  })
  const told = ({ attempts }: RequestDetail) => attempts.map(({ reason, left_ms, full }) => [reason, left_ms, full])
  const detail = await world.call('adminUsageRequest', { token: admin, params: { id } })
  expect(told(detail.body)).toEqual([
    ['breaker', 42_000, null],
    ['concurrency', null, { used: 8, limit: 8 }],
    [null, null, null],
  ])
  const { body } = await world.call('usageRequest', { token: ada.token, params: { id } })
  expect(told(body)).toEqual([
    ['breaker', null, null],
    ['concurrency', null, null],
    [null, null, null],
  ])
})

test('users are told who answered where the operator allows it, and never which secret or at what cost', async () => {
  const { id } = await settle(ada)
  await world.call('adminPatchSettings', { token: admin, body: { values: { 'relay.tell_provider': true } } })
  const { body } = await world.call('usageRequest', { token: ada.token, params: { id } })
  expect(body).toMatchObject({ provider: { id: provider.id, name: 'Acme' }, upstream_cost: null })
  expect([body.model_answered, body.price_version]).toEqual([null, null])
  expect(body.attempts).toMatchObject([
    { provider: 'Acme', credential: null, credential_last4: null, upstream_cost: null },
  ])
  const { items } = (await world.call('usageRequests', { token: ada.token, query: period() })).body
  expect(items).toMatchObject([{ provider: { name: 'Acme' }, upstream_cost: null }])
})

test('who is told who answered may group and filter the own traffic by it, and learns nothing of whoever was only paid', async () => {
  await world.call('adminPatchSettings', { token: admin, body: { values: { 'relay.tell_provider': true } } })
  const lost = { ...attempt(1), providerId: 'p2', providerName: 'Other', upstreamCostNanos: 70n }
  await settle(ada, { attempts: [lost, attempt(2)] })
  const own = async (query: object) =>
    world.call('usageBreakdown', { token: ada.token, query: { ...period(), by: 'provider', ...query } })
  expect((await own({})).body.items).toMatchObject([
    { id: provider.id, name: 'Acme', current: { requests: 1, upstream_cost: null } },
  ])
  expect((await own({ provider: 'p2' })).body.items).toEqual([])
  const found = await world.call('usageRequests', { token: ada.token, query: { ...period(), provider: provider.id } })
  expect(found.body.items).toHaveLength(1)
  for (const query of [{ by: 'endpoint' }, { by: 'credential' }, { credential: provider.credential }]) {
    expect((await own(query)).status, JSON.stringify(query)).toBe(422)
  }
  expect((await world.call('getSite', {})).body.tells_provider).toBe(true)
  await world.call('adminPatchSettings', { token: admin, body: { values: { 'relay.tell_provider': null } } })
  expect((await own({})).status).toBe(422)
  expect((await world.call('getSite', {})).body.tells_provider).toBe(false)
})

test('the own traffic can be neither filtered nor grouped by what only administrators see', async () => {
  for (const query of [{ user: bob.id }, { provider: provider.id }, { by: 'provider' }, { by: 'user' }]) {
    const answer = await world.call('usageBreakdown', { token: ada.token, query: { ...period(), ...query } })
    expect(answer.status, JSON.stringify(query)).toBe(422)
    const admins = await world.call('adminUsageBreakdown', { token: admin, query: { ...period(), ...query } })
    expect(admins.status, JSON.stringify(query)).toBe(200)
  }
})

test('the bill adds up to the cost to the nano-dollar', async () => {
  const { id } = await settle(ada)
  const { body } = await world.call('usageRequest', { token: ada.token, params: { id } })
  expect(body.bill).toEqual([
    { component: 'input', tokens: 34, price: '2', amount: '0.000068' },
    { component: 'output', tokens: 36, price: '10', amount: '0.00036' },
    { component: 'reasoning', tokens: 20, price: '10', amount: '0.0002' },
    { component: 'per_request', tokens: 1, price: '0.001', amount: '0.001' },
  ])
  expect(body).toMatchObject({ subtotal: '0.001628', multiplier: '1.5', cost: '0.002442', tier_above: null })
})

test('a request without a price has an empty bill', async () => {
  const { id } = await settle(ada, { priceVersion: null, costNanos: 0n, status: 'failed', httpStatus: 503 })
  const { body } = await world.call('usageRequest', { token: ada.token, params: { id } })
  expect(body).toMatchObject({ bill: [], subtotal: '0', cost: '0' })
})

test('speed is told from the first token of a stream, and over the whole of other answers', async () => {
  const stream = await settle(ada)
  const whole = await settle(ada, { stream: false })
  const nothing = await settle(ada, { usage: NO_USAGE })
  const speed = async (id: string) =>
    (await world.call('usageRequest', { token: ada.token, params: { id } })).body.tokens_per_second
  expect([await speed(stream.id), await speed(whole.id), await speed(nothing.id)]).toEqual([70, 56, null])
})

test('filters with many values are read as alternatives', async () => {
  await settle(ada)
  await settle(ada, { client: 'Claude Code' })
  await settle(ada, { client: 'other' })
  const query = { ...period(), client: ['curl', 'Claude Code'] }
  expect((await world.call('usageRequests', { token: ada.token, query })).body.items).toHaveLength(2)
  const one = { ...period(), client: 'curl' }
  expect((await world.call('usageRequests', { token: ada.token, query: one })).body.items).toHaveLength(1)
})

test('lists are paged by cursor without losing or repeating a request', async () => {
  const made = []
  for (let i = 0; i < 5; i += 1) made.push((await settle(ada)).id)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Record<string, string> = { ...period(), limit: '2', ...(cursor !== '' && { cursor }) }
    const { body } = await world.call('usageRequests', { token: ada.token, query })
    seen.push(...body.items.map((row) => row.id))
    cursor = body.next
  }
  expect(seen).toEqual(made.toReversed())
})

test('periods that end before they start, unknown zones and pages of no size are refused', async () => {
  const { from, to } = period()
  const asked = [{ from: to, to: from }, { ...period(), tz: 'Nowhere' }, { from }, { from: 'yesterday', to }]
  for (const query of asked) {
    const answer = await world.call('usageSummary', { token: ada.token, query })
    expect(answer.status, JSON.stringify(query)).toBe(422)
  }
  for (const limit of ['201', '0']) {
    const answer = await world.call('usageRequests', { token: ada.token, query: { ...period(), limit } })
    expect(answer.status, limit).toBe(422)
  }
})

test.each([
  ['2020-01-01', '2026-01-01', 'hour', 422],
  ['2020-01-01', '2026-01-01', 'month', 200],
  ['2026-01-01', '2026-01-02', 'minute', 422],
  ['2026-01-01', '2026-01-02', 'five_minutes', 200],
  ['0001-01-01', '9999-01-01', undefined, 422],
])('a series too fine for its period is refused: %s to %s by %s', async (from, to, bucket, status) => {
  const query = { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, ...(bucket && { bucket }) }
  expect((await world.call('usageSeries', { token: ada.token, query })).status).toBe(status)
})

test('series, heatmap and errors come in the contract’s shape', async () => {
  await settle(ada)
  await settle(ada, {
    status: 'failed',
    httpStatus: 503,
    errorClass: 'upstream_failed',
    errorMessage: 'No upstream could answer.',
  })
  const { body: series } = await world.call('usageSeries', { token: ada.token, query: period() })
  expect(series.total.reduce((sum, point) => sum + point.requests, 0)).toBe(2)
  const { body: heatmap } = await world.call('usageHeatmap', { token: ada.token, query: period() })
  expect(heatmap.days.reduce((sum, day) => sum + day.requests, 0)).toBe(2)
  const { body: errors } = await world.call('usageErrors', { token: ada.token, query: period() })
  expect(errors.items).toMatchObject([
    { http_status: 503, error: 'upstream_failed', count: 1, top_model: 'house-model', top_provider: null },
  ])
  const { body: all } = await world.call('adminUsageErrors', { token: admin, query: period() })
  expect(all.items[0]?.top_provider).toMatchObject({ id: expect.any(String), name: expect.any(String) })
})
