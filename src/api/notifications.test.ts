import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from './testing.ts'

const URL_SECRET = 'https://hooks.example/send?key=very-secret-token'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const feishu = { kind: 'feishu', config: {}, secrets: { url: URL_SECRET, signing_key: 'very-secret-key' } } as const
const create = async () =>
  (await world.call('adminCreateChannel', { token, body: { name: 'ops', setup: feishu } })).body

test('a channel says which of its secrets are set, and never what they are', async () => {
  const made = await create()
  expect(made).toMatchObject({ kind: 'feishu', secrets_set: ['url', 'signing_key'], rules: null, unreadable: false })
  await world.call('adminPatchChannel', { token, params: { id: made.id }, body: { rules: ['disk_low'] } })
  await world.call('adminDeleteChannel', { token, params: { id: made.id } })
  expect(world.rows('audit').map((row) => row['action'])).toEqual([
    'channel.created',
    'channel.changed',
    'channel.deleted',
  ])
  const database = new DatabaseSync(join(world.dataDir, 'yumen.db'), { readOnly: true })
  const dump = Buffer.from(database.serialize()).toString('latin1')
  database.close()
  expect(dump).toContain('channel.created')
  for (const secret of ['very-secret-token', 'very-secret-key']) expect(dump).not.toContain(secret)
})

test('a setup replaces the one before it, secrets included, and a patch leaves the rest alone', async () => {
  const { id } = await create()
  const telegram = { kind: 'telegram', config: { chat_id: '1' }, secrets: { token: `1:${'a'.repeat(30)}` } } as const
  const changed = await world.call('adminPatchChannel', { token, params: { id }, body: { setup: telegram } })
  expect(changed.body).toMatchObject({
    kind: 'telegram',
    config: { chat_id: '1' },
    secrets_set: ['token'],
    name: 'ops',
  })
  const late = await world.call('adminPatchChannel', {
    token,
    params: { id },
    body: { enabled: false },
    headers: { 'if-match': '1' },
  })
  expect(late.error.code).toBe('version_conflict')
})

test('what a kind needs is asked for by field', async () => {
  const setup = { kind: 'email', config: { host: 'mail.example', from: 'a@b.example', to: [] }, secrets: {} } as const
  const refused = await world.call('adminCreateChannel', {
    token,
    body: { name: 'ops', setup: { ...setup, config: { ...setup.config, to: [] } } },
  })
  expect(refused).toMatchObject({ status: 422 })
  expect(JSON.stringify(refused.body)).toContain('setup.config.to')
})

test('a channel whose row was moved to another cannot be read there', async () => {
  const [one, two] = [await create(), await create()]
  const database = new DatabaseSync(join(world.dataDir, 'yumen.db'), { timeout: 5_000 })
  database
    .prepare('update channel set secrets_sealed = (select secrets_sealed from channel where id = ?) where id = ?')
    .run(one.id, two.id)
  database.close()
  const { items } = (await world.call('adminListChannels', { token })).body
  expect(items.find(({ id }) => id === two.id)).toMatchObject({ unreadable: true, secrets_set: [] })
  expect((await world.call('adminTestChannel', { token, params: { id: two.id } })).body).toEqual({
    ok: false,
    problem: 'unreadable',
  })
})

test('alerts are listed newest first, by rule and state', async () => {
  const { alerts } = world.store
  await alerts.fire({ rule: 'disk_low', subject: 'data', facts: { percent: 3 } }, false)
  const gone = await alerts.fire({ rule: 'balance_low', subject: 'u', facts: { user: 'Ada' } }, false)
  expect(await alerts.fire({ rule: 'disk_low', subject: 'data', facts: {} }, false)).toBeNull()
  const told = { channel: 'c', at: world.clock.now(), state: 'fired', ok: true, problem: null } as const
  await alerts.delivered(gone?.id ?? '', [told])
  await alerts.resolve(gone?.id ?? '')
  const list = async (query: Record<string, string>) =>
    (await world.call('adminListAlerts', { token, query })).body.items.map(({ rule }) => rule)
  expect(await list({})).toEqual(['balance_low', 'disk_low'])
  expect(await list({ state: 'open' })).toEqual(['disk_low'])
  expect(await list({ state: 'resolved' })).toEqual(['balance_low'])
  expect(await list({ rule: 'disk_low' })).toEqual(['disk_low'])
  expect(await alerts.lastNotified('balance_low', 'u')).toBe(world.clock.now())
  expect(await alerts.lastNotified('disk_low', 'data')).toBeNull()
})
