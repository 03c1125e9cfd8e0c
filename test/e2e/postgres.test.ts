import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteKey, patchKey } from '../../src/contract/keys.ts'
import { adminCreateModel } from '../../src/contract/models.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { HOUR_MS, systemClock } from '../../src/core/time.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type NewSession, sessionsIn } from '../../src/store/sessions.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Gateway, startGateway } from './gateway.ts'

/** A PostgreSQL server to try the gateway on, whose user may create databases; without it these tests are passed over. */
const SERVER = process.env['DATABASE_URL_TEST'] ?? ''

const EVER = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }

describe.skipIf(SERVER === '')('on a PostgreSQL server', () => {
  const name = `yumen_test_${process.pid}`
  let vendor: Vendor
  let gateway: Gateway
  let url: URL
  beforeAll(async () => {
    await onServer(`create database ${name}`)
    url = new URL(SERVER)
    url.pathname = `/${name}`
    vendor = await startVendor()
    gateway = await startGateway({ DATABASE_URL: url.href })
    await gateway.addModel('m')
    await gateway.addProvider({ vendor, models: ['m'] })
  })
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
    await vendor[Symbol.asyncDispose]()
    await onServer(`drop database ${name}`)
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

  test('a session that is refreshed while all of them are ended ends with them', async () => {
    await using db = await openDatabase({ url: url.href, dataDir: '' })
    const sessions = sessionsIn(db, systemClock)
    const outsider = new pg.Client({ connectionString: url.href })
    await outsider.connect()
    await using _outsider = { [Symbol.asyncDispose]: () => outsider.end() }
    const { rows } = await outsider.query<{ id: string }>('select id from "user"')
    const userId = rows[0]?.id ?? ''
    await sessions.open(aSession('old', userId))
    const waiting = async () => {
      const asked = `select pid from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`
      // Within a transaction the first answer would stay.
      await outsider.query('select pg_stat_clear_snapshot()')
      return (await outsider.query(asked)).rowCount
    }
    // Stops the refresh where its successor is inserted, for that asks for the user's row.
    await outsider.query('begin')
    await outsider.query('select from "user" where id = $1 for update', [userId])
    const refreshed = sessions.rotate('old', aSession('new', userId))
    await expect.poll(waiting).toBe(1)
    const ended = sessions.revokeOthers(userId, null, 'logout')
    await expect.poll(waiting).toBe(2)
    await outsider.query('commit')
    expect(await refreshed).toBe(true)
    await ended
    expect(await sessions.listAlive(userId)).toEqual([])
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

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  await client.query(statement)
  await client.end()
}
