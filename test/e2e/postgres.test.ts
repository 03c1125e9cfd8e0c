import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteKey, patchKey } from '../../src/contract/keys.ts'
import { adminCreateModel } from '../../src/contract/models.ts'
import { adminListProviders, adminPatchProvider } from '../../src/contract/providers.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { newId } from '../../src/core/ids.ts'
import { HOUR_MS, systemClock } from '../../src/core/time.ts'
import { alertsIn } from '../../src/store/alerts.ts'
import { openDatabase } from '../../src/store/database.ts'
import { groupsIn } from '../../src/store/groups.ts'
import { modelsIn } from '../../src/store/models.ts'
import { pricesIn } from '../../src/store/price-book.ts'
import { requestsIn } from '../../src/store/requests.ts'
import { type NewSession, sessionsIn } from '../../src/store/sessions.ts'
import { userAdminIn } from '../../src/store/user-admin.ts'
import { usersIn } from '../../src/store/users.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { findPostgres, type Postgres } from './postgres-server.ts'

/** Without PostgreSQL these tests are passed over. */
const start = findPostgres()

const ENVELOPE = createEnvelope(Buffer.alloc(32, 7), 'test')
const EVER = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }

describe.skipIf(start === null)('on a PostgreSQL server', () => {
  let server: Postgres | undefined
  const name = `yumen_test_${process.pid}`
  let vendor: Vendor
  let gateway: Gateway
  let url: URL
  beforeAll(async () => {
    server = await start?.()
    await onServer(server?.url, `create database ${name}`)
    url = new URL(server?.url ?? '')
    url.pathname = `/${name}`
    vendor = await startVendor()
    gateway = await startGateway({ DATABASE_URL: url.href })
    await gateway.addModel('m')
    await gateway.addProvider({ vendor, models: ['m'] })
  })
  afterAll(async () => {
    await gateway?.[Symbol.asyncDispose]()
    await vendor?.[Symbol.asyncDispose]()
    await onServer(server?.url, `drop database ${name}`)
    await server?.[Symbol.asyncDispose]()
  })

  const ask = (key: string, body: object) =>
    fetch(`${gateway.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], ...body }),
    })
  const idOf = (response: Response) => response.headers.get('x-yumen-request-id') ?? ''

  test('a request goes its way from provider to bill, and a disabled or deleted key is refused', async () => {
    const { id, secret } = await gateway.addKey()
    vendor.script({ usage: { input: 40, output: 9 } })
    const response = await ask(secret, { model: 'm', stream: true })
    expect(await response.text()).toContain('[DONE]')
    const row = await gateway.row(idOf(response))
    expect(row).toMatchObject({ status: 'succeeded', usage: { input: 40, output: 9 }, cost: '0.00017' })
    const { current } = await gateway.call(adminUsage.summary, { query: EVER })
    expect(current).toMatchObject({ requests: 1, cost: '0.00017' })
    const { items } = await gateway.call(adminUsage.breakdown, { query: { ...EVER, by: 'key' } })
    expect(items).toMatchObject([{ id, name: 'test' }])
    expect((await gateway.call(adminUsage.series, { query: EVER })).total).not.toEqual([])
    expect((await gateway.call(adminUsage.heatmap, { query: EVER })).active_days).toBe(1)
    expect((await gateway.call(adminUsage.requests, { query: { ...EVER, q: 'M' } })).items).toHaveLength(1)
    await gateway.call(patchKey, { params: { id }, body: { status: 'disabled' } })
    expect((await ask(secret, { model: 'm' })).status).toBe(401)
    await gateway.call(deleteKey, { params: { id } })
    expect((await ask(secret, { model: 'm' })).status).toBe(401)
  })

  test('a NUL in the name of a model stops no row, its own and those behind it', async () => {
    const { secret } = await gateway.addKey()
    const odd = await ask(secret, { model: 'no\0such' })
    const next = await ask(secret, { model: 'm' })
    expect(await gateway.row(idOf(odd))).toMatchObject({ status: 'refused', model_asked: 'no\u{fffd}such' })
    expect(await gateway.row(idOf(next))).toMatchObject({ status: 'succeeded' })
  })

  test('of many who add the same model at once one succeeds, and the others are told that it exists', async () => {
    const add = () => gateway.call(adminCreateModel, { body: { id: 'wanted-by-many' } })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, add))
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    expect(refusals).toHaveLength(7)
    expect(refusals.filter((text) => !text.includes('model_exists'))).toEqual([])
  })

  test('a model that is deleted while a route to it is made fails nobody', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    await using outsider = await anOutsider(url)
    await gateway.addModel('leaving')
    const [provider] = (await gateway.call(adminListProviders, {})).items
    const params = { id: provider?.id ?? '' }
    // Stops the route between the look for its model and the writing.
    await outsider.hold('lock table route in share mode')
    const routed = gateway.call(adminPatchProvider, {
      params,
      body: { routes: [{ model: 'm' }, { model: 'leaving' }] },
    })
    await expect.poll(outsider.waiting).toBe(1)
    const removed = modelsIn(db, systemClock).remove('leaving')
    await expect.poll(outsider.waiting).toBe(2)
    await outsider.letGo()
    expect((await routed).routes).toHaveLength(2)
    expect(await removed).toBe(true)
    const { items } = await gateway.call(adminListProviders, {})
    expect(items.flatMap(({ routes }) => routes.map(({ model }) => model))).toEqual(['m'])
  })

  test('reports that wait, however many, hold up nobody who writes', async () => {
    await using outsider = await anOutsider(url)
    await outsider.hold('lock table request in access exclusive mode')
    const pages = Array.from({ length: 12 }, () => gateway.call(adminUsage.requests, { query: EVER }))
    await expect.poll(outsider.waiting).toBeGreaterThan(3)
    await gateway.addKey()
    await outsider.letGo()
    expect(await Promise.all(pages)).toHaveLength(12)
  })

  test('a repricing and requests of the same users that are settled meanwhile do not stop each other', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    await using outsider = await anOutsider(url)
    const { prices, requests } = { prices: pricesIn(db, systemClock), requests: requestsIn(db) }
    const { secret } = await gateway.addKey()
    const id = idOf(await ask(secret, { model: 'm' }))
    await gateway.row(id)
    const asked = await requests.get(id, null)
    if (!asked) throw new Error('the request has no row')
    const from = systemClock.now() - HOUR_MS
    const settle = (first: string, second: string) =>
      requests.insertSettled([first, second].map((userId, n) => ({ ...asked, id: newId(), userId, at: from + n })))
    const rest = { role: 'user', passwordHash: '', mustChangePassword: false } as const
    for (const user of ['user-a', 'user-b'])
      await usersIn(db, systemClock).create({ id: user, email: `${user}@yumen.test`, name: user, ...rest })
    await settle('user-b', 'user-a')
    // Stops the repricing after the first account.
    await outsider.hold('lock table activity in share mode')
    const repricing = { model: 'm', from, to: from + 2, version: null, costOf: () => 1n }
    const repriced = prices.reprice(repricing, { actorId: '', reason: '' })
    await expect.poll(outsider.waiting).toBe(1)
    const settled = settle('user-a', 'user-b')
    await expect.poll(outsider.waiting).toBe(2)
    await outsider.letGo()
    expect(await repriced).toMatchObject({ ok: true })
    await settled
  })

  test('a session that is refreshed while all of them are ended ends with them', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    await using outsider = await anOutsider(url)
    const sessions = sessionsIn(db, systemClock, ENVELOPE)
    const userId = await outsider.userId()
    const passwordHash = (await usersIn(db, systemClock).passwordHash(userId)) ?? ''
    await sessions.open(aSession('old', userId), passwordHash)
    // Stops the refresh where its successor is inserted, for that asks for the user's row.
    await outsider.holdUser(userId)
    const refreshed = sessions.rotate('old', aSession('new', userId))
    await expect.poll(outsider.waiting).toBe(1)
    const ended = sessions.revokeOthers(userId, null, 'logout')
    await expect.poll(outsider.waiting).toBe(2)
    await outsider.letGo()
    expect(await refreshed).toBe(true)
    await ended
    expect(await sessions.listAlive(userId)).toEqual([])
  })

  test('a session is not opened with a password that is just being changed', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    await using outsider = await anOutsider(url)
    const [sessions, users] = [sessionsIn(db, systemClock, ENVELOPE), usersIn(db, systemClock)]
    const userId = await outsider.userId()
    const before = (await users.passwordHash(userId)) ?? ''
    // Stops the change between the end of the sessions and the new password.
    await outsider.holdUser(userId)
    const changed = users.setPassword(userId, { hash: 'new', mustChange: false, keepFamily: null })
    await expect.poll(outsider.waiting).toBe(1)
    const opened = sessions.open(aSession('late', userId), before)
    await expect.poll(outsider.waiting).toBe(2)
    await outsider.letGo()
    expect([await changed, await opened]).toMatchObject([true, { refused: 'password_changed' }])
    expect(await sessions.listAlive(userId)).toEqual([])
  })

  test('a group that a user is just joining is not deleted, and both are told what is so', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    await using outsider = await anOutsider(url)
    const { groups, userAdmin } = { groups: groupsIn(db, systemClock), userAdmin: userAdminIn(db, systemClock) }
    const group = { id: 'g', name: 'Team', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
    await groups.create({ ...group, limits: [] })
    const userId = await outsider.userId()
    // Stops the user between the look for the group and the joining.
    await outsider.holdUser(userId)
    const joined = userAdmin.change(userId, { groupId: 'g' })
    await expect.poll(outsider.waiting).toBe(1)
    const removed = groups.remove('g')
    await expect.poll(outsider.waiting).toBe(2)
    await outsider.letGo()
    expect(await joined).toMatchObject({ ok: true })
    expect(await removed).toMatchObject({ refused: 'in_use' })
    await userAdmin.change(userId, { groupId: null })
    expect(await groups.remove('g')).toMatchObject({ ok: true })
  })

  test('of two groups of one name that are made at once one is refused by a word', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    await using outsider = await anOutsider(url)
    const groups = groupsIn(db, systemClock)
    const group = { name: 'Twice', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
    const add = (id: string) => groups.create({ ...group, id, limits: [] })
    // Groups can be read, and none be written.
    await outsider.hold('lock table "group" in share mode')
    const both = Promise.all([add('twice-1'), add('twice-2')])
    await expect.poll(outsider.waiting).toBe(2)
    await outsider.letGo()
    const refused = (await both).flatMap((outcome) => (outcome.ok ? [] : [outcome.refused]))
    expect(refused).toEqual(['name_taken'])
  })

  test('two channels that are told of an alert at once are both written down', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    await using outsider = await anOutsider(url)
    const alerts = alertsIn(db, systemClock)
    const alert = await alerts.fire({ rule: 'disk_low', subject: 'data', facts: {} }, false)
    const told = (channel: string, at: number) =>
      alerts.delivered(alert?.id ?? '', [{ channel, at, state: 'fired', ok: true, problem: null }])
    // Alerts can be read, and none be written.
    await outsider.hold('lock table alert in share mode')
    const both = Promise.all([told('one', 2), told('two', 1)])
    await expect.poll(outsider.waiting).toBe(2)
    await outsider.letGo()
    await both
    const [written] = await alerts.open()
    expect(written?.deliveries.map(({ channel }) => channel).toSorted()).toEqual(['one', 'two'])
    expect(written?.notifiedAt).toBe(2)
  })
})

function aSession(id: string, userId: string): NewSession {
  const now = systemClock.now()
  return {
    id,
    family: 'f',
    userId,
    accessHash: `access-${id}`,
    refreshHash: `refresh-${id}`,
    userAgent: '',
    ip: '192.0.2.1',
    createdAt: now,
    accessExpiresAt: now + HOUR_MS,
    refreshExpiresAt: now + HOUR_MS,
  }
}

/** Somebody else on the database, who can hold what others wait for, and sees how many wait for a lock. */
async function anOutsider(url: URL) {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const hold = async (statement: string, values: string[] = []) => {
    await client.query('begin')
    await client.query(statement, values)
  }
  return {
    hold,
    userId: async () => (await client.query<{ id: string }>('select id from "user"')).rows[0]?.id ?? '',
    holdUser: (userId: string) => hold('select from "user" where id = $1 for update', [userId]),
    letGo: () => client.query('commit'),
    waiting: async () => {
      // Within a transaction the first answer would stay.
      await client.query('select pg_stat_clear_snapshot()')
      const asked = 'select pid from pg_stat_activity where datname = $1 and wait_event_type = $2'
      return (await client.query(asked, [url.pathname.slice(1), 'Lock'])).rowCount
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

async function onServer(url: string | undefined, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
