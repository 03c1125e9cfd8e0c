import { describe, expect, test } from 'vitest'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'
import type { EndpointInput } from './endpoints.ts'

const OPENAI = { dialect: 'openai', baseUrl: 'https://api.acme.example/v1', capabilities: ['chat'] } as const
const MAIN = {
  name: 'main',
  secret: 'upstream-secret-for-tests-9f3K',
  priority: 1,
  weight: 1,
  status: 'active',
} as const

async function added(store: TestStore, endpoint: Partial<EndpointInput> = {}) {
  const outcome = await store.providers.create({
    id: 'p1',
    slug: 'p1',
    name: 'Provider',
    preset: 'custom',
    priority: 100,
    weight: 1,
    multiplierMicros: 1_000_000n,
    allowPrivate: false,
    note: '',
    endpoints: [{ ...OPENAI, ...endpoint }],
    credentials: [MAIN],
    routes: [{ model: 'm1', upstreamName: 'm1-latest', enabled: true }],
  })
  if (!outcome.ok) throw new Error(`Refused: ${outcome.refused}`)
  return outcome.value
}

describe.each(engines)('the ways to reach a model on %s', (_, open) => {
  test('bring what an endpoint allows and what the model allows instead, and defaults where neither says', async () => {
    await using store = await open()
    const times = { connectMs: 300, headersMs: 1000, firstTokenMs: 2000, idleMs: null, totalMs: null }
    const [endpoint] = (await added(store, { times, maxConcurrency: 7 })).endpoints
    const target = async () => (await store.readDirectory()).data.targets[0]
    const given = { connectMs: 300, headersMs: 1000, firstTokenMs: 2000, idleMs: 120_000, totalMs: 3_600_000 }
    expect(await target()).toMatchObject({ endpoint: { maxConcurrency: 7 }, timeouts: given })
    await store.models.patch('m1', { firstTokenMs: 5000, strategy: 'lowest_cost' })
    expect((await target())?.timeouts).toEqual({ ...given, firstTokenMs: 5000 })
    expect((await store.readDirectory()).data.models[0]?.strategy).toBe('lowest_cost')
    // An endpoint that comes back without these keeps them.
    await store.providers.patch('p1', { endpoints: [{ ...OPENAI, id: endpoint?.id }] })
    expect((await store.providers.get('p1'))?.endpoints[0]).toMatchObject({ times, maxConcurrency: 7 })
  })

  test('bring what was found out about a credential, until a new secret or the operator’s word forgets it', async () => {
    await using store = await open()
    const id = (await added(store)).credentials[0]?.id ?? ''
    const found = async () => (await store.readDirectory()).data.targets[0]?.credential.found
    const invalid = { status: 'invalid', reason: 'http_401', until: TEST_NOW + 60_000 } as const
    const well = { status: 'active', reason: null, until: null }
    await store.providers.saveFinding(id, invalid)
    expect(await found()).toEqual(invalid)
    await store.providers.patch('p1', { credentials: [{ ...MAIN, id, secret: undefined }] })
    expect(await found()).toEqual(invalid)
    const main = { kind: 'credential', id } as const
    const endpoint = { kind: 'endpoint', id: (await store.providers.get('p1'))?.endpoints[0]?.id ?? '' } as const
    expect(await store.providers.recover('p1', endpoint)).toMatchObject({ id: 'p1' })
    expect(await found()).toEqual(invalid)
    const recovered = await store.providers.recover('p1', main)
    expect(recovered?.credentials[0]).toMatchObject({ status: 'active', reason: null })
    expect(await found()).toEqual(well)
    for (const part of [main, endpoint]) expect(await store.providers.recover('p2', part)).toBeUndefined()
    expect(await store.providers.recover('p1', { kind: 'endpoint', id })).toBeUndefined()
    await store.providers.saveFinding(id, invalid)
    await store.providers.patch('p1', { credentials: [{ ...MAIN, id }] })
    expect(await found()).toEqual(well)
    await store.providers.patch('p1', { credentials: [{ ...MAIN, id, status: 'disabled' }] })
    await store.providers.saveFinding(id, invalid)
    expect((await store.providers.get('p1'))?.credentials[0]?.status).toBe('disabled')
  })
})
