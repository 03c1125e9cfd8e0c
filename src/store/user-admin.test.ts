import { describe, expect, test } from 'vitest'
import type { UserColumn } from '../contract/admin-users.ts'
import type { Sort } from '../contract/common.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import type { AuditEntry } from './audit.ts'
import * as looseEnds from './migrations/0034-loose-ends.ts'
import type { NewSession } from './sessions.ts'
import { addKey, addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const audit: AuditEntry = {
  actorId: 'a1',
  action: 'user.changed',
  targetKind: 'user',
  targetId: 'a1',
  before: null,
  after: null,
  ip: '',
  client: '',
  requestId: '',
  outcome: 'done',
}

const aSession = (userId: string): NewSession => ({
  id: `s-${userId}`,
  family: `f-${userId}`,
  userId,
  accessHash: `access-${userId}`,
  refreshHash: `refresh-${userId}`,
  userAgent: 'UA',
  ip: '192.0.2.1',
  createdAt: TEST_NOW,
  accessExpiresAt: TEST_NOW + HOUR_MS,
  refreshExpiresAt: TEST_NOW + DAY_MS,
})

const EVERYBODY = { zone: 'UTC', limit: 50 }
const ids = async (store: TestStore, query: object) =>
  (await store.userAdmin.list({ ...EVERYBODY, ...query })).items.map((user) => user.id)

/** Nothing of `u1` but what requests and money tell of; `u2` has a session and a notice. */
async function expectForgotten({ db: { kysely } }: TestStore): Promise<void> {
  expect(await kysely.selectFrom('user').selectAll().where('id', '=', 'u1').executeTakeFirst()).toMatchObject({
    name: 'User u1',
    email: 'u1@example.com',
    password_hash: '',
    preferences: '{}',
    note: '',
    locale: null,
    timezone: null,
    allow_models: null,
    deny_models: null,
    allow_providers: null,
    allow_ips: null,
  })
  expect(await kysely.selectFrom('session').select('user_id').execute()).toEqual([{ user_id: 'u2' }])
  expect(await kysely.selectFrom('notice').select('user_id').execute()).toEqual([{ user_id: 'u2' }])
}

describe.each(engines)('the administration of users on %s', (_, open) => {
  test('never leaves nobody who can administrate, not even when two act at once', async () => {
    await using store = await open()
    await addUser(store, 'a1', 'admin')
    expect(await store.userAdmin.change('a1', { role: 'user' }, { audit })).toMatchObject({ refused: 'last_admin' })
    expect(await store.userAdmin.change('a1', { status: 'disabled' })).toMatchObject({ refused: 'last_admin' })
    expect(await store.userAdmin.remove('a1', { audit })).toMatchObject({ refused: 'last_admin' })
    expect(await store.db.kysely.selectFrom('audit').selectAll().execute()).toEqual([])
    expect(await store.userAdmin.change('a1', { note: 'The only one' })).toMatchObject({ ok: true })
    await addUser(store, 'a2', 'admin')
    const both = await Promise.all([
      store.userAdmin.change('a1', { role: 'user' }),
      store.userAdmin.change('a2', { status: 'disabled' }),
    ])
    expect(both.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await store.users.countAdmins()).toBe(1)
  })

  test('gives an e-mail to one account only, not even when two act at once', async () => {
    await using store = await open()
    for (const id of ['u1', 'u2']) await addUser(store, id)
    const moved = (address: string) => ({ email: { address, keepFamily: null } })
    expect(await store.userAdmin.change('u1', moved('U2@example.com'), { audit })).toMatchObject({
      refused: 'email_taken',
    })
    expect(await store.db.kysely.selectFrom('audit').selectAll().execute()).toEqual([])
    const newcomer = { id: 'u9', email: 'new@example.com', name: 'New', role: 'user', passwordHash: 'h' } as const
    const three = await Promise.all([
      store.userAdmin.change('u1', moved('NEW@example.com')),
      store.users.create({ ...newcomer, mustChangePassword: true }),
      store.userAdmin.change('u2', moved('new@example.com')),
    ])
    expect(three.map((outcome) => (outcome.ok ? 'done' : outcome.refused)).toSorted()).toEqual([
      'done',
      'email_taken',
      'email_taken',
    ])
    expect(await store.userAdmin.change('u2', moved('U2@Example.com'))).toMatchObject({ ok: true })
    expect((await store.users.byEmail('u2@example.com'))?.email).toBe('U2@Example.com')
  })

  test('deletes an account with its keys and frees its e-mail, and keeps what it used under its name', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    const record = aRequest()
    await store.requests.insertSettled([record])
    expect(await store.userAdmin.remove('u1')).toMatchObject({ ok: true })
    expect(await store.userAdmin.remove('u1')).toMatchObject({ refused: 'not_found' })
    expect(await store.userAdmin.change('u1', { status: 'active' })).toMatchObject({ refused: 'not_found' })
    expect(await store.userAdmin.get('u1', 'UTC')).toBeUndefined()
    expect(await ids(store, {})).toEqual([])
    expect(await store.users.byEmail('u1@example.com')).toBeUndefined()
    expect((await store.readDirectory()).data).toMatchObject({ keys: [], accounts: [] })
    expect((await store.requests.get(record.id, null))?.userName).toBe('User u1')
    const successor = { email: 'u1@example.com', name: 'New', role: 'user', passwordHash: 'h' } as const
    expect(await store.users.create({ ...successor, id: 'u9', mustChangePassword: true })).toMatchObject({ ok: true })
  })

  test('leaves nothing of a deleted account but its name, its e-mail, what it used and what it paid', async () => {
    await using store = await open()
    for (const id of ['u1', 'u2']) await addUser(store, id)
    const bounds = { denyModels: ['m1'], allowProviders: ['p1'], allowIps: ['10.0.0.0/8'] }
    await store.userAdmin.change('u1', { note: 'pays late', ...bounds })
    await store.users.patch('u1', { locale: 'en', timezone: 'Asia/Shanghai' })
    await store.users.changePreferences('u1', () => ({ preferences: { tokens: 'full' } }))
    for (const userId of ['u1', 'u2']) {
      await store.sessions.open(aSession(userId), 'hash')
      await store.notices.tell(userId, { kind: 'key_expiry', mark: 'k1', facts: { name: 'k' } })
    }
    const entry = { id: 'e1', userId: 'u1', kind: 'topup', amountNanos: 5n, actorId: null, reason: 'cash' } as const
    await store.accounts.book({ ...entry, idempotencyKey: 'key-of-e1', requestId: null })
    await store.userAdmin.remove('u1')
    await expectForgotten(store)
    expect([await store.userAdmin.exists('u1'), await store.userAdmin.existed('u1')]).toEqual([false, true])
    expect(await store.accounts.get('u1')).toMatchObject({ credit: 5n })
    expect((await store.accounts.entries('u1', { limit: 9 })).items).toMatchObject([entry])
  })

  test('leaves no more of accounts that were deleted before the update', async () => {
    await using store = await open()
    for (const id of ['u1', 'u2']) await addUser(store, id)
    await store.userAdmin.change('u1', { note: 'pays late', denyModels: ['m1'], allowIps: ['10.0.0.0/8'] })
    for (const userId of ['u1', 'u2']) {
      await store.sessions.open(aSession(userId), 'hash')
      await store.notices.tell(userId, { kind: 'key_expiry', mark: 'k1', facts: { name: 'k' } })
    }
    const { kysely } = store.db
    await kysely.updateTable('user').set({ deleted_at: TEST_NOW, status: 'disabled' }).where('id', '=', 'u1').execute()
    await kysely.schema.dropTable('key_address').execute()
    await store.db.transaction((tx) => looseEnds.up(tx, store.db.engine))
    await expectForgotten(store)
    expect(await store.users.passwordHash('u2')).toBe('hash')
  })

  test('lists accounts newest first, page by page, by filters and words', async () => {
    await using store = await open()
    const group = { id: 'g1', name: 'Team', multiplierMicros: 1_000_000n, allowModels: null, note: '' }
    await store.groups.create({ ...group, isDefault: false, limits: [] })
    for (const id of ['u1', 'u2', 'u3']) await addUser(store, id)
    await addUser(store, 'u4', 'admin')
    await store.userAdmin.change('u2', { groupId: 'g1', billing: 'prepaid', name: 'Ada 100%' })
    await store.userAdmin.change('u3', { status: 'disabled' })
    expect(await ids(store, {})).toEqual(['u4', 'u3', 'u2', 'u1'])
    const first = await store.userAdmin.list({ ...EVERYBODY, limit: 3 })
    expect(first.next).toBe('u2')
    expect(await ids(store, { limit: 3, cursor: first.next })).toEqual(['u1'])
    expect(await ids(store, { roles: ['admin'] })).toEqual(['u4'])
    expect(await ids(store, { statuses: ['disabled'] })).toEqual(['u3'])
    expect(await ids(store, { groups: ['g1'], billings: ['prepaid'] })).toEqual(['u2'])
    expect(await ids(store, { groups: ['g1'], roles: ['admin'] })).toEqual([])
    expect(await ids(store, { q: 'ada 100%' })).toEqual(['u2'])
    expect(await ids(store, { q: 'U1@EXAMPLE' })).toEqual(['u1'])
    expect(await ids(store, { q: '%' })).toEqual(['u2'])
    expect(await ids(store, { ids: ['u1', 'u4'] })).toEqual(['u4', 'u1'])
    expect(await ids(store, { ids: [] })).toEqual([])
    expect(await store.userAdmin.bounded()).toEqual([{ id: 'u2', billing: 'prepaid' }])
  })

  test('orders accounts by any column either way, page by page, who has nothing of it last', async () => {
    await using store = await open()
    for (const id of ['u1', 'u2', 'u3', 'u4']) await addUser(store, id)
    const names = { u1: '用户 10', u2: '用户 9', u3: 'ada', u4: 'Bob' }
    for (const [id, name] of Object.entries(names)) await store.userAdmin.change(id, { name })
    for (const id of ['k1', 'k2']) await addKey(store, id, 'u2')
    await addKey(store, 'k3', 'u3')
    await store.requests.insertSettled([
      aRequest({ userId: 'u2', at: TEST_NOW - 2 * HOUR_MS, costNanos: 5n }),
      aRequest({ userId: 'u2', keyId: 'k2', at: TEST_NOW - HOUR_MS, costNanos: 5n }),
      aRequest({ userId: 'u3', keyId: 'k3', at: TEST_NOW - 3 * HOUR_MS, costNanos: 7n }),
      aRequest({ userId: 'u1', at: TEST_NOW - 60 * DAY_MS, costNanos: 99n }),
    ])
    const sorted = async (sort: Sort<UserColumn>, query: object = {}) => {
      const listed = await ids(store, { sort, ...query })
      // The order of all is that of the pages; only a cursor makes them differ.
      if (!('cursor' in query)) expect(await store.userAdmin.order({ zone: 'UTC', sort, ...query })).toEqual(listed)
      return listed
    }
    expect(await sorted('created')).toEqual(['u1', 'u2', 'u3', 'u4'])
    expect(await sorted('created', { cursor: 'u2' })).toEqual(['u3', 'u4'])
    expect(await sorted('name')).toEqual(['u2', 'u1', 'u3', 'u4'])
    expect(await sorted('-cost')).toEqual(['u2', 'u3', 'u4', 'u1'])
    expect(await sorted('cost')).toEqual(['u4', 'u1', 'u3', 'u2'])
    expect(await sorted('-requests')).toEqual(['u2', 'u3', 'u4', 'u1'])
    expect(await sorted('-keys')).toEqual(['u2', 'u3', 'u4', 'u1'])
    expect(await sorted('-active')).toEqual(['u2', 'u3', 'u4', 'u1'])
    expect(await sorted('active')).toEqual(['u3', 'u2', 'u4', 'u1'])
    expect(await sorted('-cost', { q: '用户' })).toEqual(['u2', 'u1'])
    expect(await sorted('name', { ids: [] })).toEqual([])
    const first = await store.userAdmin.list({ ...EVERYBODY, sort: '-active', limit: 3 })
    expect(first.items.map((user) => user.id)).toEqual(['u2', 'u3', 'u4'])
    expect(await sorted('-active', { cursor: first.next })).toEqual(['u1'])
  })

  test('tells what an account used this month, how many keys it has and when it was last active', async () => {
    await using store = await open()
    await addUser(store)
    await addKey(store)
    await addKey(store, 'k2')
    await store.keys.remove({ userId: 'u1', id: 'k2' })
    expect(await store.userAdmin.get('u1', 'UTC')).toMatchObject({ lastActiveAt: null, keys: 1 })
    const start = Date.UTC(2026, 10, 1)
    await store.requests.insertSettled([
      aRequest({ at: start - HOUR_MS, costNanos: 5n }),
      aRequest({ at: start + HOUR_MS, costNanos: 7n }),
      aRequest({ at: TEST_NOW - DAY_MS, costNanos: 2n ** 60n }),
    ])
    const seen = await store.userAdmin.get('u1', 'UTC')
    expect(seen).toMatchObject({ lastActiveAt: TEST_NOW - DAY_MS, groupName: null })
    expect(seen?.month).toEqual({ requests: 2, costNanos: 2n ** 60n + 7n })
    expect((await store.userAdmin.get('u1', 'Asia/Shanghai'))?.month.requests).toBe(3)
    expect(seen?.trend).toEqual([...Array.from({ length: 12 }, () => 0n), 2n ** 60n, 0n])
    expect(await store.userAdmin.figures('UTC')).toEqual({
      active: 1,
      disabled: 0,
      activeToday: 0,
      monthCostNanos: 2n ** 60n + 7n,
    })
    expect(await ids(store, { idle: true })).toEqual([])
    store.clock.set(TEST_NOW + 31 * DAY_MS)
    expect(await ids(store, { idle: true })).toEqual(['u1'])
  })
})
