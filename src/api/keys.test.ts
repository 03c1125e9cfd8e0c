import { afterEach, beforeEach, expect, test } from 'vitest'
import { looksLikeUserKey } from '../vault/keys.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('ada')).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

async function createModels() {
  const admin = await world.session((await world.user('root', { role: 'admin' })).id)
  const body = { id: 'house-model', aliases: ['house'] }
  await world.call('adminCreateModel', { token: admin.access, body })
}

test('the secret of a new key is in the answer that creates it and in no other', async () => {
  const { status, body } = await world.call('createKey', { token, body: { name: ' Claude Code ' } })
  expect(status).toBe(201)
  expect(looksLikeUserKey(body.secret)).toBe(true)
  expect(body).toMatchObject({ name: 'Claude Code', prefix: body.secret.slice(0, 10), last4: body.secret.slice(-4) })
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/api/keys', `/api/keys/${body.id}`]) {
    expect(await (await world.fetch(path, { headers })).text()).not.toContain(body.secret)
  }
})

test('the relay knows a new key by its hash before the answer is given', async () => {
  const { body } = await world.call('createKey', { token, body: { name: 'a' } })
  expect(world.seen.changed).toBe(1)
  const { data } = await world.store.readDirectory()
  expect(data.keys.map((key) => key.hash)).toEqual([world.vault.hashKey(body.secret)])
})

test('a key is renamed, limited, disabled and enabled; what is not given stays', async () => {
  const { body: key } = await world.call('createKey', {
    token,
    body: { name: 'a', note: 'n', allow_ips: ['10.0.0.0/8'] },
  })
  const patch = (body: object) => world.call('patchKey', { token, params: { id: key.id }, body })
  expect((await patch({ name: 'b' })).body).toMatchObject({ name: 'b', note: 'n', allow_ips: ['10.0.0.0/8'] })
  expect((await patch({ status: 'disabled' })).body).toMatchObject({ name: 'b', status: 'disabled' })
  expect((await patch({ status: 'active', allow_ips: null })).body).toMatchObject({ status: 'active', allow_ips: null })
  expect((await patch({ status: 'expired' })).status).toBe(422)
  expect(world.seen.changed).toBe(4)
})

test('a key shows as expired from the moment of its expiry, and cannot be made to expire in the past', async () => {
  const expires_at = '2026-11-20T09:00:00.000Z'
  const { body: key } = await world.call('createKey', { token, body: { name: 'a', expires_at } })
  expect(key).toMatchObject({ status: 'active', expires_at })
  world.clock.ms = Date.parse(expires_at)
  const fresh = await world.session((await world.store.users.byEmail('ada@example.com'))?.id ?? '')
  const seen = await world.call('getKey', { token: fresh.access, params: { id: key.id } })
  expect(seen.body.status).toBe('expired')
  expect((await world.call('createKey', { token: fresh.access, body: { name: 'b', expires_at } })).status).toBe(422)
})

test('allowed models are kept by their catalogue names, and unknown ones are refused', async () => {
  await createModels()
  const allowed = { name: 'a', allow_models: ['house', 'house-model'] }
  expect((await world.call('createKey', { token, body: allowed })).body.allow_models).toEqual(['house-model'])
  const refused = await world.call('createKey', { token, body: { name: 'b', allow_models: ['huose'] } })
  expect([refused.status, refused.error.detail]).toEqual([422, '没有这些模型：huose'])
})

test('addresses that are none are refused', async () => {
  for (const ip of ['10.0.0.256', 'example.com', '10.0.0.0/33', '']) {
    expect((await world.call('createKey', { token, body: { name: 'a', allow_ips: [ip] } })).status, ip).toBe(422)
  }
})

test('a deleted key is gone from lists and from the relay', async () => {
  const { body: key } = await world.call('createKey', { token, body: { name: 'a' } })
  expect((await world.call('deleteKey', { token, params: { id: key.id } })).status).toBe(204)
  expect((await world.call('listKeys', { token })).body.items).toEqual([])
  expect((await world.call('getKey', { token, params: { id: key.id } })).status).toBe(404)
  const { data } = await world.store.readDirectory()
  expect(data.keys.filter((entry) => entry.status === 'active')).toEqual([])
})

test('a key is tested with the model asked for, in the language of the caller', async () => {
  const { body: key } = await world.call('createKey', { token, body: { name: 'a' } })
  const headers = { 'accept-language': 'en' }
  const asked = { token, params: { id: key.id }, body: { model: 'gpt-5.5' }, headers, ip: '192.0.2.7' }
  expect((await world.call('testKey', asked)).body).toMatchObject({ ok: true, cost: '0.0000015', first_token_ms: 80 })
  expect(world.seen.keyTests).toMatchObject([{ keyId: key.id, model: 'gpt-5.5', ip: '192.0.2.7', locale: 'en' }])
  expect((await world.call('testKey', { token, params: { id: key.id } })).status).toBe(200)
})

test('a time zone nobody knows is refused', async () => {
  expect((await world.call('listKeys', { token, query: { tz: 'Asia/Shanghai' } })).status).toBe(200)
  for (const tz of ['Nowhere', '', '\u221208:00', '2020-01-01T00:00Z'])
    expect((await world.call('listKeys', { token, query: { tz } })).status, tz).toBe(422)
})

test('a key has limits and tags; what is left out of a change stays', async () => {
  const limits = [{ metric: 'cost', window: 'month', max: '12.5', mode: 'hard', action: 'refuse' } as const]
  const { body: key } = await world.call('createKey', { token, body: { name: 'a', limits, tags: ['prod', 'ci'] } })
  expect(key.limits).toMatchObject([{ ...limits[0], used: '0', held: '0', resets_at: '2026-12-01T00:00:00.000Z' }])
  const patch = (body: object) => world.call('patchKey', { token, params: { id: key.id }, body })
  expect((await patch({ tags: ['ci'] })).body).toMatchObject({ tags: ['ci'], limits })
  expect((await patch({ limits: [] })).error.code).toBe('password_needed')
  expect((await patch({ limits: [], password: PASSWORD })).body).toMatchObject({ tags: ['ci'], limits: [] })
  expect((await world.call('listKeys', { token })).body.items).toMatchObject([{ tags: ['ci'], limits: [] }])
  expect((await patch({ tags: ['x'.repeat(33)] })).status).toBe(422)
})

test('a rotated key keeps its id and its limits, and tells its new secret once', async () => {
  const limits = [{ metric: 'requests', window: 'day', max: 5 } as const]
  const { body: key } = await world.call('createKey', { token, body: { name: 'a', limits } })
  const rotate = (body: object) => world.call('rotateKey', { token, params: { id: key.id }, body })
  const { body: rotated } = await rotate({})
  expect(looksLikeUserKey(rotated.secret)).toBe(true)
  expect(rotated).toMatchObject({ id: key.id, old_secret_until: '2026-11-21T08:00:00.000Z', limits })
  expect([rotated.secret === key.secret, rotated.last4]).toEqual([false, rotated.secret.slice(-4)])
  const hashes = async () => (await world.store.readDirectory()).data.keys.map((entry) => entry.hash)
  expect(await hashes()).toEqual([key, rotated].map(({ secret }) => world.vault.hashKey(secret)))
  const { body: last } = await rotate({ overlap_hours: 0 })
  expect(last.old_secret_until).toBeNull()
  expect(await hashes()).toEqual([world.vault.hashKey(last.secret)])
  expect((await rotate({ overlap_hours: 5 })).status).toBe(422)
  expect(world.rows('activity').map((row) => row['kind'])).toEqual(['key.created', 'key.rotated', 'key.rotated'])
})
