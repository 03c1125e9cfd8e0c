import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, iso } from '../core/time.ts'
import { readCsv } from './csv.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
let id: string
beforeEach(async () => {
  world = await openWorld()
  id = (await world.user('ada')).id
  token = (await world.session(id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const listed = async (query: Record<string, string> = {}) =>
  (await world.call('listActivity', { token, query })).body.items
const kinds = async (query: Record<string, string> = {}) => (await listed(query)).map(({ kind }) => kind)
const signIn = (password: string) =>
  world.call('login', { body: { email: 'ada@example.com', password }, ip: '203.0.113.9' })

test('sign-ins that failed are told beside those that succeeded, and nothing is told of addresses without an account', async () => {
  await signIn('not it')
  await world.call('login', { body: { email: 'nobody@example.com', password: 'not it' } })
  await signIn(PASSWORD)
  expect(await listed()).toMatchObject([
    { kind: 'session.opened', outcome: 'done', ip: '203.0.113.9' },
    { kind: 'session.failed', outcome: 'failed', ip: '203.0.113.9' },
  ])
  expect(await kinds({ outcome: 'failed' })).toEqual(['session.failed'])
  expect(world.seen.errors).toEqual([])
})

test('changed settings, limits and money, and whatever is exported, are told', async () => {
  const admin = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const put = (body: { density?: 'compact'; tokens: 'full' }) => world.call('putPreferences', { token, body })
  await put({ tokens: 'full' })
  await put({ tokens: 'full' })
  await put({ tokens: 'full', density: 'compact' })
  const limits = [{ metric: 'cost' as const, window: 'month' as const, max: '500' }]
  await world.call('adminPatchUser', { token: admin, params: { id }, body: { limits } })
  const entry = { amount: '5', kind: 'topup' as const, reason: 'paid', idempotency_key: 'an-invoice-1' }
  await world.call('adminBookEntry', { token: admin, params: { id }, body: entry })
  await world.call('exportKeys', { token })
  expect(await listed()).toMatchObject([
    { kind: 'data.exported', details: { what: 'keys', format: 'csv' } },
    { kind: 'balance.changed', details: { by: 'admin', kind: 'topup', amount: '5', reason: 'paid' } },
    { kind: 'limits.changed', details: { by: 'admin', fields: 'limits', before: '', after: 'cost.month=500' } },
    { kind: 'settings.changed', details: { fields: 'tokens' } },
  ])
})

test('what happened to one key is told by itself, with what was changed of it, also once it is gone', async () => {
  const make = async (name: string) => (await world.call('createKey', { token, body: { name } })).body.id
  const [key, other] = [await make('one'), await make('other')] as const
  const params = { id: key }
  await world.call('patchKey', {
    token,
    params,
    body: { name: `"id":"${other}"`, note: '', expires_at: iso(Date.UTC(2030, 0, 1)) },
  })
  await world.call('patchKey', { token, params: { id: other }, body: { status: 'disabled' } })
  const limits = [{ metric: 'cost', window: 'month', max: '5', mode: 'normal', action: 'refuse' } as const]
  for (const _ of [1, 2]) await world.call('patchKey', { token, params, body: { limits } })
  await world.call('rotateKey', { token, params, body: {} })
  await world.call('deleteKey', { token, params })
  expect(await kinds({ key })).toEqual(['key.deleted', 'key.rotated', 'key.changed', 'key.changed', 'key.created'])
  expect((await listed({ key })).slice(2, 4)).toMatchObject([
    { details: { fields: 'limits', before: '', after: 'cost.month=5' } },
    { details: { fields: 'name, expires_at' } },
  ])
  expect(await kinds({ key: other })).toEqual(['key.disabled', 'key.created'])
  expect(await kinds({ key, outcome: 'failed' })).toEqual([])
  expect(await kinds({ key: '%' })).toEqual([])
  const stranger = (await world.session((await world.user('eve')).id)).access
  expect((await world.call('listActivity', { token: stranger, query: { key } })).body.items).toEqual([])
})

test('what was refused was not exported, and is not told', async () => {
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const told = world.rows('activity').length
  const query = { tz: 'Nowhere', from: iso(0), to: iso(DAY_MS) }
  for (const name of ['adminExportUsers', 'adminExportKeys', 'exportKeys', 'adminExportCohorts'] as const) {
    expect([name, (await world.call(name, { token, query: { tz: query.tz } })).status]).toEqual([name, 422])
  }
  for (const name of ['exportActivity', 'usageExport', 'adminUsageExport', 'adminExportReconciliation'] as const) {
    expect([name, (await world.call(name, { token, query })).status]).toEqual([name, 422])
  }
  expect(world.rows('activity')).toHaveLength(told)
})

test('days are those of the zone asked for, and groups count what is in them', async () => {
  world.clock.ms = Date.UTC(2026, 10, 19, 15, 59)
  await world.call('createKey', { token, body: { name: 'late' } })
  world.clock.ms += 2 * 60_000
  await world.call('createKey', { token, body: { name: 'early' } })
  const query = { from: iso(Date.UTC(2026, 10, 18, 16)), to: iso(Date.UTC(2026, 10, 20, 16)), tz: 'Asia/Shanghai' }
  token = (await world.session(id)).access
  const { body } = await world.call('activitySummary', { token, query })
  expect(body.days).toEqual([
    { date: '2026-11-19', done: 1, failed: 0 },
    { date: '2026-11-20', done: 1, failed: 0 },
  ])
  expect(body.groups).toEqual({ sign_in: 0, keys: 2, account: 0, limits: 0, exports: 0 })
  const refused = async (more: object) =>
    (await world.call('activitySummary', { token, query: { ...query, ...more } })).error.code
  expect(await refused({ to: query.from })).toBe('fields_invalid')
  expect(await refused({ to: iso(world.clock.ms + 500 * DAY_MS) })).toBe('fields_invalid')
  expect(await refused({ tz: 'Nowhere' })).toBe('fields_invalid')
})

test('an export holds the whole of the filtered list, and is itself told', async () => {
  for (let n = 0; n < 205; n += 1) {
    await world.store.activity.record({
      userId: id,
      kind: 'key.created',
      details: { name: `=k${n}` },
      ip: '',
      userAgent: 'a,"b"',
    })
  }
  const answer = await world.call('exportActivity', { token, query: { kind: 'keys', tz: 'Asia/Shanghai' } })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="yumen-activity.csv"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body.endsWith('\r\n')).toBe(true)
  expect(answer.body.startsWith('id,at,local_time')).toBe(true)
  const [heading, first, ...rest] = readCsv(answer.body).rows ?? []
  expect(rest).toHaveLength(204)
  const cells = Object.fromEntries(heading?.cells.map((name, n) => [name, first?.cells[n]]) ?? [])
  expect(cells).toMatchObject({
    kind: 'key.created',
    local_time: '2026-11-20 16:00:00',
    time_zone: 'Asia/Shanghai',
    user_agent: 'a,"b"',
    details: '{"name":"=k204"}',
  })
  const json = await world.call('exportActivity', {
    token,
    query: { format: 'json', from: iso(world.clock.ms - HOUR_MS) },
  })
  expect((JSON.parse(json.body) as unknown[]).length).toBe(207)
  expect(await kinds({ kind: 'exports' })).toEqual(['data.exported', 'data.exported'])
})
