import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HealthRange } from '../contract/catalogue.ts'
import type { Provider } from '../contract/providers.ts'
import type { AttemptRecord } from '../core/records.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { anAttempt } from '../store/test-records.ts'
import { acmeProvider, openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string
let acme: Provider
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const credentials = ['main', 'spare'].map((name) => ({ name, secret: `vendor-secret-of-${name}` }))
  acme = (await world.call('adminCreateProvider', { token, body: acmeProvider({ credentials }) })).body
})
afterEach(() => world[Symbol.asyncDispose]())

const strips = async (range: HealthRange = '24h') =>
  (await world.call('adminProviderStrips', { token, params: { id: acme.id }, query: { range } })).body

function settle(agoMs: number, attempts: Partial<AttemptRecord>[], model = 'm'): Promise<void> {
  const way = { providerId: acme.id, endpointId: acme.endpoints[0]?.id ?? '', startedMs: 0 }
  const told = attempts.map((one, n) =>
    anAttempt({ ...way, credentialId: acme.credentials[0]?.id ?? '', n: n + 1, ...one }),
  )
  const record = { at: world.clock.now() - agoMs, userId: 'u', keyId: 'k', model, attempts: told }
  return world.store.requests.insertSettled([settledRequest(record)])
}
const failed = (status: number) => ({
  errorClass: `http_${status}`,
  httpStatus: status,
  retryable: true,
  firstTokenMs: null,
})

test('each endpoint and credential has sixty ticks, with what was asked, what failed and of which kinds', async () => {
  const spare = { credentialId: acme.credentials[1]?.id ?? '' }
  await settle(2 * HOUR_MS, [failed(429), failed(529), failed(429), spare])
  await settle(0, [spare])
  const day = await strips()
  expect(day.tick_ms).toBe(24 * MINUTE_MS)
  expect(day.endpoints.map(({ asked, failed: bad, ticks }) => [asked, bad, ticks.length])).toEqual([[5, 3, 60]])
  expect(day.credentials.map(({ id, asked, availability }) => [id, asked, availability])).toEqual([
    [acme.credentials[0]?.id, 3, 0],
    [acme.credentials[1]?.id, 2, 1],
  ])
  const [tick] = day.credentials[0]?.ticks.filter(({ asked }) => asked > 0) ?? []
  expect(tick).toMatchObject({
    state: 'failed',
    asked: 3,
    failed: 3,
    failures: [
      { class: 'http_429', count: 2 },
      { class: 'http_529', count: 1 },
    ],
  })
  expect(day.endpoints[0]?.first_token_p50).toBeCloseTo(120, -1)
  expect(day.incidents).toMatchObject([{ trouble: 'limited', models: ['m'] }])
})

test('what failed is told by class, with whose it was, and a credential with what it failed with last', async () => {
  const spare = { credentialId: acme.credentials[1]?.id ?? '' }
  await settle(2 * HOUR_MS, [failed(429), failed(429), { ...failed(429), ...spare }, failed(529)])
  await settle(0, [spare])
  const { failures, credentials } = await strips()
  expect(failures.map(({ class: kind, count, credentials: whose }) => [kind, count, whose])).toEqual([
    [
      'http_429',
      3,
      [
        { id: acme.credentials[0]?.id, name: 'main', count: 2 },
        { id: acme.credentials[1]?.id, name: 'spare', count: 1 },
      ],
    ],
    ['http_529', 1, [{ id: acme.credentials[0]?.id, name: 'main', count: 1 }]],
  ])
  expect(failures[0]?.ticks).toHaveLength(60)
  expect(failures[0]?.ticks.reduce((sum, one) => sum + one, 0)).toBe(3)
  expect(credentials.map(({ last_failure: last }) => last?.class)).toEqual([expect.any(String), 'http_429'])
})

test('a range is cut into sixtieths, and what came before it does not count', async () => {
  await settle(3 * DAY_MS, [{}])
  await settle(8 * DAY_MS, [{}])
  expect((await strips()).endpoints[0]?.asked).toBe(0)
  expect(await strips('7d')).toMatchObject({ tick_ms: 168 * MINUTE_MS, endpoints: [{ asked: 1 }] })
  expect(await strips('30d')).toMatchObject({ tick_ms: 12 * HOUR_MS, endpoints: [{ asked: 2 }] })
})

test('a provider that is not there has no strips', async () => {
  const { status } = await world.call('adminProviderStrips', { token, params: { id: 'nobody' } })
  expect(status).toBe(404)
})
