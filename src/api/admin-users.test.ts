import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import { signedIn } from './test-signed-in.ts'
import { openWorld, PASSWORD, settledRequest, type World } from './testing.ts'

let world: World
let admin: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  admin = await signedIn(world, 'root', 'admin')
})
afterEach(() => world[Symbol.asyncDispose]())

const create = (body: BodyInputOf<Endpoints['adminCreateUser']>) =>
  world.call('adminCreateUser', { token: admin.token, body })
const patch = (id: string, body: object, token = admin.token) =>
  world.call('adminPatchUser', { token, params: { id }, body })
type Many = BodyInputOf<Endpoints['adminBulkUsers']>
const rows = (table: 'audit' | 'activity') => world.rows(table)

const HARD = { metric: 'cost', window: 'month', max: '20', mode: 'hard', action: 'refuse' } as const

describe('a new account', () => {
  test('gets a one-time password, told once, that must be changed at the first sign-in', async () => {
    const { status, body } = await create({ email: 'ada@example.com', name: 'Ada', limits: [HARD] })
    expect(status).toBe(201)
    expect(body).toMatchObject({ role: 'user', must_change_password: true, balance: null, group: null })
    expect(body.limits).toMatchObject([{ ...HARD, used: '0', resets_at: '2026-12-01T00:00:00.000Z' }])
    const password = body.one_time_password ?? ''
    expect((await world.call('login', { body: { email: 'ada@example.com', password } })).status).toBe(200)
    const { body: seen } = await world.call('adminGetUser', { token: admin.token, params: { id: body.id } })
    expect(JSON.stringify([seen, rows('audit'), rows('activity')])).not.toContain(password)
    expect(world.seen.changed).toBe(1)
  })

  test('takes a password that is given, and no weak one, no taken e-mail, no unknown group', async () => {
    const given = { email: 'ada@example.com', name: 'Ada', password: 'a better horse battery' }
    const { body } = await create({ ...given, must_change_password: false })
    expect(body).toMatchObject({ one_time_password: null, must_change_password: false })
    expect((await create({ ...given, email: 'b@example.com', password: 'password123' })).status).toBe(422)
    expect((await create({ ...given, email: 'ADA@example.com' })).error).toMatchObject({ code: 'email_taken' })
    expect((await create({ email: 'c@example.com', name: 'C', group: 'none' })).error.detail).toBe('没有这个分组')
    expect(JSON.stringify(rows('audit'))).not.toContain(given.password)
  })
})

describe('an account', () => {
  test('changes with a row for operators and one for its owner, who does not learn from where', async () => {
    const { id } = await world.user('ada')
    const { body } = await patch(id, { name: 'Ada L.', billing: 'prepaid', note: 'VIP', limits: [HARD] })
    expect(body).toMatchObject({ name: 'Ada L.', billing: 'prepaid', balance: '0', note: 'VIP', limits: [HARD] })
    const [audit] = rows('audit')
    expect(audit).toMatchObject({ actor_id: admin.id, action: 'user.changed', target_id: id })
    expect(JSON.parse(String(audit?.['before']))).toEqual({ name: 'ada', billing: 'unlimited', note: '', limits: [] })
    expect(JSON.parse(String(audit?.['after']))).toMatchObject({ name: 'Ada L.', limits: [HARD] })
    expect(rows('activity')).toMatchObject([{ user_id: id, kind: 'limits.changed', ip: '', user_agent: '' }])
    expect(JSON.parse(String(rows('activity')[0]?.['details']))).toEqual({
      by: 'admin',
      fields: 'name, billing, limits',
      before: '',
      after: 'cost.month=20',
    })
    await patch(id, { note: 'still VIP' })
    expect(rows('activity')).toHaveLength(1)
  })

  test('that is disabled or demoted loses its rights with the next call', async () => {
    const bob = await signedIn(world, 'bob', 'admin')
    expect((await world.call('adminListUsers', { token: bob.token })).status).toBe(200)
    await patch(bob.id, { role: 'user' })
    expect((await world.call('adminListUsers', { token: bob.token })).error.code).toBe('admin_required')
    expect((await world.call('getMe', { token: bob.token })).body.role).toBe('user')
    await patch(bob.id, { status: 'disabled' })
    expect((await world.call('getMe', { token: bob.token })).error.code).toBe('user_disabled')
    await patch(bob.id, { status: 'active' })
    expect((await world.call('getMe', { token: bob.token })).error.code).toBe('session_expired')
    expect(rows('activity').map((row) => row['kind'])).toEqual([
      'account.changed',
      'account.disabled',
      'account.enabled',
    ])
  })

  test('of the caller cannot be demoted, disabled, deleted or given another password by themselves', async () => {
    await world.user('other', { role: 'admin' })
    const params = { id: admin.id }
    const { token } = admin
    const body = { email: 'root@example.com', password: PASSWORD }
    const refused = [
      await patch(admin.id, { role: 'user' }),
      await patch(admin.id, { status: 'disabled' }),
      await world.call('adminDeleteUser', { token, params, body }),
      await world.call('adminResetPassword', { token, params }),
    ]
    for (const { status, error } of refused) expect([status, error.code]).toEqual([409, 'own_account'])
    expect((await patch(admin.id, { name: 'Root', role: 'admin' })).status).toBe(200)
    const { body: told } = await world.call('adminListActivity', { token, params })
    expect(told.items).toMatchObject([{ kind: 'account.changed', outcome: 'done', details: { by: 'admin' }, ip: '' }])
  })

  test('gives up a hard limit only with the password of whoever takes it away', async () => {
    const { id } = await world.user('ada')
    expect((await patch(id, { limits: [HARD] })).status).toBe(200)
    for (const limits of [[], [{ ...HARD, mode: 'normal' }], [{ ...HARD, action: 'warn' }]]) {
      expect((await patch(id, { limits })).error.code).toBe('password_needed')
    }
    expect((await patch(id, { limits: [], password: 'wrong' })).error.code).toBe('fields_invalid')
    expect((await patch(id, { limits: [{ ...HARD, max: '30' }] })).body.limits).toMatchObject([{ max: '30' }])
    expect((await patch(id, { limits: [], password: PASSWORD })).body.limits).toEqual([])
    expect(JSON.stringify(rows('audit'))).not.toContain(PASSWORD)
  })

  test('gets another e-mail with the password of whoever changes it, and signs in anew with that', async () => {
    const ada = await signedIn(world, 'ada')
    await world.user('bob')
    const change = { email: 'Countess@example.com', password: PASSWORD }
    expect((await patch(ada.id, { email: change.email })).error.code).toBe('password_needed')
    expect((await patch(ada.id, { ...change, password: 'wrong' })).error.code).toBe('fields_invalid')
    expect((await patch(ada.id, { ...change, email: 'no address' })).status).toBe(422)
    const taken = await patch(ada.id, { ...change, email: 'BOB@example.com' })
    expect([taken.status, taken.error.code, taken.error.detail]).toEqual([409, 'email_taken', '该邮箱已被使用'])
    expect((await world.call('getMe', { token: ada.token })).status).toBe(200)
    expect(rows('audit')).toEqual([])

    expect((await patch(ada.id, change)).body.email).toBe(change.email)
    expect((await world.call('getMe', { token: ada.token })).status).toBe(401)
    const signIn = (email: string) => world.call('login', { body: { email, password: PASSWORD } })
    expect((await signIn('ada@example.com')).status).toBe(401)
    expect((await signIn('countess@EXAMPLE.com')).status).toBe(200)
    const [audit] = rows('audit')
    expect(audit).toMatchObject({ action: 'user.changed', target_id: ada.id })
    expect(JSON.parse(String(audit?.['before']))).toEqual({ email: 'ada@example.com' })
    expect(JSON.parse(String(audit?.['after']))).toEqual({ email: change.email })
    expect(rows('activity')[0]).toMatchObject({ user_id: ada.id, kind: 'account.changed' })
    expect((await create({ email: 'ada@example.com', name: 'Ada II' })).status).toBe(201)
  })

  test('keeps its sessions where the e-mail stays as it is, and the one that its own administrator changes it in', async () => {
    const ada = await signedIn(world, 'ada')
    expect((await patch(ada.id, { email: 'ada@example.com', name: 'Ada' })).status).toBe(200)
    expect((await world.call('getMe', { token: ada.token })).status).toBe(200)
    expect(JSON.parse(String(rows('audit')[0]?.['after']))).toEqual({ name: 'Ada' })
    const elsewhere = await world.session(admin.id)
    expect((await patch(admin.id, { email: 'admin@example.com', password: PASSWORD })).status).toBe(200)
    expect((await world.call('getMe', { token: admin.token })).body.email).toBe('admin@example.com')
    expect((await world.call('getMe', { token: elsewhere.access })).status).toBe(401)
  })

  test('takes one limit a metric and window, in the form of its metric', async () => {
    const { id } = await world.user('ada')
    const wrong = [
      [HARD, { ...HARD, max: '5' }],
      [{ ...HARD, max: 5 }],
      [{ ...HARD, max: '-1' }],
      [{ ...HARD, max: '9999999999' }],
      [{ ...HARD, metric: 'tokens' }],
      [{ metric: 'requests', window: 'year', max: 1 }],
      [{ metric: 'concurrency', window: 'day', max: 1 }],
    ]
    for (const limits of wrong) expect((await patch(id, { limits })).status, JSON.stringify(limits)).toBe(422)
    const { body } = await patch(id, { limits: [{ metric: 'concurrency', max: 3 }] })
    expect(body.limits).toMatchObject([{ metric: 'concurrency', window: 'total', max: 3, resets_at: null }])
  })

  test('is deleted by whoever types its e-mail and their own password', async () => {
    const ada = await signedIn(world, 'ada')
    await world.call('createKey', { token: ada.token, body: { name: 'k' } })
    const params = { id: ada.id }
    const remove = (body: { email: string; password?: string }) =>
      world.call('adminDeleteUser', { token: admin.token, params, body })
    expect((await remove({ email: 'bob@example.com', password: PASSWORD })).status).toBe(422)
    expect((await remove({ email: 'ada@example.com' })).error.code).toBe('password_needed')
    expect((await remove({ email: 'Ada@example.com', password: PASSWORD })).status).toBe(204)
    expect((await world.call('adminGetUser', { token: admin.token, params })).status).toBe(404)
    expect((await world.call('getMe', { token: ada.token })).error.code).toBe('session_expired')
    expect((await world.store.readDirectory()).data.keys).toEqual([])
    expect((await create({ email: 'ada@example.com', name: 'Ada II' })).status).toBe(201)
  })

  test('gets a new one-time password, and its sessions end', async () => {
    const ada = await signedIn(world, 'ada')
    const { body } = await world.call('adminResetPassword', { token: admin.token, params: { id: ada.id } })
    expect((await world.call('getMe', { token: ada.token })).status).toBe(401)
    const signIn = { email: 'ada@example.com', password: body.one_time_password }
    const { body: pair } = await world.call('login', { body: signIn })
    expect((await world.call('getMe', { token: pair.access_token })).body.must_change_password).toBe(true)
    expect(rows('activity')[0]).toMatchObject({ kind: 'password.reset' })
  })

  test('has its sessions listed and ended, one or all', async () => {
    const ada = await signedIn(world, 'ada')
    await world.session(ada.id)
    const { token } = admin
    const params = { id: ada.id }
    const { body } = await world.call('adminListSessions', { token, params })
    expect(body.items.map((session) => session.current)).toEqual([false, false])
    const [first] = body.items
    const one = { id: ada.id, session: first?.id ?? '' }
    const elsewhere = { ...one, id: admin.id }
    expect((await world.call('adminEndSession', { token, params: elsewhere })).status).toBe(404)
    expect((await world.call('adminEndSession', { token, params: one })).status).toBe(204)
    expect((await world.call('adminEndSession', { token, params: one })).status).toBe(404)
    expect((await world.call('adminEndSessions', { token, params })).status).toBe(204)
    expect((await world.call('adminListSessions', { token, params })).body.items).toEqual([])
    expect((await world.call('getMe', { token })).status).toBe(200)
  })
})

describe('many accounts', () => {
  test('are changed each by itself, and each says how it went', async () => {
    const ada = await world.user('ada')
    const ids = [ada.id, admin.id, 'none']
    const { body } = await world.call('adminBulkUsers', { token: admin.token, body: { ids, action: 'disable' } })
    expect(body.results).toMatchObject([
      { id: ada.id, ok: true, code: null },
      { id: admin.id, ok: false, code: 'own_account', detail: '不能对自己的账号执行此操作' },
      { id: 'none', ok: false, code: 'not_found' },
    ])
    expect((await world.store.users.byId(ada.id))?.status).toBe('disabled')
    expect(world.seen.changed).toBe(1)
  })

  test('are put into a group and given limits', async () => {
    const ada = await world.user('ada')
    const { body: group } = await world.call('adminCreateGroup', { token: admin.token, body: { name: 'Team' } })
    const bulk = (body: object) =>
      world.call('adminBulkUsers', { token: admin.token, body: { ids: [ada.id], ...body } as Many })
    await bulk({ action: 'set_group', group: group.id })
    await bulk({ action: 'set_limits', limits: [HARD] })
    const { body } = await world.call('adminListUsers', { token: admin.token, query: { group: group.id } })
    expect(body.items).toMatchObject([{ id: ada.id, group: { id: group.id, name: 'Team' }, limits: [HARD] }])
    expect((await bulk({ action: 'set_limits', limits: [] })).body.results).toMatchObject([{ code: 'password_needed' }])
    expect((await bulk({ action: 'delete' })).status).toBe(422)
  })
})

test('accounts are listed with what they used, by filters', async () => {
  const ada = await world.user('ada')
  const at = world.clock.now()
  await world.store.requests.insertSettled([
    settledRequest({ at, userId: ada.id, keyId: 'k', status: 'succeeded', costNanos: 1_500_000_000n }),
  ])
  const list = (query: Record<string, string>) => world.call('adminListUsers', { token: admin.token, query })
  const { body } = await list({ role: 'user', status: 'active', q: 'ADA' })
  expect(body.items).toMatchObject([{ id: ada.id, month: { requests: 1, cost: '1.5' }, spent: '1.5', keys: 0 }])
  expect(body.items[0]?.trend).toEqual([...Array.from({ length: 13 }, () => '0'), '1.5'])
  expect((await list({ role: 'root' })).status).toBe(422)
  const page = (await list({ limit: '1' })).body
  expect((await list({ limit: '1', cursor: page.next ?? '' })).body.items.map((user) => user.id)).toEqual([admin.id])
})

test('accounts that are used up or idle are found, and counted', async () => {
  const at = world.clock.now()
  const broke = await world.user('broke')
  await patch(broke.id, { billing: 'prepaid' })
  const capped = await world.user('capped')
  await patch(capped.id, { limits: [{ ...HARD, max: '1' }] })
  const warned = await world.user('warned')
  await patch(warned.id, { limits: [{ ...HARD, max: '1', action: 'warn' }] })
  await patch((await world.user('gone')).id, { status: 'disabled' })
  await world.store.requests.insertSettled(
    [capped, warned].map(({ id: userId }) =>
      settledRequest({ at, userId, keyId: 'k', status: 'succeeded', costNanos: 1_000_000_000n }),
    ),
  )
  const names = async (query: Record<string, string | string[]>) => {
    const { body } = await world.call('adminListUsers', { token: admin.token, query })
    return body.items.map((user) => user.name)
  }
  expect(await names({ sign: 'exhausted' })).toEqual(['capped', 'broke'])
  expect(await names({ sign: 'exhausted', id: [broke.id, warned.id] })).toEqual(['broke'])
  expect(await names({ sign: 'exhausted', id: warned.id })).toEqual([])
  expect(await names({ sign: 'idle_30d' })).toEqual([])
  const { body } = await world.call('adminUserFigures', { token: admin.token })
  expect(body).toEqual({ active: 4, disabled: 1, exhausted: 2, active_today: 1, month_cost: '2' })
  world.clock.ms += 31 * 86_400_000
  admin = { ...admin, token: (await world.session(admin.id)).access }
  expect(await names({ sign: 'idle_30d' })).toEqual(['gone', 'warned', 'capped', 'broke'])
  expect(await names({ sign: ['idle_30d', 'exhausted'] })).toEqual(['broke'])
})

test('a user sees the own group, balance and limits', async () => {
  const { body: group } = await world.call('adminCreateGroup', { token: admin.token, body: { name: 'Team' } })
  const ada = await signedIn(world, 'ada')
  await patch(ada.id, { group: group.id, billing: 'prepaid', limits: [HARD] })
  await world.store.requests.insertSettled([
    settledRequest({ at: world.clock.now(), userId: ada.id, keyId: 'k', status: 'succeeded', costNanos: 5n }),
  ])
  expect((await world.call('getMe', { token: ada.token })).body).toMatchObject({
    group: 'Team',
    balance: '-0.000000005',
    limits: [{ ...HARD, used: '0.000000005', held: '0', resets_at: '2026-12-01T00:00:00.000Z' }],
  })
})
