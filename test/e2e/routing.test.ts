import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminGetProvider, adminListProviders, adminPatchProvider } from '../../src/contract/providers.ts'
import { adminSimulateRouting } from '../../src/contract/routing.ts'
import { startVendor } from '../vendor/server.ts'
import { startGateway } from './gateway.ts'
import { CHAT, type ErrorAnswer, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

const OTHER_SECRET = 'vendor-secret-for-tests-0002'

let stage: TwoVendors
beforeAll(async () => {
  stage = await startBetweenTwo()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.heal())

async function providerNamed(slug: string) {
  const { items } = await stage.gateway.call(adminListProviders)
  const found = items.find((provider) => provider.slug === slug)
  if (!found) throw new Error(`no provider ${slug}`)
  return found
}

test('too many requests rest a model of one credential for as long as was asked; the others go on, and everybody can see why', async () => {
  stage.first.script({ status: 429, headers: { 'retry-after': '30' } })
  const before = stage.first.served.length
  expect((await stage.send(CHAT)).status).toBe(200)
  const response = await stage.send(CHAT)
  expect(await response.text()).toContain('from the second')
  expect(stage.first.served.length - before).toBe(1)
  const row = await stage.gateway.row(idOf(response))
  expect(row.attempts.map(({ provider, decision, reason }) => [provider, decision, reason])).toEqual([
    ['first', 'skipped', 'limited'],
    ['second', 'chosen', null],
  ])
  expect(row).toMatchObject({ status: 'succeeded', attempts_made: 1, provider: { name: 'second' } })
  const provider = await providerNamed('first')
  expect(provider.credentials[0]).toMatchObject({ status: 'active', reason: null })
  const [limited] = provider.health.credentials[0]?.limited ?? []
  expect(limited?.model).toBe('m')
  const restsMs = Date.parse(limited?.until ?? '') - Date.now()
  expect(restsMs).toBeGreaterThan(20_000)
  expect(restsMs).toBeLessThanOrEqual(30_000)
  const asked = { key_id: stage.keyId, model: 'm', protocol: 'openai-chat' } as const
  const { candidates } = await stage.gateway.call(adminSimulateRouting, { body: asked })
  const told = candidates.map(({ position, reason, provider: { name } }) => [position, name, reason])
  expect(told.filter(([, , reason]) => reason !== 'format')).toEqual([
    [1, 'second', null],
    [null, 'first', 'limited'],
  ])
})

test('a refused key is left alone until the operator says that it is well', async () => {
  stage.first.script({ status: 401 })
  await stage.send(CHAT)
  stage.first.script({})
  const asked = stage.first.served.length
  for (let n = 0; n < 5; n += 1) expect((await stage.send(CHAT)).status).toBe(200)
  expect(stage.first.served).toHaveLength(asked)
  expect((await providerNamed('first')).credentials[0]).toMatchObject({ status: 'invalid', reason: 'invalid_api_key' })
  await stage.heal()
  await stage.send(CHAT)
  expect(stage.first.served).toHaveLength(asked + 1)
})

test('an account that its vendor closed is told in a 400, and no caller hears of it: the next provider answers', async () => {
  const error = { type: 'invalid_request_error', message: 'This organization has been disabled.' }
  stage.first.script({ status: 400, body: JSON.stringify({ type: 'error', error }) })
  const ask = () =>
    stage.send({ ...CHAT, max_tokens: 9 }, { path: '/v1/messages', headers: { 'x-api-key': stage.key } })
  const before = stage.first.served.length
  for (const response of [await ask(), await ask()]) expect(await response.text()).toContain('from the second')
  expect(stage.first.served.length - before).toBe(1)
  const provider = await providerNamed('first')
  expect(provider.credentials[0]).toMatchObject({ status: 'invalid', reason: 'account_deactivated' })
})

test('whom a caller’s own header wants billed, and which workspace it names, no vendor hears', async () => {
  const headers = {
    'x-api-key': stage.key,
    'anthropic-beta': 'some-beta',
    'anthropic-user-profile-id': 'uprof_1',
    'anthropic-workspace-id': 'wrkspc_1',
  }
  expect((await stage.send({ ...CHAT, max_tokens: 9 }, { path: '/v1/messages', headers })).status).toBe(200)
  const heard = Object.keys(stage.first.served.at(-1)?.headers ?? {})
  expect(heard.filter((name) => name.startsWith('anthropic-'))).toEqual(['anthropic-version', 'anthropic-beta'])
})

test('a caller who asks for what an account may not do, or for too much of it, puts its key out of service for nobody', async () => {
  const permission = {
    type: 'error',
    error: { type: 'permission_error', message: 'Not available to your organization.' },
  }
  const credits = { error: { code: 402, message: 'This request requires more credits, or fewer max_tokens. You' } }
  const large = { error: { code: 'rate_limit_exceeded', type: 'tokens', message: 'Request too large for gpt-4o on' } }
  for (const [status, body] of [
    [403, permission],
    [402, credits],
    [429, large],
  ] as const) {
    stage.first.queue(...Array.from({ length: 3 }, () => ({ status, body: JSON.stringify(body) })))
    for (let n = 0; n < 3; n += 1) expect(await (await stage.send(CHAT)).text()).toContain('from the second')
    expect(await (await stage.send(CHAT)).text()).toContain('from the vendor')
    expect((await providerNamed('first')).credentials[0]).toMatchObject({ status: 'active' })
  }
})

test('a provider behind an aggregator that refuses the key kept there rests the models of it, and the aggregator’s key serves the others', async () => {
  const { gateway, first } = stage
  const error = { message: 'Provider returned error', code: 401, metadata: { raw: '{}', provider_name: 'Anthropic' } }
  await gateway.addModel('behind')
  await gateway.addModel('beside')
  await gateway.addProvider({ slug: 'aggregator', vendor: first, models: [['behind', 'behind-up'], 'beside'] })
  await gateway.addProvider({ slug: 'spare', vendor: stage.second, models: ['behind', 'beside'], priority: 200 })
  first.on('behind-up', { status: 401, body: JSON.stringify({ error }) })
  const asked = () => first.served.length
  const before = asked()
  for (let n = 0; n < 2; n += 1)
    expect(await (await stage.send({ ...CHAT, model: 'behind' })).text()).toContain('from the second')
  expect(asked() - before).toBe(1)
  expect(await (await stage.send({ ...CHAT, model: 'beside' })).text()).toContain('from the vendor')
  expect((await providerNamed('aggregator')).credentials[0]).toMatchObject({ status: 'active' })
})

test('one bad key of a provider keeps none of the others away', async () => {
  await using vendor = await startVendor({ secret: OTHER_SECRET })
  await stage.gateway.addModel('pooled')
  const provider = await stage.gateway.addProvider({ slug: 'pool', vendor, models: ['pooled'] })
  const kept = provider.credentials.map(({ id, name }) => ({ id, name, priority: 1 }))
  await stage.gateway.call(adminPatchProvider, {
    params: { id: provider.id },
    body: { credentials: [...kept, { name: 'good', secret: OTHER_SECRET, priority: 2 }] },
  })
  for (let n = 0; n < 5; n += 1) expect((await stage.send({ ...CHAT, model: 'pooled' })).status).toBe(200)
  expect(vendor.served.map(({ status }) => status)).toEqual([401, 200, 200, 200, 200, 200])
  const { credentials } = await stage.gateway.call(adminGetProvider, { params: { id: provider.id } })
  expect(credentials.map(({ status }) => status)).toEqual(['invalid', 'active'])
})

test('when everybody rests the caller is told when to come back', async () => {
  stage.first.script({ status: 429, headers: { 'retry-after': '40' } })
  stage.second.script({ status: 429, headers: { 'retry-after': '20' } })
  expect((await stage.send(CHAT)).status).toBe(429)
  const asked = stage.first.served.length + stage.second.served.length
  const response = await stage.send(CHAT)
  expect(response.status).toBe(503)
  expect(((await response.json()) as ErrorAnswer).error.code).toBe('no_upstream')
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(15)
  expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(20)
  expect(stage.first.served.length + stage.second.served.length).toBe(asked)
})

test('a conversation stays with who answered it first', async () => {
  await using a = await startVendor()
  await using b = await startVendor()
  await stage.gateway.addModel('shared')
  await stage.gateway.addProvider({ slug: 'share-a', vendor: a, models: ['shared'] })
  await stage.gateway.addProvider({ slug: 'share-b', vendor: b, models: ['shared'] })
  for (let session = 0; session < 6; session += 1) {
    const before = [a.served.length, b.served.length]
    for (let turn = 0; turn < 4; turn += 1) {
      const headers = { authorization: `Bearer ${stage.key}`, 'session-id': `session-${session}` }
      await (await stage.send({ ...CHAT, model: 'shared' }, { headers })).text()
    }
    const more = [a.served.length - (before[0] ?? 0), b.served.length - (before[1] ?? 0)]
    expect(more.toSorted((one, other) => one - other)).toEqual([0, 4])
  }
})

test('what was found out about a credential outlives a restart', async () => {
  await using vendor = await startVendor({ secret: 'another-secret' })
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-routing-'))
  try {
    let key = ''
    {
      await using gateway = await startGateway({ YUMEN_DATA: dataDir })
      await gateway.addModel('m')
      await gateway.addProvider({ vendor, models: ['m'] })
      key = (await gateway.addKey()).secret
      const response = await ask(gateway.origin, key)
      expect(response.status).toBe(502)
    }
    expect(vendor.served).toHaveLength(1)
    await using gateway = await startGateway({ YUMEN_DATA: dataDir })
    const { items } = await gateway.call(adminListProviders)
    expect(items[0]?.credentials[0]).toMatchObject({ status: 'invalid', reason: 'invalid_api_key' })
    const response = await ask(gateway.origin, key)
    expect(response.status).toBe(503)
    expect(vendor.served).toHaveLength(1)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

function ask(origin: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${origin}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(CHAT) })
}

test('a model that one upstream lacks is asked of the next from then on, and told as missing where nobody has it', async () => {
  const gone = JSON.stringify({ error: { message: 'The model `m-up` does not exist', code: 'model_not_found' } })
  const waysOf = async (response: Response) => {
    const { attempts } = await stage.gateway.row(idOf(response))
    return attempts.map(({ provider, reason, http_status: status }) => [provider, reason ?? status])
  }
  stage.first.script({ status: 404, body: gone })
  const passedOn = await stage.send(CHAT)
  expect(await passedOn.text()).toContain('from the second')
  expect(await waysOf(passedOn)).toEqual([
    ['first', 404],
    ['second', 200],
  ])
  stage.second.script({ status: 404, body: gone })
  const refused = await stage.send(CHAT)
  expect(refused.status).toBe(404)
  const text = await refused.text()
  expect(text).toContain('model_not_found')
  expect(text).not.toContain('m-up')
  expect(await waysOf(refused)).toEqual([
    ['first', 'absent'],
    ['second', 404],
  ])
  const row = await stage.gateway.row(idOf(refused))
  expect(row).toMatchObject({ status: 'failed', end: 'upstream_error', attempts_made: 1 })
  // With nobody else left it is asked again rather than refused without a try.
  stage.first.script({ text: ['from the first again'] })
  expect(await (await stage.send(CHAT)).text()).toContain('from the first again')
})
