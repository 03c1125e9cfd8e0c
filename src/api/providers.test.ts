import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import { newModel } from './models.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

type CreateBody = BodyInputOf<Endpoints['adminCreateProvider']>
type PatchBody = BodyInputOf<Endpoints['adminPatchProvider']>

const SECRET = 'vendor-secret-value-1234'
const ACME: CreateBody = {
  slug: 'acme',
  name: 'Acme',
  preset: 'custom',
  multiplier: '0.8',
  endpoints: [{ dialect: 'openai', base_url: 'https://api.acme.example/v1/', protocols: ['chat'] }],
  credentials: [{ secret: SECRET }],
  routes: [{ model: 'gpt-4o' }, { model: 'house-model', upstream_name: 'acme-house' }],
}
const create = (body: Partial<CreateBody> = {}) =>
  world.call('adminCreateProvider', { token, body: { ...ACME, ...body } })
const patch = (id: string, body: PatchBody, headers: Record<string, string> = {}) =>
  world.call('adminPatchProvider', { token, params: { id }, body, headers })

test('a provider is made in one call with endpoints, credentials, routes and the models they need', async () => {
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    slug: 'acme',
    multiplier: '0.8',
    priority: 100,
    endpoints: [{ dialect: 'openai', base_url: 'https://api.acme.example/v1', protocols: ['chat'] }],
    credentials: [{ name: 'main', last4: '1234', status: 'active' }],
  })
  const routes = new Map(body.routes.map((route) => [route.model, route]))
  expect(routes.get('gpt-4o')).toMatchObject({ upstream_name: 'gpt-4o', priced: true })
  expect(routes.get('house-model')).toMatchObject({ upstream_name: 'acme-house', priced: false })
  expect(world.seen.changed).toBe(1)
})

test('a secret is never answered, and reaches the relay opened', async () => {
  const { body } = await create()
  await patch(body.id, { note: 'x' })
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/api/admin/providers', `/api/admin/providers/${body.id}`]) {
    expect(await (await world.fetch(path, { headers })).text()).not.toContain(SECRET)
  }
  const { data } = await world.store.readDirectory()
  expect(data.targets.map((target) => target.credential.secret)).toContain(SECRET)
})

test('the password of a proxy is never answered, written down or lost, and reaches the relay', async () => {
  const proxy = 'socks5://ann:open-sesame@proxy.example:1080'
  const { status, body } = await create({ proxy, http2: true })
  expect([status, body.proxy, body.ca, body.http2]).toEqual([201, 'socks5://proxy.example:1080', null, true])
  const line = async () => (await world.store.readDirectory()).data.targets[0]?.provider.line
  expect(await line()).toEqual({ proxy, ca: null, http2: true })
  await patch(body.id, { proxy: 'socks5://proxy.example:1080', http2: false })
  expect(await line()).toEqual({ proxy, ca: null, http2: false })
  await world.call('adminTestProvider', { token, params: { id: body.id } })
  const other = 'http://bob:open-sesame@10.0.0.8:3128'
  expect((await patch(body.id, { proxy: other, password: PASSWORD })).body.proxy).toBe('http://10.0.0.8:3128')
  const headers = { authorization: `Bearer ${token}` }
  const shown = await (await world.fetch(`/api/admin/providers/${body.id}`, { headers })).text()
  const written = JSON.stringify([world.rows('audit'), world.rows('activity'), world.seen.errors])
  expect(shown + written).not.toContain('open-sesame')
  expect(written).toContain('http://10.0.0.8:3128')
  await patch(body.id, { proxy: null })
  expect(await line()).toBeUndefined()
})

test('a proxy of another kind, with a path, and certificates that are none, are refused', async () => {
  for (const proxy of ['ftp://proxy.example', 'http://proxy.example/path', 'socks5://proxy.example?x=1'])
    expect((await create({ proxy })).status).toBe(422)
  const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'
  for (const ca of ['no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', key])
    expect((await create({ ca })).status).toBe(422)
})

test('without endpoints the addresses of the preset are taken', async () => {
  const { endpoints: _none, ...rest } = ACME
  const answer = await world.call('adminCreateProvider', { token, body: { ...rest, preset: 'openai' } })
  expect(answer.body.endpoints).toMatchObject([{ dialect: 'openai', base_url: 'https://api.openai.com/v1' }])
})

test('without protocols those the preset is known to speak are taken', async () => {
  const endpoints: CreateBody['endpoints'] = [{ dialect: 'anthropic', base_url: 'https://api.anthropic.com' }]
  expect((await create({ preset: 'anthropic', endpoints })).body.endpoints[0]?.protocols).toEqual([
    'messages',
    'files',
    'batches',
  ])
})

test('addresses with a user, a query or without TLS are refused, the last unless private ones are allowed', async () => {
  const at = (base_url: string, allow_private = false) =>
    create({ endpoints: [{ dialect: 'openai', base_url }], allow_private })
  for (const url of [
    'https://u:p@acme.example',
    'https://acme.example/?k=1',
    'https://acme.example/#a',
    'http://acme.example',
    'ftp://acme.example',
    'acme',
  ]) {
    const answer = await at(url)
    expect(answer.status, url).toBe(422)
    expect(answer.error).toHaveProperty(['fields', 'endpoints.0.base_url'])
  }
  expect((await at('http://127.0.0.1:11434/v1', true)).status).toBe(201)
})

test('private addresses cannot be taken back while one of them needs plain http, and a preset of local servers needs them', async () => {
  const endpoints: CreateBody['endpoints'] = [{ dialect: 'openai', base_url: 'http://127.0.0.1:11434/v1' }]
  const { id } = (await create({ slug: 'local', endpoints, allow_private: true })).body
  const patch = (body: BodyInputOf<Endpoints['adminPatchProvider']>) =>
    world.call('adminPatchProvider', { token, params: { id }, body })
  expect((await patch({ allow_private: false })).error).toHaveProperty(['fields', 'endpoints.0.base_url'])
  expect((await patch({ allow_private: true, weight: 2 })).status).toBe(200)
  const { endpoints: _none, ...rest } = ACME
  const preset = await world.call('adminCreateProvider', { token, body: { ...rest, slug: 'lama', preset: 'ollama' } })
  expect(preset.status).toBe(422)
})

test('protocols an endpoint of the dialect cannot speak, and unknown presets, are refused', async () => {
  const endpoints: CreateBody['endpoints'] = [
    { dialect: 'anthropic', base_url: 'https://api.acme.example', protocols: ['chat'] },
  ]
  expect((await create({ endpoints })).error.detail).toBe('该接口类型不支持：chat')
  expect((await create({ preset: 'nobody' })).error.detail).toBe('未知的预设')
  expect((await world.call('adminListProviders', { token })).body.items).toEqual([])
})

test('a slug in use is a conflict on its field', async () => {
  await create()
  const answer = await create()
  expect([answer.status, answer.error.code]).toEqual([409, 'slug_taken'])
})

test('a change with the version that was seen goes through once; the second is a conflict', async () => {
  const { body } = await create()
  const headers = { 'if-match': `"${body.version}"` }
  const first = await patch(body.id, { name: 'Acme 2' }, headers)
  expect(first.body).toMatchObject({ name: 'Acme 2', multiplier: '0.8' })
  expect(first.body.version).toBeGreaterThan(body.version)
  const second = await patch(body.id, { name: 'Acme 3' }, headers)
  expect([second.status, second.error.code]).toEqual([409, 'version_conflict'])
  expect((await patch(body.id, { name: 'Acme 3' })).status).toBe(200)
})

test('pointing an endpoint at another origin asks for the secret again', async () => {
  const { body } = await create()
  const { id = '' } = body.endpoints[0] ?? {}
  const endpoints: PatchBody['endpoints'] = [{ id, dialect: 'openai', base_url: 'https://evil.example/v1' }]
  const refused = await patch(body.id, { endpoints, password: PASSWORD })
  expect(refused.status).toBe(422)
  expect(refused.error).toHaveProperty(['fields', 'credentials'])
  const credentials = [{ ...body.credentials[0], id: body.credentials[0]?.id, secret: 'another-secret-5678' }].map(
    ({ id: credential, name, secret }) => ({ id: credential, name, secret }),
  ) as PatchBody['credentials']
  const taken = await patch(body.id, { endpoints, credentials, password: PASSWORD })
  expect(taken.body.endpoints[0]?.base_url).toBe('https://evil.example/v1')
  expect(taken.body.credentials[0]?.last4).toBe('5678')
})

test('rows of another provider cannot be taken over', async () => {
  const { body: one } = await create()
  const { body: two } = await create({ slug: 'other' })
  const { id = '' } = two.credentials[0] ?? {}
  const answer = await patch(one.id, { credentials: [{ id, name: 'stolen', secret: SECRET }] })
  expect(answer.status).toBe(422)
})

test('a row that is named twice is refused by its field', async () => {
  const { body } = await create()
  const [endpoint, credential] = [body.endpoints[0]?.id ?? '', body.credentials[0]?.id ?? '']
  const base_url = 'https://api.acme.example/v1'
  const twice = await patch(body.id, {
    endpoints: (['openai', 'anthropic'] as const).map((dialect) => ({ id: endpoint, dialect, base_url })),
  })
  expect([twice.status, twice.error.detail]).toEqual([422, '每行只能出现一次'])
  expect((await patch(body.id, { credentials: [{ id: credential }, { id: credential }] })).status).toBe(422)
  expect(
    (await patch(body.id, { credentials: [{ id: credential }, { secret: SECRET }, { secret: SECRET }] })).status,
  ).toBe(200)
})

test('a route adds no model by a name that models may not have, and keeps to one that is there', async () => {
  for (const model of ['two words', '\u200b', 'a"b']) {
    expect([model, (await create({ routes: [{ model }] })).error.code]).toEqual([model, 'fields_invalid'])
  }
  const known = newModel('old\u3000name', world.deps)
  await world.store.models.create(known)
  const { body } = await create({ routes: [{ model: known.id, upstream_name: 'two words' }] })
  expect(body.routes).toMatchObject([{ model: known.id, upstream_name: 'two words' }])
  expect((await patch(body.id, { routes: [{ model: 'two words' }] })).status).toBe(422)
})

test('a deleted provider is gone, and the relay has no target of it', async () => {
  const { body } = await create()
  expect((await world.call('adminDeleteProvider', { token, params: { id: body.id } })).status).toBe(204)
  expect((await world.call('adminGetProvider', { token, params: { id: body.id } })).status).toBe(404)
  expect((await world.store.readDirectory()).data.targets).toEqual([])
  expect(world.seen.changed).toBe(2)
})

test('two thousand routes fit into one call', async () => {
  const routes = Array.from({ length: 2000 }, (_, n) => ({ model: `vendor/a-model-with-a-long-name-${n}` }))
  expect((await create({ routes })).body.routes).toHaveLength(2000)
})

test('every preset is offered with what an operator needs to connect it', async () => {
  const { body } = await world.call('adminListPresets', { token })
  expect(body.items.map((preset) => preset.id)).toEqual(world.deps.presets.map((preset) => preset.id))
})
