import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import type { Engine } from './engine.ts'
import { expired, type NewSession, sessionsIn } from './sessions.ts'
import { planOf } from './test-plan.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'
import { userAdminIn } from './user-admin.ts'
import { usersIn } from './users.ts'

function aSession(id: string, family: string, over: Partial<NewSession> = {}): NewSession {
  return {
    id,
    family,
    userId: 'u1',
    accessHash: `access-${id}`,
    refreshHash: `refresh-${id}`,
    userAgent: 'UA',
    ip: '192.0.2.1',
    createdAt: TEST_NOW,
    accessExpiresAt: TEST_NOW + HOUR_MS,
    refreshExpiresAt: TEST_NOW + DAY_MS,
    ...over,
  }
}

const INDEXED = {
  sqlite: /INDEX session_by_refresh_expires_at \(refresh_expires_at<\?\)/,
  postgres: /session_by_refresh_expires_at/,
}

describe.each(engines)('sessions on %s', (_, open) => {
  test('are found by either hash, with their owner, whose last login they set', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('s1', 'f1'), 'hash')
    const found = await store.sessions.byAccess('access-s1')
    expect(found).toMatchObject({
      session: { id: 's1', family: 'f1', revokedAt: null, lastSeenAt: TEST_NOW },
      user: { id: 'u1', lastLoginAt: TEST_NOW },
    })
    expect(await store.sessions.byRefresh('refresh-s1')).toEqual(found)
    expect(await store.sessions.byAccess('refresh-s1')).toBeUndefined()
  })

  test('are rotated once, however many ask at the same time', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('s1', 'f1'), 'hash')
    const tries = ['s2', 's3', 's4'].map((id) => store.sessions.rotate('s1', aSession(id, 'f1')))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    expect(await store.sessions.listAlive('u1')).toHaveLength(1)
    const old = await store.sessions.byRefresh('refresh-s1')
    expect(old?.session).toMatchObject({ revokedAt: TEST_NOW, revokeReason: 'rotated' })
  })

  test('are a hundred at most: a sign-in ends those of its user that were seen least lately, rotated rows too', async () => {
    await using store = await open()
    for (const id of ['u1', 'u2']) await addUser(store, id)
    await store.sessions.open(aSession('theirs', 'theirs', { userId: 'u2' }), 'hash')
    const openAt = (n: number) => {
      store.clock.set(TEST_NOW + n)
      return store.sessions.open(aSession(`s${n}`, `f${n}`), 'hash')
    }
    for (let n = 1; n <= 100; n += 1) await openAt(n)
    await store.sessions.touch('s1', { at: TEST_NOW + 100, ip: '' })
    expect(await store.sessions.rotate('s2', aSession('s2b', 'f2'))).toBe(true)
    expect(await store.sessions.rotate('s3', aSession('s3b', 'f3'))).toBe(true)
    await store.sessions.touch('s3b', { at: TEST_NOW + 3, ip: '' })
    expect(await store.sessions.listAlive('u1')).toHaveLength(100)
    await openAt(101)
    const families = (await store.sessions.listAlive('u1')).map(({ family }) => family)
    expect(families).toHaveLength(100)
    expect(families).toEqual(expect.arrayContaining(['f101', 'f1', 'f2', 'f4']))
    for (const id of ['s3', 's3b'])
      expect((await store.sessions.byAccess(`access-${id}`))?.session.revokeReason).toBe('surplus')
    await openAt(102)
    expect(await store.sessions.isAlive('u1', 'f4')).toBe(false)
    expect(await store.sessions.isAlive('u1', 'f5')).toBe(true)
    expect(await store.sessions.isAlive('u2', 'f5')).toBe(false)
    expect(await store.sessions.isAlive('u2', 'theirs')).toBe(true)
  })

  test('that have expired are not alive', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('s1', 'f1'), 'hash')
    store.clock.set(TEST_NOW + DAY_MS - 1)
    expect(await store.sessions.isAlive('u1', 'f1')).toBe(true)
    store.clock.set(TEST_NOW + DAY_MS)
    expect(await store.sessions.isAlive('u1', 'f1')).toBe(false)
  })

  test('are revoked as a family, the rotated rows too, and only by their owner', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('s1', 'f1'), 'hash')
    await store.sessions.rotate('s1', aSession('s2', 'f1'))
    await store.sessions.open(aSession('s9', 'f9'), 'hash')
    expect(await store.sessions.revokeFamily('u2', 'f1', 'logout')).toBe(false)
    expect(await store.sessions.revokeFamily('u1', 'f1', 'reuse')).toBe(true)
    expect((await store.sessions.byAccess('access-s1'))?.session.revokeReason).toBe('reuse')
    expect((await store.sessions.byAccess('access-s2'))?.session.revokeReason).toBe('reuse')
    expect(await store.sessions.rotate('s2', aSession('s3', 'f1'))).toBe(false)
    expect((await store.sessions.listAlive('u1')).map((session) => session.id)).toEqual(['s9'])
  })

  test('end with a change of the password, but the one it was changed in', async () => {
    await using store = await open()
    await addUser(store)
    for (const n of [1, 2, 3]) await store.sessions.open(aSession(`s${n}`, `f${n}`), 'hash')
    await store.users.setPassword('u1', { hash: 'new', mustChange: false, keepFamily: 'f2' })
    expect(await store.users.passwordHash('u1')).toBe('new')
    expect((await store.sessions.listAlive('u1')).map((session) => session.id)).toEqual(['s2'])
    expect((await store.sessions.byAccess('access-s1'))?.session.revokeReason).toBe('password')
  })

  test('are not opened with a password that has been changed since it was checked, nor for who is disabled', async () => {
    await using store = await open()
    await addUser(store)
    await store.users.setPassword('u1', { hash: 'new', mustChange: false, keepFamily: null })
    expect(await store.sessions.open(aSession('s1', 'f1'), 'hash')).toMatchObject({ refused: 'password_changed' })
    expect((await store.users.byId('u1'))?.lastLoginAt).toBeNull()
    expect(await store.sessions.open(aSession('s2', 'f2'), 'new')).toMatchObject({ ok: true })
    await store.users.patch('u1', { status: 'disabled' })
    expect(await store.sessions.open(aSession('s3', 'f3'), 'new')).toMatchObject({ refused: 'password_changed' })
    expect((await store.sessions.listAlive('u1')).map((session) => session.id)).toEqual(['s2'])
  })

  test('end for good with their account, and do not come back with it', async () => {
    await using store = await open()
    await addUser(store)
    for (const n of [1, 2]) await store.sessions.open(aSession(`s${n}`, `f${n}`), 'hash')
    await store.sessions.rotate('s1', aSession('s3', 'f1'))
    await store.userAdmin.change('u1', { status: 'disabled' })
    await store.userAdmin.change('u1', { status: 'active' })
    expect(await store.sessions.listAlive('u1')).toEqual([])
    for (const id of ['s1', 's2', 's3']) {
      expect((await store.sessions.byRefresh(`refresh-${id}`))?.session.revokeReason).toBe('admin')
    }
    expect(await store.sessions.open(aSession('s4', 'f4'), 'hash')).toMatchObject({ ok: true })
  })

  test('do not end, nor does the password change, when it is another than was checked', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('s1', 'f1'), 'hash')
    const change = { hash: 'newer', mustChange: false, keepFamily: null }
    expect(await store.users.setPassword('u1', { ...change, was: 'another' })).toBe(false)
    expect(await store.sessions.listAlive('u1')).toHaveLength(1)
    expect(await store.users.passwordHash('u1')).toBe('hash')
    expect(await store.users.setPassword('u1', { ...change, was: 'hash' })).toBe(true)
    expect(await store.sessions.listAlive('u1')).toEqual([])
  })

  test('end all but one when their owner says so', async () => {
    await using store = await open()
    await addUser(store)
    for (const n of [1, 2, 3]) await store.sessions.open(aSession(`s${n}`, `f${n}`), 'hash')
    await store.sessions.revokeOthers('u1', 'f3', 'logout')
    expect((await store.sessions.listAlive('u1')).map((session) => session.family)).toEqual(['f3'])
    await store.sessions.revokeOthers('u1', null, 'admin')
    expect(await store.sessions.listAlive('u1')).toEqual([])
  })

  test('are refreshed while nobody ends them, and ended while nobody refreshes them', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('s1', 'f1'), 'hash')
    const locks: string[] = []
    const lock: Engine['lock'] = (tx, what) => {
      locks.push(what)
      return store.db.engine.lock(tx, what)
    }
    const db = { ...store.db, engine: { ...store.db.engine, lock } }
    const [sessions, users, admin] = [
      sessionsIn(db, store.clock, store.envelope),
      usersIn(db, store.clock),
      userAdminIn(db, store.clock),
    ]
    const acts = [
      () => sessions.open(aSession('s9', 'f9'), 'hash'),
      () => sessions.rotate('s1', aSession('s2', 'f1')),
      () => sessions.revokeFamily('u1', 'f1', 'logout'),
      () => sessions.revokeOthers('u1', null, 'logout'),
      () => users.setPassword('u1', { hash: 'new', mustChange: false, keepFamily: null }),
    ]
    for (const act of acts) {
      await act()
      expect(new Set(locks.splice(0))).toEqual(new Set(['end_sessions']))
    }
    await admin.change('u1', { email: { address: 'new@example.com', keepFamily: null } })
    await admin.change('u1', { status: 'disabled' })
    expect(locks).toEqual(['change_users', 'end_sessions', 'change_users', 'end_sessions'])
  })

  test('that have expired are found without reading those that have not', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    expect(String(await planOf(store.db, expired(kysely, TEST_NOW)))).toMatch(INDEXED[engine.kind])
  })

  test('are forgotten when they can no longer be refreshed', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('s1', 'f1'), 'hash')
    await store.sessions.open(aSession('s2', 'f2', { refreshExpiresAt: TEST_NOW + 3 * DAY_MS }), 'hash')
    store.clock.set(TEST_NOW + 2 * DAY_MS)
    expect((await store.sessions.listAlive('u1')).map((session) => session.id)).toEqual(['s2'])
    await store.sessions.touch('s2', { at: TEST_NOW + DAY_MS, ip: '192.0.2.7' })
    await store.sessions.purge()
    expect(await store.sessions.byRefresh('refresh-s1')).toBeUndefined()
    expect((await store.sessions.byRefresh('refresh-s2'))?.session).toMatchObject({
      lastSeenAt: TEST_NOW + DAY_MS,
      ip: '192.0.2.7',
    })
  })
})
