import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FreeProblem } from '../core/free-question.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const SECRET = 'vendor-secret-value-1234'
const endpoints = [
  { dialect: 'openai' as const, base_url: 'https://api.acme.example/v1' },
  { dialect: 'anthropic' as const, base_url: 'https://api.acme.example' },
]
const UNSAVED = { preset: 'custom', endpoints, secret: SECRET }

async function save(routes: { model: string; upstream_name?: string }[], credentials = [{ secret: SECRET }]) {
  const body = { slug: 'acme', name: 'Acme', preset: 'custom', endpoints, credentials, routes }
  return (await world.call('adminCreateProvider', { token, body })).body.id
}

test('addresses that are not saved are tried each with the secret, and it is not answered', async () => {
  const answer = await world.call('adminProbeProvider', { token, body: UNSAVED })
  expect(answer.body.ok).toBe(true)
  expect(answer.body.results.map((result) => result.dialect)).toEqual(['openai', 'anthropic'])
  expect(world.seen.probes.map((probe) => probe.secret)).toEqual([SECRET, SECRET])
  expect(JSON.stringify(answer.body)).not.toContain(SECRET)
})

const GPT_4O = { context: 128_000, max_output: 16_384, input: '2.5', output: '10' }

test('what was found is told with what the catalogue knows of it', async () => {
  await world.call('adminCreateModel', { token, body: { id: 'house-model', price: { input: '1' } } })
  world.script.probe = () => ({
    ok: true,
    httpStatus: 200,
    ms: 1,
    problem: null,
    models: ['gpt-4o', 'house-model', 'new'],
  })
  const { body } = await world.call('adminProbeProvider', { token, body: UNSAVED })
  expect(body.models).toEqual([
    { id: 'gpt-4o', known: true, priced: true, routed: false, reference: GPT_4O },
    { id: 'house-model', known: true, priced: true, routed: false },
    { id: 'new', known: false, priced: false, routed: false },
  ])
})

test('a model of the catalogue without a price shows as unpriced, whatever the built-in catalogue says', async () => {
  await world.call('adminCreateModel', { token, body: { id: 'gpt-4o', price: null } })
  world.script.probe = () => ({ ok: true, httpStatus: 200, ms: 1, problem: null, models: ['gpt-4o'] })
  const { body } = await world.call('adminProbeProvider', { token, body: UNSAVED })
  expect(body.models).toEqual([{ id: 'gpt-4o', known: true, priced: false, routed: false, reference: GPT_4O }])
})

test('a saved provider is asked with its own secret, and what is routed is marked', async () => {
  const id = await save([{ model: 'house', upstream_name: 'house-model' }])
  for (const name of ['adminTestProvider', 'adminDiscoverModels'] as const) {
    const { body } = await world.call(name, { token, params: { id } })
    expect(body.models.find((model) => model.id === 'house-model')?.routed, name).toBe(true)
  }
  expect(world.seen.probes.every((probe) => probe.secret === SECRET)).toBe(true)
})

test.each(['adminTestProvider', 'adminDiscoverModels'] as const)(
  '%s sends no secret to an address that it was not given with',
  async (name) => {
    const id = await save([])
    const { providers } = world.store
    const secretOf = providers.secretOf.bind(providers)
    const moved = { base_url: 'https://new.acme.example/v1', dialect: 'openai' as const }
    providers.secretOf = async (...which) => {
      providers.secretOf = secretOf
      const credentials = [{ secret: 'secret-of-the-new-place' }]
      const body = { password: PASSWORD, endpoints: [moved], credentials }
      expect((await world.call('adminPatchProvider', { token, params: { id }, body })).status).toBe(200)
      return secretOf(...which)
    }
    const refused = await world.call(name, { token, params: { id } })
    expect([refused.status, refused.error.code]).toEqual([409, 'version_conflict'])
    expect(world.seen.probes).toEqual([])
    expect((await world.call(name, { token, params: { id } })).status).toBe(200)
    expect(world.seen.probes).toMatchObject([{ baseUrl: moved.base_url, secret: 'secret-of-the-new-place' }])
  },
)

test('one endpoint of a saved provider is tried with one credential, also one that rests; what is not the provider’s is not there', async () => {
  const second = 'vendor-secret-value-5678'
  const id = await save([], [{ secret: SECRET }, { secret: second }])
  const params = { id }
  const { body: saved } = await world.call('adminGetProvider', { token, params })
  const [endpoint, credential] = [saved.endpoints[1]?.id, saved.credentials[1]?.id]
  if (endpoint === undefined || credential === undefined) throw new Error('the provider was not saved whole')
  await world.store.providers.saveFinding(credential, { status: 'invalid', reason: 'http_401', until: 1 })
  const { body } = await world.call('adminTestProvider', { token, params, query: { endpoint, credential } })
  expect(body.results.map(({ dialect }) => dialect)).toEqual(['anthropic'])
  expect(world.seen.probes.map(({ dialect, secret }) => [dialect, secret])).toEqual([['anthropic', second]])
  for (const query of [{ endpoint: 'another' }, { credential: 'another' }])
    expect((await world.call('adminTestProvider', { token, params, query })).status).toBe(404)
  expect(world.seen.probes).toHaveLength(1)
})

const CERT = 'a certificate that is none'
const PROXY = 'http://ann:s3same-open@proxy.example:3128'

test('what is not saved is tried over the way out that is filled in, and its password is not answered', async () => {
  world.script.probe = () => ({ ok: false, httpStatus: null, ms: 1, problem: 'unreachable', models: [] })
  const { body } = await world.call('adminProbeProvider', { token, body: { ...UNSAVED, proxy: PROXY, http2: true } })
  const line = { proxy: PROXY, ca: null, http2: true }
  expect(world.seen.probes.map((probe) => probe.line)).toEqual([line, line])
  expect(body.results.map(({ detail }) => detail)).toEqual(Array(2).fill(expect.stringContaining('通过代理')))
  expect(JSON.stringify(body)).not.toContain('s3same')
})

test('without a way out of its own it is tried straight', async () => {
  for (const fields of [{}, { proxy: null, ca: null, http2: false }])
    await world.call('adminProbeProvider', { token, body: { ...UNSAVED, ...fields } })
  expect(world.seen.probes.map((probe) => probe.line)).toEqual(Array(4).fill(undefined))
})

test.each([
  ['proxy', `${PROXY}/path`],
  ['proxy', PROXY.replace('http:', 'ftp:')],
  ['ca', CERT],
])('a way out that is none is refused at its field without being repeated: %s', async (field, value) => {
  const { status, error } = await world.call('adminProbeProvider', { token, body: { ...UNSAVED, [field]: value } })
  expect(status).toBe(422)
  expect(error).toHaveProperty(['fields', field])
  expect(JSON.stringify(error)).not.toMatch(/s3same|certificate that is none/)
  expect(world.seen.probes).toEqual([])
})

test('one endpoint that fails makes the whole test fail, and says what to do in both languages', async () => {
  const problems: FreeProblem[] = [
    'unreachable',
    'refused_key',
    'not_found',
    'timeout',
    'unexpected',
    'blocked_address',
  ]
  for (const problem of problems) {
    world.script.probe = ({ dialect }) =>
      dialect === 'openai'
        ? { ok: false, httpStatus: null, ms: 1, problem, models: [] }
        : { ok: true, httpStatus: 200, ms: 1, problem: null, models: [] }
    const zh = await world.call('adminProbeProvider', { token, body: UNSAVED })
    const headers = { 'accept-language': 'en' }
    const en = await world.call('adminProbeProvider', { token, body: UNSAVED, headers })
    expect([zh.body.ok, zh.body.results[1]?.detail], problem).toEqual([false, null])
    expect(zh.body.results[0]?.detail, problem).toMatch(/[\u4e00-\u9fff]/)
    expect(en.body.results[0]?.detail, problem).toMatch(/^[\x20-\x7e]+$/)
  }
})

test('a provider is tried with a secret that is well, or else with one that rests, and with none that is off', async () => {
  const second = 'vendor-secret-value-5678'
  const id = await save([], [{ secret: SECRET }, { secret: second }])
  const { credentials } = (await world.call('adminGetProvider', { token, params: { id } })).body
  const tried = async () => {
    world.seen.probes.length = 0
    const { status } = await world.call('adminTestProvider', { token, params: { id } })
    return [status, world.seen.probes[0]?.secret]
  }
  const rests = (at: number) =>
    world.store.providers.saveFinding(credentials[at]?.id ?? '', { status: 'invalid', reason: null, until: null })
  await rests(0)
  expect(await tried()).toEqual([200, second])
  await rests(1)
  expect(await tried()).toEqual([200, SECRET])
  const off = credentials.map(({ id: one, name }) => ({ id: one, name, status: 'disabled' as const }))
  await world.call('adminPatchProvider', { token, params: { id }, body: { credentials: off } })
  expect(await tried()).toEqual([422, undefined])
})

test('a provider without an active secret says so', async () => {
  const answer = await world.call('adminTestProvider', { token, params: { id: await save([], []) } })
  expect([answer.status, answer.error.detail]).toEqual([422, '没有可用的密钥，请先添加'])
})

test('no more than two thousand models are told', async () => {
  const models = Array.from({ length: 3000 }, (_, n) => `model-${n}`)
  world.script.probe = () => ({ ok: true, httpStatus: 200, ms: 1, problem: null, models })
  const { body } = await world.call('adminProbeProvider', { token, body: UNSAVED })
  expect(body.models).toHaveLength(2000)
  expect(body.results[0]?.models).toHaveLength(2000)
})
