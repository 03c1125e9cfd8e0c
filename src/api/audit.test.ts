import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SECOND_MS } from '../core/time.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const list = async (query: Record<string, string> = {}) =>
  (await world.call('adminListAudit', { token, query })).body.items
const whole = async (action: string) => {
  const [event] = await list({ action })
  return (await world.call('adminGetAudit', { token, params: { id: event?.id ?? '' } })).body
}
const signIn = (email: string, password: string, headers = {}) =>
  world.call('login', { body: { email, password }, headers })

test('an act tells the call it came by: what was called, with which headers, and none that lets anybody in', async () => {
  const headers = {
    cookie: 'session=c00k1e',
    'x-secret': 's3cret',
    origin: 'https://yumen.example',
    'user-agent': `Mozilla/5.0 ${'x'.repeat(400)}`,
  }
  const { id } = await world.user('ada')
  await world.call('adminPatchUser', { token, headers, params: { id }, body: { note: 'n' } })
  const { call } = await whole('user.changed')
  expect(call).toMatchObject({ method: 'PATCH', path: `/api/admin/users/${id}`, confirmed: false })
  expect(Object.keys(call?.headers ?? {}).toSorted()).toEqual(['content-type', 'origin', 'user-agent'])
  expect(call?.headers['origin']).toBe('https://yumen.example')
  expect(call?.headers['user-agent']).toHaveLength(300)
  const rows = JSON.stringify(world.rows('audit'))
  for (const secret of ['c00k1e', 's3cret', token]) expect(rows).not.toContain(secret)
})

test('an act says whether it was confirmed by the password', async () => {
  await world.call('adminPatchSettings', {
    token,
    body: { values: { 'security.session_days': 2 }, password: PASSWORD },
  })
  const { call } = await whole('settings.changed')
  expect(call).toMatchObject({ path: '/api/admin/settings', confirmed: true })
  expect(JSON.stringify(call)).not.toContain(PASSWORD)
})

test('beside an act stands what else was done in its session, from the sign-in on', async () => {
  const { access_token: mine } = (await signIn('root@example.com', PASSWORD)).body
  for (const by of [mine, token]) await world.call('adminCreateGroup', { token: by, body: { name: `of ${by}` } })
  await world.call('adminCreateUser', {
    token: mine,
    body: { email: 'new@example.com', name: 'New', password: 'a better horse battery' },
  })
  const made = await whole('user.created')
  expect(made.related_by).toBe('session')
  expect(made.related.map(({ action }) => action)).toEqual(['session.opened', 'group.created'])
  const opened = await whole('session.opened')
  expect(opened.session).toBe(made.session)
  expect(opened.related.map(({ action }) => action)).toEqual(['group.created', 'user.created'])
})

test('an act tells its place in the chain: its hash, those beside it, and which of them does not hold', async () => {
  for (const name of ['a', 'b', 'c']) await world.call('adminCreateGroup', { token, body: { name } })
  const events = (await list()).toReversed()
  const read = async (at: number) =>
    (await world.call('adminGetAudit', { token, params: { id: events[at]?.id ?? '' } })).body
  const hashes = world.rows('audit').map(({ mac }) => mac)
  const ring = (at: number) => ({ n: at + 1, hash: hashes[at] })
  expect(await read(0)).toMatchObject({
    n: 1,
    chain: { hash: hashes[0], previous: null, next: ring(1), breach: null },
  })
  expect((await read(1)).chain).toEqual({ hash: hashes[1], previous: ring(0), next: ring(2), breach: null })
  expect((await read(2)).chain).toEqual({ hash: hashes[2], previous: ring(1), next: null, breach: null })
  const database = new DatabaseSync(join(world.dataDir, 'yumen.db'), { timeout: 5_000 })
  database.exec(`drop trigger audit_no_update; update audit set ip = '203.0.113.9' where n = 2`)
  database.close()
  const breaches = [await read(0), await read(1), await read(2)].map(({ chain }) => chain?.breach)
  expect(breaches).toEqual([null, 'changed', null])
})

test('sign-ins of administrators are in the audit log, and those of others are not', async () => {
  const ada = await world.user('ada')
  await signIn('ada@example.com', PASSWORD)
  await signIn('root@example.com', PASSWORD)
  const events = await list({ action: 'session.' })
  expect(events).toMatchObject([
    { action: 'session.opened', outcome: 'done', actor: { name: 'root' }, target: { kind: 'user', name: 'root' } },
  ])
  expect(events[0]?.target.id).not.toBe(ada.id)
  expect((await whole('session.opened')).call).toMatchObject({ method: 'POST', path: '/api/auth/login' })
})

test('failed sign-ins of any account are there by nobody, with how many there were, and ever fewer of them', async () => {
  const { id } = await world.user('ada')
  for (let n = 0; n < 5; n += 1) {
    expect((await signIn('ada@example.com', 'wrong')).status).toBe(401)
    await expect.poll(() => world.rows('activity')).toHaveLength(n + 1)
    world.clock.ms += 60 * SECOND_MS
  }
  await signIn('nobody@example.com', 'wrong')
  const rows = world.rows('audit').filter(({ action }) => action === 'session.failed')
  expect(rows.map(({ after }) => JSON.parse(String(after)))).toEqual([
    { failures: 1 },
    { failures: 2 },
    { failures: 4 },
  ])
  for (const row of rows) expect(row).toMatchObject({ actor_id: null, target_id: id, outcome: 'refused' })
  expect(JSON.stringify(rows)).not.toContain('wrong')
  expect((await world.call('adminVerifyAudit', { token })).body).toMatchObject({ ok: true, checked: 3 })
})

test('what is taken out has the time on the clock of a zone beside its moment, and the call of each act', async () => {
  const { id } = await world.user('ada')
  await world.call('adminPatchUser', { token, params: { id }, body: { note: 'n' } })
  const taken = async (format: string) => {
    const path = `/api/admin/audit/export?format=${format}&tz=Asia/Shanghai&action=user.changed`
    return world.fetch(path, { headers: { authorization: `Bearer ${token}` } })
  }
  const [row] = (await (await taken('json')).json()) as Record<string, unknown>[]
  expect(row).toMatchObject({
    at: '2026-11-20T08:00:00.000Z',
    local_time: '2026-11-20 16:00:00',
    time_zone: 'Asia/Shanghai',
    method: 'PATCH',
    path: `/api/admin/users/${id}`,
    confirmed: false,
  })
  const [heading] = (await (await taken('csv')).text()).split('\r\n')
  expect(heading?.replace('\u{feff}', '').split(',')).toEqual(Object.keys(row ?? {}))
  const bad = await world.fetch('/api/admin/audit/export?tz=Nowhere', { headers: { authorization: `Bearer ${token}` } })
  expect(bad.status).toBe(422)
})
