import { describe, expect, test } from 'vitest'
import type { ActivityEntry } from './activity.ts'
import type { AuditEntry } from './audit.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const activity: ActivityEntry = {
  userId: 'u1',
  kind: 'password.changed',
  details: {},
  ip: '192.0.2.1',
  userAgent: 'UA',
}
const audit: AuditEntry = {
  actorId: 'u1',
  action: 'user.changed',
  targetKind: 'user',
  targetId: 'u1',
  before: { name: 'User u1' },
  after: { name: 'Ada' },
  ip: '192.0.2.1',
  client: 'UA',
  requestId: 'r1',
  outcome: 'done',
}

describe.each(engines)('users on %s', (_, open) => {
  test('are found by e-mail in whatever case', async () => {
    await using store = await open()
    await addUser(store)
    expect(await store.users.byEmail('U1@Example.COM')).toMatchObject({ id: 'u1', email: 'u1@example.com' })
    expect(await store.users.byEmail('nobody@example.com')).toBeUndefined()
  })

  test('have an e-mail of their own', async () => {
    await using store = await open()
    await addUser(store)
    const twin = { name: 'Twin', role: 'user', passwordHash: 'h', mustChangePassword: false } as const
    const outcome = await store.users.create({ ...twin, id: 'u2', email: 'U1@EXAMPLE.com' }, { activity, audit })
    expect(outcome).toEqual({ ok: false, refused: 'email_taken', about: 'U1@EXAMPLE.com' })
    expect(await store.users.byId('u2')).toBeUndefined()
    expect(await store.db.kysely.selectFrom('audit').selectAll().execute()).toEqual([])
  })

  test('change with the rows that tell of it, or not at all', async () => {
    await using store = await open()
    await addUser(store)
    const patch = { name: 'Ada', timezone: 'Asia/Shanghai', locale: 'en' } as const
    expect(await store.users.patch('u1', patch, { activity, audit })).toMatchObject(patch)
    expect(await store.users.patch('u1', { locale: null })).toMatchObject({ ...patch, locale: null })
    expect(await store.users.patch('missing', { name: 'Nobody' }, { audit })).toBeUndefined()
    expect(await store.users.patch('u1', {})).toMatchObject({ name: 'Ada' })
    const rows = await store.db.kysely.selectFrom('audit').selectAll().execute()
    expect(rows).toMatchObject([{ action: 'user.changed', at: TEST_NOW, after: '{"name":"Ada"}' }])
    const told = await store.db.kysely.selectFrom('activity').selectAll().execute()
    expect(told).toMatchObject([{ user_id: 'u1', kind: 'password.changed' }])
  })

  test('count as administrators while they are active', async () => {
    await using store = await open()
    await addUser(store, 'a1', 'admin')
    await addUser(store, 'a2', 'admin')
    await addUser(store, 'u1')
    await store.users.patch('a2', { status: 'disabled' })
    expect(await store.users.countAdmins()).toBe(1)
  })

  test('keep what the console remembers for them', async () => {
    await using store = await open()
    await addUser(store)
    expect(await store.users.preferences('u1')).toEqual({})
    await store.users.changePreferences('u1', () => ({ preferences: { density: 'compact', columns: ['at', 'cost'] } }))
    expect(await store.users.preferences('u1')).toEqual({ density: 'compact', columns: ['at', 'cost'] })
  })

  test('have settings kept for all of them', async () => {
    await using store = await open()
    await store.settings.put('site.name', 'One')
    await store.settings.put('site.name', { zh: '玉门' })
    expect(await store.settings.get('site.name')).toEqual({ zh: '玉门' })
    const row = await store.db.kysely.selectFrom('setting').select('version').executeTakeFirst()
    expect(row).toEqual({ version: 2 })
  })
})
