import { describe, expect, test } from 'vitest'
import type { NewProvider } from './providers.ts'
import { aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const SECRET = 'upstream-secret-for-tests-9f3K'
const OPENAI = { dialect: 'openai', baseUrl: 'https://api.acme.example/v1', capabilities: ['chat'] } as const
const ANTHROPIC = { dialect: 'anthropic', baseUrl: 'https://claude.acme.example', capabilities: ['messages'] } as const
const MAIN = { name: 'main', secret: SECRET, priority: 1, weight: 1, status: 'active' } as const

function aProvider(id: string, over: Partial<NewProvider> = {}): NewProvider {
  return {
    id,
    slug: id,
    name: `Provider ${id}`,
    preset: 'custom',
    priority: 100,
    weight: 1,
    multiplierMicros: 1_500_000n,
    allowPrivate: false,
    note: '',
    endpoints: [OPENAI, ANTHROPIC],
    credentials: [MAIN],
    routes: [{ model: 'm1', upstreamName: 'm1-latest', enabled: true }],
    ...over,
  }
}

async function added(store: TestStore, id = 'p1', over: Partial<NewProvider> = {}) {
  const outcome = await store.providers.create(aProvider(id, over))
  if (!outcome.ok) throw new Error(`Refused: ${outcome.refused}`)
  return outcome.value
}

describe.each(engines)('providers on %s', (_, open) => {
  test('are made with everything under them, models included, and never show a secret', async () => {
    await using store = await open()
    const provider = await added(store)
    expect(provider).toMatchObject({
      slug: 'p1',
      status: 'active',
      multiplierMicros: 1_500_000n,
      version: 1,
      endpoints: [OPENAI, ANTHROPIC],
      credentials: [{ name: 'main', last4: '9f3K', status: 'active', lastUsedAt: null }],
      routes: [{ model: 'm1', upstreamName: 'm1-latest', enabled: true, priced: false }],
    })
    expect(JSON.stringify(provider, (_key, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toContain(
      SECRET,
    )
    expect(await store.providers.list()).toEqual([provider])
    expect(await store.models.get('m1')).toMatchObject({
      price: null,
      protocols: ['openai-chat', 'anthropic-messages', 'anthropic-count-tokens'],
      providers: { active: 1, total: 1 },
    })
    expect(await store.providers.secretOf('p1')).toBe(SECRET)
  })

  test('seal secrets so that the database holds none', async () => {
    await using store = await open()
    await added(store)
    const row = await store.db.kysely.selectFrom('credential').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(SECRET)
  })

  test('leave nothing behind when they are refused', async () => {
    await using store = await open()
    await added(store)
    expect(await store.providers.create(aProvider('p2', { slug: 'p1' }))).toMatchObject({
      refused: 'slug_taken',
      about: 'p1',
    })
    const bare = { ...MAIN, secret: undefined }
    const outcome = await store.providers.create(aProvider('p2', { credentials: [MAIN, bare] }))
    expect(outcome).toEqual({ ok: false, refused: 'secret_needed', about: 'main' })
    expect(await store.providers.get('p2')).toBeUndefined()
    expect(await store.db.kysely.selectFrom('endpoint').select('id').execute()).toHaveLength(2)
  })

  test('route by alias, and take what is known of new models', async () => {
    await using store = await open()
    const known = {
      displayName: 'M',
      vendor: 'Acme',
      kind: 'chat',
      context: 1,
      maxOutput: 2,
      abilities: [],
      enabled: true,
    } as const
    const m9 = { ...known, id: 'm9', aliases: ['nine', 'fast'], price: { rates: { input: 5n }, tiers: [] } }
    await store.models.create({ ...known, id: 'm1', aliases: ['fast'], price: null })
    const routes = ['fast', 'm9', 'nine', 'm1'].map((model) => ({ model, upstreamName: 'x', enabled: true }))
    const provider = await added(store, 'p1', { routes, models: [m9] })
    expect(provider.routes.map((route) => [route.model, route.priced])).toEqual([
      ['m1', false],
      ['m9', true],
    ])
    // The alias that was taken stays with its model.
    expect((await store.models.get('m9'))?.aliases).toEqual(['nine'])
  })

  test('change what is given, keep ids, and count versions', async () => {
    await using store = await open()
    const old = await added(store)
    const [route] = old.routes
    const routes = [
      { model: 'm1', upstreamName: 'm1-latest', enabled: false },
      { model: 'm2', upstreamName: 'm2', enabled: true },
    ]
    const outcome = await store.providers.patch('p1', { ifVersion: 1, name: 'New', status: 'draining', routes })
    expect(outcome).toMatchObject({ ok: true, value: { name: 'New', status: 'draining', version: 2 } })
    const now = await store.providers.get('p1')
    expect(now?.routes).toMatchObject([{ id: route?.id, enabled: false }, { model: 'm2' }])
    expect(now?.endpoints).toEqual(old.endpoints)
    expect(now?.credentials).toEqual(old.credentials)
    const late = await store.providers.patch('p1', { ifVersion: 1, name: 'Lost' })
    expect(late).toMatchObject({ ok: false, refused: 'version_conflict' })
    expect((await store.models.get('m1'))?.providers).toEqual({ active: 0, total: 1 })
    expect(await store.providers.patch('missing', { name: 'x' })).toMatchObject({ refused: 'not_found' })
  })

  test.each([
    ['a certificate is trusted that was not', 'https', { ca: 'PEM' }, false],
    ['plain text goes through another proxy', 'http', { proxy: 'http://evil.test:8080' }, false],
    ['what is sealed goes through another proxy', 'https', { proxy: 'http://evil.test:8080' }, true],
    ['a certificate is trusted no more', 'https', { ca: null }, true],
  ])('keep the secret only where nobody new can read it: %s', async (_case, scheme, line, kept) => {
    await using store = await open()
    await added(store, 'p1', { endpoints: [{ ...OPENAI, baseUrl: `${scheme}://api.acme.example/v1` }] })
    const outcome = await store.providers.patch('p1', { line })
    expect(outcome).toMatchObject(kept ? { ok: true } : { ok: false, refused: 'secret_needed', about: 'main' })
    expect(await store.providers.secretOf('p1')).toBe(SECRET)
  })

  test('need the secret again when an address gets a new origin', async () => {
    await using store = await open()
    const { endpoints, credentials } = await added(store)
    const moved = endpoints.map((one) => ({ ...one, baseUrl: one.baseUrl.replace('api.acme', 'evil') }))
    const refusal = { ok: false, refused: 'secret_needed', about: 'main' }
    expect(await store.providers.patch('p1', { endpoints: moved, name: 'Moved' })).toEqual(refusal)
    expect(await store.providers.get('p1')).toMatchObject({ name: 'Provider p1', version: 1, endpoints })
    const again = credentials.map(({ id, name, priority, weight }) => ({
      id,
      name,
      priority,
      weight,
      status: 'active' as const,
      secret: 'another-secret-for-tests-77aa',
    }))
    expect(await store.providers.patch('p1', { endpoints: moved, credentials: again })).toMatchObject({ ok: true })
    expect(await store.providers.secretOf('p1')).toBe('another-secret-for-tests-77aa')
    expect((await store.providers.get('p1'))?.credentials[0]).toMatchObject({ id: credentials[0]?.id, last4: '77aa' })
  })

  test('keep secrets when a path changes or an origin falls away', async () => {
    await using store = await open()
    const { endpoints } = await added(store)
    const [first] = endpoints
    if (!first) throw new Error('no endpoint')
    const repathed = endpoints.map((one) => ({ ...one, baseUrl: `${one.baseUrl}/x` }))
    expect(await store.providers.patch('p1', { endpoints: repathed })).toMatchObject({ ok: true })
    expect(await store.providers.secretOf('p1')).toBe(SECRET)
    expect(await store.providers.patch('p1', { endpoints: [first] })).toMatchObject({ ok: true })
    expect(await store.providers.secretOf('p1')).toBe(SECRET)
    expect((await store.readDirectory()).unreadable).toEqual([])
  })

  test('refuse ids that are not theirs', async () => {
    await using store = await open()
    await added(store)
    const other = await added(store, 'p2', { endpoints: [OPENAI], routes: [] })
    const [credential] = other.credentials
    const [endpoint] = other.endpoints
    const stolen = { id: credential?.id, name: 'main', priority: 1, weight: 1, status: 'active' } as const
    const outcome = await store.providers.patch('p1', { credentials: [stolen] })
    expect(outcome).toEqual({ ok: false, refused: 'unknown_row', about: credential?.id })
    const moved = await store.providers.patch('p1', { endpoints: [{ ...OPENAI, id: endpoint?.id }] })
    expect(moved).toEqual({ ok: false, refused: 'unknown_row', about: endpoint?.id })
    expect(await store.providers.get('p2')).toEqual(other)
  })

  test('keep a credential found invalid so until it gets a new secret', async () => {
    await using store = await open()
    const { credentials } = await added(store)
    await store.db.kysely.updateTable('credential').set({ status: 'invalid', reason: '401' }).execute()
    const kept = credentials.map(({ id, name, priority, weight }) => ({
      id,
      name,
      priority,
      weight,
      status: 'active' as const,
    }))
    await store.providers.patch('p1', { credentials: kept })
    expect((await store.providers.get('p1'))?.credentials).toMatchObject([{ status: 'invalid', reason: '401' }])
    await store.providers.patch('p1', { credentials: kept.map((one) => ({ ...one, secret: SECRET })) })
    expect((await store.providers.get('p1'))?.credentials).toMatchObject([{ status: 'active', reason: null }])
  })

  test('free their slug when they are deleted, and keep their name in old requests', async () => {
    await using store = await open()
    await added(store)
    const record = aRequest()
    await store.requests.insertSettled([record])
    expect(await store.providers.remove('p1')).toBe(true)
    expect(await store.providers.remove('p1')).toBe(false)
    expect(await store.providers.list()).toEqual([])
    expect(await store.db.kysely.selectFrom('credential').selectAll().execute()).toEqual([])
    expect((await store.requests.get(record.id, null))?.providerName).toBe('Provider p1')
    await added(store, 'p2', { slug: 'p1' })
    expect((await store.providers.list()).map((one) => one.id)).toEqual(['p2'])
  })
})

describe.each(engines)('the directory on %s', (_, open) => {
  test('holds a target for every endpoint and credential of a route, secrets open', async () => {
    await using store = await open()
    const two = [MAIN, { ...MAIN, name: 'second', secret: 'second-secret-for-tests-0000', priority: 2 }]
    await added(store, 'p1', { credentials: two })
    const { data, unreadable } = await store.readDirectory()
    expect(unreadable).toEqual([])
    expect(data.targets.map((one) => [one.endpoint.dialect, one.credential.secret.slice(-4)])).toEqual([
      ['openai', '9f3K'],
      ['anthropic', '9f3K'],
      ['openai', '0000'],
      ['anthropic', '0000'],
    ])
    expect(data.targets[0]).toMatchObject({
      model: 'm1',
      upstreamName: 'm1-latest',
      provider: { id: 'p1', multiplierMicros: 1_500_000n, allowPrivate: false },
      endpoint: OPENAI,
      credential: { secret: SECRET, last4: '9f3K' },
    })
    expect(data.models).toMatchObject([{ id: 'm1', price: null, createdAt: TEST_NOW }])
  })

  test('leaves out what is switched off', async () => {
    await using store = await open()
    await added(store)
    const targets = async () => (await store.readDirectory()).data.targets.filter(({ enabled }) => enabled).length
    expect(await targets()).toBe(2)
    await store.models.patch('m1', { enabled: false })
    expect(await targets()).toBe(0)
    await store.models.patch('m1', { enabled: true })
    await store.providers.patch('p1', { status: 'draining' })
    expect(await targets()).toBe(0)
    await store.providers.patch('p1', { status: 'active' })
    await store.db.kysely.updateTable('credential').set({ status: 'disabled' }).execute()
    expect(await targets()).toBe(0)
    const { targets: off } = (await store.readDirectory()).data
    expect(off.map(({ enabled, credential }) => [enabled, credential.secret])).toEqual([
      [false, ''],
      [false, ''],
    ])
  })

  test('leaves out and names a secret that was moved to another row', async () => {
    await using store = await open()
    const [mine] = (await added(store)).credentials
    const [other] = (await added(store, 'p2')).credentials
    const { kysely } = store.db
    const sealed = await kysely
      .selectFrom('credential')
      .selectAll()
      .where('id', '=', mine?.id ?? '')
      .executeTakeFirstOrThrow()
    await kysely
      .updateTable('credential')
      .set({ secret_sealed: sealed.secret_sealed })
      .where('id', '=', other?.id ?? '')
      .execute()
    const { data, unreadable } = await store.readDirectory()
    expect(unreadable).toEqual([{ providerId: 'p2', credentialId: other?.id, name: 'main' }])
    expect(new Set(data.targets.map((one) => one.provider.id))).toEqual(new Set(['p1']))
  })

  test('leaves out and names a secret whose address was changed behind its back', async () => {
    await using store = await open()
    await added(store)
    await store.db.kysely.updateTable('endpoint').set({ base_url: 'https://evil.example' }).execute()
    const { data, unreadable } = await store.readDirectory()
    expect(data.targets).toEqual([])
    expect(unreadable).toHaveLength(1)
    expect(await store.providers.secretOf('p1')).toBeUndefined()
  })
})
