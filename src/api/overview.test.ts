import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS, iso, MINUTE_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { anAttempt } from '../store/test-records.ts'
import { acmeProvider, openWorld, settledRequest, type World } from './testing.ts'

let world: World
let root: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  const { id } = await world.user('root', { role: 'admin' })
  root = { id, token: (await world.session(id)).access }
})
afterEach(() => world[Symbol.asyncDispose]())

async function overview() {
  const now = world.clock.now()
  const query = { from: iso(now - HOUR_MS), to: iso(now + MINUTE_MS) }
  return (await world.call('adminOverview', { token: root.token, query })).body
}
const kinds = async () => (await overview()).attention.map(({ kind, severity }) => [kind, severity])
const matrix = async () => (await world.call('adminHealthMatrix', { token: root.token })).body.items

test('with nothing wrong nothing needs attention, and nobody was active', async () => {
  const { attention, now, users } = await overview()
  expect([attention, now.open_requests, users]).toEqual([[], 0, { active: 0, all: 1 }])
  expect(now.minutes).toHaveLength(30)
})

test('what the alerts watch comes with open breakers, a full journal and full limits, the worst first', async () => {
  const { body: acme } = await world.call('adminCreateProvider', { token: root.token, body: acmeProvider({}) })
  const limits = [{ metric: 'requests' as const, window: 'month' as const, max: 10 }]
  await world.call('adminPutProviderLimits', { token: root.token, params: { id: acme.id }, body: { limits } })
  world.deps.limitState = async () => [
    { limit: { ...NEAR, subjectId: acme.id }, used: 9n, held: 0n, resetsAt: null },
    { limit: { ...NEAR, id: 'fuller', subjectId: acme.id }, used: 10n, held: 0n, resetsAt: null },
    { limit: { ...NEAR, id: 'brief', subjectId: acme.id, window: 'minute' }, used: 99n, held: 0n, resetsAt: null },
  ]
  world.deps.notify.look = async () => [{ rule: 'price_missing', subject: 'm', facts: { model: 'm' } }]
  world.deps.routing.endpoint = () => ({ breaker: 'open', until: world.clock.now() + 4200, inFlight: 0, parts: [] })
  const now = world.deps.system.now()
  world.deps.system.now = () => ({ ...now, journal: { ready: true, bytes: 9, maxBytes: 10 } })
  expect(await kinds()).toEqual([
    ['journal', 'critical'],
    ['breaker_open', 'critical'],
    ['price_missing', 'warning'],
    ['limit_near', 'warning'],
  ])
  const { attention } = await overview()
  expect(attention[1]?.facts).toMatchObject({ provider: 'Acme', provider_id: acme.id, seconds: 5 })
  expect(attention[3]).toMatchObject({ subject: 'fuller', facts: { subject: 'provider', name: 'Acme', percent: 100 } })
})

test('a database that is away or behind is seen by the journal, and once', async () => {
  const facts = { minutes: 7, percent: 12 }
  world.deps.notify.look = async () => [{ rule: 'database_away', subject: 'database', facts }]
  const now = world.deps.system.now()
  world.deps.system.now = () => ({ ...now, journal: { ready: true, bytes: 12, maxBytes: 100 } })
  const { attention } = await overview()
  expect(attention).toMatchObject([{ kind: 'journal', severity: 'critical', facts: { ready: 1, percent: 12 } }])
})

test('a model that rests while its endpoint goes on is named; what rests for one user alone is not', async () => {
  await world.call('adminCreateProvider', { token: root.token, body: acmeProvider({}) })
  const part = { model: 'gone-up', userId: null, breaker: 'open' as const, until: world.clock.now() + 4200 }
  const parts = [part, { ...part, model: 'other-up', userId: 'u' }]
  world.deps.routing.endpoint = () => ({ breaker: 'closed', until: null, inFlight: 0, parts })
  const open = (await overview()).attention.filter(({ kind }) => kind === 'breaker_open')
  expect(open.map(({ facts }) => [facts['model'], facts['seconds']])).toContainEqual(['gone-up', 5])
  expect(open.map(({ facts }) => facts['model'])).not.toContain('other-up')
})

const NEAR = {
  id: 'near',
  subject: 'provider',
  metric: 'requests',
  window: 'month',
  max: 10n,
  mode: 'normal',
  action: 'refuse',
} as const

test('a provider with models and without a credential that may be used is named, until it has one', async () => {
  await world.call('adminCreateModel', { token: root.token, body: { id: 'm' } })
  const body = acmeProvider({ routes: [{ model: 'm' }] })
  const { body: acme } = await world.call('adminCreateProvider', { token: root.token, body })
  expect(await kinds()).toEqual([])
  const [kept] = acme.credentials
  const change = (status: 'active' | 'disabled') =>
    world.call('adminPatchProvider', {
      token: root.token,
      params: { id: acme.id },
      body: { credentials: [{ id: kept?.id, status }] },
    })
  await change('disabled')
  expect(await kinds()).toEqual([['credential_missing', 'warning']])
  await change('active')
  expect(await kinds()).toEqual([])
})

test('a provider that is down is said once, not for each of its breakers', async () => {
  const { body: acme } = await world.call('adminCreateProvider', { token: root.token, body: acmeProvider({}) })
  world.deps.routing.endpoint = () => ({ breaker: 'open', until: null, inFlight: 0, parts: [] })
  world.deps.notify.look = async () => [{ rule: 'provider_down', subject: acme.id, facts: { provider: 'Acme' } }]
  expect(await kinds()).toEqual([['provider_down', 'critical']])
})

test('keys that expire within a week are counted', async () => {
  const expires_at = iso(world.clock.now() + HOUR_MS)
  await world.call('createKey', { token: root.token, body: { name: 'brief', expires_at } })
  expect((await overview()).attention).toMatchObject([{ kind: 'keys_expiring', facts: { count: 1 } }])
})

test('requests, tokens and switches are told by the minute, and users by the period', async () => {
  const at = world.clock.now() - 2 * MINUTE_MS
  const facts = { userId: root.id, keyId: 'k', usage: { ...NO_USAGE, input: 5, output: 2 } }
  await world.store.requests.insertSettled([
    settledRequest({ ...facts, at }),
    settledRequest({ ...facts, at, attempts: [anAttempt(), anAttempt({ n: 2 })] }),
    settledRequest({ ...facts, at: at - HOUR_MS }),
  ])
  const { now, users } = await overview()
  expect(now.minutes.filter(({ requests }) => requests > 0)).toEqual([
    { at: iso(at), requests: 2, tokens: 14, switched: 1 },
  ])
  expect(users).toEqual({ active: 1, all: 1 })
})

test('the matrix puts who cannot be asked first and who is switched off last, with what rests of each', async () => {
  const create = async (slug: string, status: 'active' | 'disabled' = 'active') => {
    const { body } = await world.call('adminCreateProvider', {
      token: root.token,
      body: acmeProvider({ slug, name: slug }),
    })
    await world.call('adminPatchProvider', { token: root.token, params: { id: body.id }, body: { status } })
    return body
  }
  await create('off', 'disabled')
  await create('well')
  const ill = await create('ill')
  const until = world.clock.now() + 1000
  world.deps.routing.credential = (id) =>
    id === ill.credentials[0]?.id
      ? { status: 'invalid', reason: 'http_401', until, inFlight: 0, limit: null, perMinute: 0, limited: [] }
      : undefined
  world.deps.routing.endpoint = () => ({ breaker: 'closed', until: null, inFlight: 3, parts: [] })
  const rows = await matrix()
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['ill', 'broken'],
    ['well', 'healthy'],
    ['off', 'disabled'],
  ])
  expect(rows[0]).toMatchObject({
    resting: [{ name: 'main', last4: '1234', status: 'invalid', until: iso(until) }],
    in_flight: 3,
    limit: null,
    health: { availability: null },
  })
  expect(rows[1]?.health.ticks).toHaveLength(24)
})

test('the matrix tells each endpoint apart over the last twelve hours, with what it may have under way', async () => {
  const { body: acme } = await world.call('adminCreateProvider', { token: root.token, body: acmeProvider({}) })
  const [endpoint, credential] = [acme.endpoints[0]?.id ?? '', acme.credentials[0]?.id ?? '']
  const way = { providerId: acme.id, endpointId: endpoint, credentialId: credential, startedMs: 0 }
  const facts = { userId: root.id, keyId: 'k', model: 'm' }
  await world.store.requests.insertSettled([
    settledRequest({ ...facts, at: world.clock.now(), attempts: [anAttempt(way)] }),
    settledRequest({ ...facts, at: world.clock.now(), attempts: [anAttempt({ ...way, endpointId: 'another' })] }),
    settledRequest({ ...facts, at: world.clock.now() - 13 * HOUR_MS, attempts: [anAttempt(way)] }),
  ])
  world.deps.routing.endpoint = () => ({ breaker: 'half_open', until: null, inFlight: 2, parts: [] })
  const [row] = await matrix()
  expect(row?.endpoints).toMatchObject([{ id: endpoint, breaker: 'half_open', in_flight: 2, max_concurrency: null }])
  const { strip } = row?.endpoints[0] ?? {}
  expect(strip).toMatchObject({ asked: 1, failed: 0, availability: 1 })
  expect(strip?.ticks).toHaveLength(60)
  expect(strip?.ticks.at(-1)).toMatchObject({ state: 'ok', asked: 1 })
})

test('the matrix counts what was asked of a provider, what of it failed and was passed on, and tells its limits', async () => {
  const { body: acme } = await world.call('adminCreateProvider', { token: root.token, body: acmeProvider({}) })
  const limits = [{ metric: 'cost' as const, window: 'month' as const, max: '8000' }]
  await world.call('adminPutProviderLimits', { token: root.token, params: { id: acme.id }, body: { limits } })
  const asked = { providerId: acme.id, decision: 'chosen' as const }
  const facts = { userId: root.id, keyId: 'k', model: 'm', at: world.clock.now() - 2 * HOUR_MS }
  await world.store.requests.insertSettled([
    settledRequest({ ...facts, attempts: [anAttempt(asked)] }),
    settledRequest({
      ...facts,
      attempts: [
        anAttempt({ ...asked, httpStatus: 503, errorClass: 'http_503', retryable: true }),
        anAttempt({ n: 2, providerId: 'another', httpStatus: 200 }),
      ],
    }),
    settledRequest({ ...facts, attempts: [anAttempt({ ...asked, errorClass: 'reset', firstTokenMs: null })] }),
  ])
  const [row] = await matrix()
  expect([row?.asked, row?.failed, row?.passed_on]).toEqual([3, 2, 1])
  expect(row?.limits).toMatchObject([{ metric: 'cost', window: 'month', max: '8000' }])
})
