import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS, iso } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
let ada: { id: string; token: string }
let root: typeof ada
let keyId = ''
let period: { from: string; to: string; tz: string }
beforeAll(async () => {
  world = await openWorld()
  ada = await person('ada')
  root = await person('root', 'admin')
  // Names are texts of people, and a spreadsheet must not take one for a formula.
  keyId = (await world.call('createKey', { token: ada.token, body: { name: '=HYPERLINK("x")' } })).body.id
  const now = world.clock.now()
  period = { from: iso(now - HOUR_MS), to: iso(now), tz: 'Asia/Shanghai' }
  const records = Array.from({ length: 1201 }, (_, n) =>
    settledRequest({ at: now - 1 - n * 1000, userId: ada.id, keyId, model: n === 0 ? 'odd' : 'even' }),
  )
  await world.store.requests.insertSettled(records)
})
afterAll(() => world[Symbol.asyncDispose]())

async function person(name: string, role: 'admin' | 'user' = 'user') {
  const { id } = await world.user(name, { role })
  return { id, token: (await world.session(id)).access }
}

const linesOf = (csv: string) => csv.split('\r\n')

test('writes CSV that Excel opens right: byte-order mark, CRLF, a zone, numbers without units, no formula', async () => {
  const query = new URLSearchParams({ ...period, model: 'odd' })
  const response = await world.fetch(`/api/usage/export?${query.toString()}`, {
    headers: { authorization: `Bearer ${ada.token}` },
  })
  const name = 'attachment; filename="yumen-usage_2026-11-20_2026-11-20.csv"'
  expect(response.headers.get('content-disposition')).toBe(name)
  const [heading = '', row = '', end] = linesOf(Buffer.from(await response.arrayBuffer()).toString())
  expect(heading.startsWith('\u{feff}time,timezone,id,key,client,')).toBe(true)
  expect(row).toContain('2026-11-20T15:59:59.999+08:00,Asia/Shanghai,')
  expect(row).toContain(`"'=HYPERLINK(""x"")"`)
  expect(row.split(',').slice(-12)).toEqual(['', '1', '', '0', '0', '0', '0', '0', '0', 'none', '', '1'])
  expect(end).toBe('')
})

test('reads every page to the end, each request once', async () => {
  const { body } = await world.call('usageExport', { token: ada.token, query: { ...period, column: 'id' } })
  const ids = linesOf(body).slice(1, -1)
  expect(ids).toHaveLength(1201)
  expect(new Set(ids).size).toBe(1201)
})

test('takes only the columns asked for, in their own order', async () => {
  const query = { ...period, model: 'odd', column: ['cost', 'model'] }
  const { body } = await world.call('usageExport', { token: ada.token, query })
  expect(body).toBe('model,cost\r\nodd,0\r\n')
})

test('keeps from users who answered and what it cost, whatever they ask for', async () => {
  const query = { ...period, model: 'odd', column: ['model', 'provider', 'user', 'upstream_cost'] }
  const own = await world.call('usageExport', { token: ada.token, query })
  expect(own.body).toBe('model\r\nodd\r\n')
  const all = await world.call('adminUsageExport', { token: root.token, query })
  expect(all.body).toBe('user,provider,model,upstream_cost\r\nada,,odd,0\r\n')
})

test('writes JSON with the same columns', async () => {
  const query = { ...period, model: 'odd', format: 'json', column: ['model', 'stream', 'total_ms'] }
  const { body, headers } = await world.call('usageExport', { token: ada.token, query })
  expect(headers.get('content-type')).toBe('application/json')
  expect(JSON.parse(body)).toEqual([{ model: 'odd', stream: false, total_ms: 1 }])
})

test('tells all that a cost is made of: every token, the service tier and the factor', async () => {
  const usage = {
    ...NO_USAGE,
    input: 1,
    cacheRead: 2,
    output: 3,
    audioIn: 4,
    audioOut: 5,
    imageIn: 6,
    imageOut: 7,
    searches: 8,
  }
  const facts = {
    model: 'spoken',
    usage,
    serviceTier: 'flex',
    multiplierMicros: 1_500_000n,
    usageSource: 'clamped',
  } as const
  const at = world.clock.now() - 2 * HOUR_MS
  await world.store.requests.insertSettled([settledRequest({ ...facts, at, userId: ada.id, keyId })])
  const { body } = await world.call('usageExport', {
    token: ada.token,
    query: { from: iso(at), to: iso(at + 1), format: 'json' },
  })
  expect(JSON.parse(body)).toMatchObject([
    { input: 1, cache_read: 2, output: 3, audio_in: 4, audio_out: 5, image_in: 6, image_out: 7, searches: 8 },
  ])
  expect(JSON.parse(body)).toMatchObject([{ usage_source: 'clamped', service_tier: 'flex', multiplier: '1.5' }])
})

test('has nothing of anybody else', async () => {
  const other = await person('bob')
  const { body } = await world.call('usageExport', { token: other.token, query: { ...period, column: 'id' } })
  expect(linesOf(body)).toEqual(['id', ''])
})

test('leaves a row in the account’s log', async () => {
  await world.call('adminUsageExport', { token: root.token, query: period })
  const row = world.rows('activity').findLast(({ user_id: id }) => id === root.id)
  expect(row).toMatchObject({ kind: 'data.exported' })
  expect(JSON.parse(String(row?.['details']))).toEqual({ what: 'all_requests', format: 'csv' })
})

test('everybody’s rows leave an audit row that says what was asked for and how many rows it came to', async () => {
  const query = { ...period, model: ['even'], format: 'json' as const, column: ['id'] as 'id'[] }
  await world.call('adminUsageExport', { token: root.token, query })
  const row = world.rows('audit').at(-1)
  expect(row).toMatchObject({ action: 'request.exported', actor_id: root.id, target_kind: 'request', outcome: 'done' })
  expect(JSON.parse(String(row?.['after']))).toEqual({ what: 'all_requests', ...query, rows: 1200 })
})

test('accounts and keys taken out in a table leave one too, and the own rows none', async () => {
  const { token } = root
  await world.call('adminExportUsers', { token, query: { q: 'ada@' } })
  await world.call('adminExportKeys', { token, query: { user: [ada.id] } })
  const [users, keys] = world.rows('audit').slice(-2)
  expect([users?.['action'], keys?.['action']]).toEqual(['user.exported', 'key.exported'])
  expect(JSON.parse(String(users?.['after']))).toMatchObject({ what: 'users', q: 'ada@', rows: 1 })
  expect(JSON.parse(String(keys?.['after']))).toMatchObject({ what: 'all_keys', user: [ada.id], rows: 1 })
  const count = world.rows('audit').length
  await world.call('usageExport', { token: ada.token, query: period })
  await world.call('exportKeys', { token: ada.token, query: {} })
  expect(world.rows('audit')).toHaveLength(count)
})

test('an export that cannot be written down in the audit log gives nothing', async () => {
  const failing = vi.spyOn(world.store.audit, 'record').mockRejectedValue(new Error('disk full'))
  const { status } = await world.call('adminUsageExport', { token: root.token, query: period })
  failing.mockRestore()
  expect(status).toBe(500)
})
