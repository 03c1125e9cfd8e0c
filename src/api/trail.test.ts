import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SECOND_MS } from '../core/time.ts'
import { acmeProvider, openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let admin: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  const { id } = await world.user('root', { role: 'admin' })
  admin = { id, token: (await world.session(id)).access }
})
afterEach(() => world[Symbol.asyncDispose]())

const rows = (table: 'audit' | 'activity') => world.rows(table)

test('every write of an administrator leaves an audit row with who, what, from where and before and after', async () => {
  const { token } = admin
  const headers = { 'user-agent': 'console' }
  const made = await world.call('adminCreateProvider', { token, body: acmeProvider({}), headers, ip: '198.51.100.7' })
  const params = { id: made.body.id }
  await world.call('adminPatchProvider', { token, params, body: { note: 'n' } })
  await world.call('adminDeleteProvider', { token, params })
  await world.call('adminCreateModel', { token, body: { id: 'house-model' } })
  await world.call('adminPatchModel', { token, params: { id: 'house-model' }, body: { context: 5 } })
  await world.call('adminDeleteModel', { token, params: { id: 'house-model' } })
  const audit = rows('audit')
  expect(audit.map((row) => row['action'])).toEqual([
    'provider.created',
    'provider.changed',
    'provider.deleted',
    'model.created',
    'model.changed',
    'model.deleted',
  ])
  expect(audit[0]).toMatchObject({
    actor_id: admin.id,
    target_kind: 'provider',
    target_id: made.body.id,
    before: null,
    ip: '198.51.100.7',
    client: 'console',
    request_id: made.headers.get('x-request-id'),
    outcome: 'done',
  })
  expect(JSON.parse(String(audit[1]?.['before']))).toMatchObject({ note: '', slug: 'acme' })
  expect(JSON.parse(String(audit[1]?.['after']))).toEqual({ note: 'n' })
  expect(audit[2]?.['after']).toBeNull()
})

test('a refused write leaves no row', async () => {
  const { token } = admin
  await world.call('adminCreateProvider', { token, body: acmeProvider({}) })
  await world.call('adminCreateProvider', { token, body: acmeProvider({}) })
  await world.call('adminPatchModel', { token, params: { id: 'none' }, body: { context: 5 } })
  expect(rows('audit')).toHaveLength(1)
})

test('a user is told of sign-ins, keys, passwords and sessions', async () => {
  const { id } = await world.user('ada')
  const credentials = { email: 'ada@example.com', password: PASSWORD }
  const { body } = await world.call('login', { body: credentials })
  const token = body.access_token
  const key = await world.call('createKey', { token, body: { name: 'k' } })
  const params = { id: key.body.id }
  await world.call('patchKey', { token, params, body: { name: 'k2' } })
  await world.call('patchKey', { token, params, body: { status: 'disabled' } })
  await world.call('deleteKey', { token, params })
  await world.call('patchMe', { token, body: { name: 'Ada' } })
  const passwords = { current_password: PASSWORD, new_password: 'a better horse battery' }
  await world.call('changePassword', { token, body: passwords })
  await world.call('endOtherSessions', { token })
  await world.call('logout', { token })
  const activity = rows('activity')
  expect(new Set(activity.map((row) => row['user_id']))).toEqual(new Set([id]))
  expect(activity.map((row) => row['kind'])).toEqual([
    'session.opened',
    'key.created',
    'key.changed',
    'key.disabled',
    'key.deleted',
    'profile.changed',
    'password.changed',
    'session.others_ended',
    'session.closed',
  ])
  expect(JSON.parse(String(activity[2]?.['details']))).toMatchObject({ id: key.body.id, name: 'k2' })
})

test('a reused refresh token is told to operators and to its owner, once', async () => {
  const { id } = await world.user('ada')
  const { body } = await world.call('login', { body: { email: 'ada@example.com', password: PASSWORD } })
  const refresh = () => world.call('refresh', { body: { refresh_token: body.refresh_token } })
  await refresh()
  world.clock.ms += 11 * SECOND_MS
  await refresh()
  await refresh()
  const reused = rows('audit').filter((row) => row['action'] === 'session.reused')
  expect(reused).toMatchObject([{ actor_id: null, target_id: id, outcome: 'refused' }])
  expect(rows('activity').filter((row) => row['kind'] === 'session.reused')).toHaveLength(1)
})

test('no password, token, key or vendor secret lies in the database as it was sent', async () => {
  await world.user('ada')
  const { body: pair } = await world.call('login', { body: { email: 'ada@example.com', password: PASSWORD } })
  const { body: key } = await world.call('createKey', { token: pair.access_token, body: { name: 'k' } })
  const { body: provider } = await world.call('adminCreateProvider', { token: admin.token, body: acmeProvider({}) })
  const credentials = [{ id: provider.credentials[0]?.id, secret: 'a-later-vendor-secret' }]
  await world.call('adminPatchProvider', { token: admin.token, params: { id: provider.id }, body: { credentials } })
  const database = new DatabaseSync(join(world.dataDir, 'yumen.db'), { readOnly: true })
  const dump = Buffer.from(database.serialize()).toString('latin1')
  database.close()
  expect(dump).toContain('ada@example.com')
  const secrets = [
    PASSWORD,
    pair.access_token,
    pair.refresh_token,
    key.secret,
    'vendor-secret-value-1234',
    'a-later-vendor-secret',
  ]
  for (const secret of secrets) expect(dump).not.toContain(secret)
})
