import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import { looksLikeUserKey, newUserKey } from '../vault/keys.ts'
import { readCsv } from './csv.ts'
import { signedIn } from './test-signed-in.ts'
import { openWorld, PASSWORD, settledRequest, type World } from './testing.ts'

let world: World
let admin: { id: string; token: string }
let ada: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  admin = await signedIn(world, 'root', 'admin')
  ada = await signedIn(world, 'ada')
})
afterEach(() => world[Symbol.asyncDispose]())

const HARD = { metric: 'cost', window: 'total', max: '5', mode: 'hard', action: 'refuse' } as const
type DistributiveOmit<T> = T extends unknown ? Omit<T, 'ids'> : never
type Many = DistributiveOmit<BodyInputOf<Endpoints['adminBulkKeys']>>

const mine = async (body: object = {}) =>
  (await world.call('createKey', { token: ada.token, body: { name: 'k', ...body } })).body

test('an administrator makes a key for a user, who is told', async () => {
  const body = { name: 'CI', user: ada.id, tags: ['prod'], limits: [HARD] }
  const { status, body: key } = await world.call('adminCreateKey', { token: admin.token, body })
  expect(status).toBe(201)
  expect(looksLikeUserKey(key.secret)).toBe(true)
  expect(key).toMatchObject({
    owner: { id: ada.id, name: 'ada', email: 'ada@example.com' },
    created_by: { id: admin.id, name: 'root' },
    tags: ['prod'],
    risks: ['no_expiry'],
  })
  expect((await world.call('getKey', { token: ada.token, params: { id: key.id } })).body.limits).toMatchObject([HARD])
  expect(world.rows('activity')).toMatchObject([{ user_id: ada.id, kind: 'key.created', ip: '' }])
  expect(JSON.stringify(world.rows('audit'))).not.toContain(key.secret)
  const nobody = await world.call('adminCreateKey', { token: admin.token, body: { ...body, user: 'none' } })
  expect(nobody.status).toBe(422)
})

test('a pasted secret finds its key, also the one it had before, and is written nowhere', async () => {
  const key = await mine()
  const find = (secret: string) => world.call('adminFindKey', { token: admin.token, body: { secret } })
  expect((await find(` ${key.secret} `)).body.id).toBe(key.id)
  const { body: rotated } = await world.call('rotateKey', { token: ada.token, params: { id: key.id }, body: {} })
  expect((await find(key.secret)).body.id).toBe(key.id)
  expect((await find(rotated.secret)).body.id).toBe(key.id)
  expect((await find(newUserKey())).status).toBe(404)
  expect((await find('something else')).status).toBe(404)
  const written = JSON.stringify([world.rows('audit'), world.rows('activity'), world.seen.errors])
  for (const secret of [key.secret, rotated.secret]) expect(written).not.toContain(secret)
})

test('a leaked key is disabled at once, with rows for operators and its owner', async () => {
  const key = await mine()
  const params = { id: key.id }
  const body = { status: 'disabled' } as const
  expect((await world.call('adminPatchKey', { token: admin.token, params, body })).body.status).toBe('disabled')
  expect((await world.store.readDirectory()).data.keys).toMatchObject([{ id: key.id, status: 'disabled' }])
  const [audit] = world.rows('audit')
  expect(audit).toMatchObject({ action: 'key.disabled', target_id: key.id, before: '{"status":"active"}' })
  expect(world.rows('activity').map((row) => row['kind'])).toEqual(['key.created', 'key.disabled'])
  expect((await world.call('adminDeleteKey', { token: admin.token, params })).status).toBe(204)
  expect((await world.call('adminGetKey', { token: admin.token, params })).status).toBe(404)
})

test('keys are listed with their owners, by risk, status and owner', async () => {
  const bounded = await mine({ limits: [HARD], expires_at: '2026-12-01T00:00:00.000Z' })
  const free = await mine()
  const list = async (query: Record<string, string | string[]>) =>
    (await world.call('adminListKeys', { token: admin.token, query })).body.items.map((key) => key.id)
  expect(await list({})).toEqual([free.id, bounded.id])
  expect(await list({ risk: ['no_limit', 'no_expiry'] })).toEqual([free.id])
  expect(await list({ user: admin.id })).toEqual([])
  expect(await list({ status: 'disabled' })).toEqual([])
  const unknown = await world.call('adminListKeys', { token: admin.token, query: { risk: 'looks_odd' } })
  expect(unknown.status).toBe(422)
})

test('keys whose limits are used up, and those with an old secret, are found and counted', async () => {
  const [free, rotated] = [await mine(), await mine()] as const
  await world.call('rotateKey', { token: ada.token, params: { id: rotated.id }, body: {} })
  const capped = await mine({ limits: [{ ...HARD, max: '1' }] })
  const warned = await mine({ limits: [{ ...HARD, max: '1', mode: 'normal', action: 'warn' }] })
  const gone = await mine({ limits: [{ ...HARD, max: '1' }] })
  const spent = (keyId: string) =>
    settledRequest({ at: world.clock.now(), userId: ada.id, keyId, status: 'succeeded', costNanos: 1_000_000_000n })
  await world.store.requests.insertSettled([capped, warned, gone].map(({ id }) => spent(id)))
  await world.call('patchKey', { token: ada.token, params: { id: gone.id }, body: { status: 'disabled' } })
  const list = async (status: string | string[]) =>
    (await world.call('adminListKeys', { token: admin.token, query: { status } })).body.items.map((key) => key.id)
  expect(await list('exhausted')).toEqual([capped.id])
  expect(await list('rotating')).toEqual([rotated.id])
  expect(await list(['exhausted', 'disabled'])).toEqual([gone.id, capped.id])
  expect(await list('active')).toEqual([warned.id, capped.id, rotated.id, free.id])
  const { body } = await world.call('adminExportKeys', { token: admin.token, query: { status: 'exhausted' } })
  expect(body.split('\r\n')).toHaveLength(3)
  const figures = (await world.call('adminKeyFigures', { token: admin.token })).body
  expect(figures).toMatchObject({ active: 4, disabled: 1, rotating: 1, exhausted: 1 })
  await world.call('adminPatchKey', { token: admin.token, params: { id: capped.id }, body: { status: 'disabled' } })
  expect(await list('exhausted')).toEqual([])
})

test('keys are counted by state and risk, and written as a table without their secrets', async () => {
  const soon = await mine({ limits: [HARD], expires_at: '2026-11-25T00:00:00.000Z', name: '=soon' })
  const free = await mine()
  await world.call('rotateKey', { token: ada.token, params: { id: free.id }, body: {} })
  const { body } = await world.call('adminKeyFigures', { token: admin.token })
  expect(body).toEqual({
    active: 2,
    disabled: 0,
    expired: 0,
    rotating: 1,
    exhausted: 0,
    risks: { no_limit: 1, no_expiry: 1, unused_90d: 0, many_ips: 0, expires_7d: 1 },
    month_cost: '0',
  })
  const { body: all } = await world.call('adminExportKeys', { token: admin.token })
  expect(all.split('\r\n')).toHaveLength(4)
  const { body: one } = await world.call('adminExportKeys', { token: admin.token, query: { id: soon.id } })
  expect(one).toContain(`ada,ada@example.com,${soon.id},'=soon`)
  const { body: own } = await world.call('exportKeys', { token: ada.token, query: { id: soon.id } })
  expect(own.split('\r\n')[1]).toContain(`${soon.id},'=soon,,${soon.prefix}…${soon.last4},active`)
  expect((await world.call('exportKeys', { token: admin.token })).body.split('\r\n')).toHaveLength(2)
  for (const call of ['exportKeys', 'adminExportKeys'] as const) {
    const token = call === 'exportKeys' ? ada.token : admin.token
    const [heading, row] =
      readCsv((await world.call(call, { token, query: { id: soon.id, tz: 'Asia/Shanghai' } })).body).rows ?? []
    const cell = (name: string) => row?.cells[heading?.cells.indexOf(name) ?? -1] ?? ''
    expect(cell('time_zone')).toBe('Asia/Shanghai')
    for (const name of ['created_at', 'expires_at']) {
      expect(cell(name)).toMatch(/\+08:00$/)
    }
    expect(Date.parse(cell('expires_at'))).toBe(Date.parse(soon.expires_at ?? ''))
  }
  for (const secret of [soon.secret, free.secret]) expect(all + own).not.toContain(secret)
})

test('keys are taken out as JSON with the columns of the table, everybody’s and the own ones', async () => {
  const key = await mine({ name: 'one' })
  for (const [call, token, more] of [
    ['adminExportKeys', admin.token, { owner_name: 'ada', owner_email: 'ada@example.com' }],
    ['exportKeys', ada.token, {}],
  ] as const) {
    const { body, headers } = await world.call(call, { token, query: { id: key.id, format: 'json' } })
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="yumen-(all-)?keys\.json"$/)
    const shown = { id: key.id, name: 'one', key: `${key.prefix}…${key.last4}`, expires_at: null, month_requests: 0 }
    const [row] = JSON.parse(body) as Record<string, unknown>[]
    expect(row).toMatchObject({ ...more, ...shown })
    const [heading] = readCsv((await world.call(call, { token })).body).rows ?? []
    expect(Object.keys(row ?? {})).toEqual(heading?.cells)
    expect(body).not.toContain(key.secret)
  }
  const told = world.rows('activity').filter(({ user_id: id, kind }) => id === ada.id && kind === 'data.exported')
  expect(told.map(({ details }) => JSON.parse(String(details)).format)).toEqual(['json', 'csv'])
})

test('keys are written in the order asked for, the own ones in that of their ids', async () => {
  const [b, c, a] = [await mine({ name: 'b' }), await mine({ name: 'c' }), await mine({ name: 'a' })]
  const namesIn = (csv: string, at: number) =>
    readCsv(csv)
      .rows?.slice(1)
      .map((row) => row.cells[at])
  const written = async (query: { sort?: 'name' | '-name' }) =>
    namesIn((await world.call('adminExportKeys', { token: admin.token, query })).body, 3)
  expect(await written({ sort: 'name' })).toEqual(['a', 'b', 'c'])
  expect(await written({ sort: '-name' })).toEqual(['c', 'b', 'a'])
  expect(await written({})).toEqual(['a', 'c', 'b'])
  const own = async (...id: string[]) =>
    namesIn((await world.call('exportKeys', { token: ada.token, query: { id } })).body, 1)
  expect(await own(b.id, a.id, c.id, b.id)).toEqual(['b', 'a', 'c'])
})

test.each(['\u0001', '"', '\u{1f511}'])(
  'a list by name goes on behind a key that is called %j all through',
  async (odd) => {
    const name = odd.repeat(64 / odd.length)
    for (const _ of [1, 2]) await mine({ name })
    const page = (cursor?: string) =>
      world.call('adminListKeys', {
        token: admin.token,
        query: { sort: 'name', limit: '1', ...(cursor && { cursor }) },
      })
    const { items, next } = (await page()).body
    const rest = await page(next ?? '')
    expect(rest.status).toBe(200)
    expect([...items, ...rest.body.items].map((key) => key.name)).toEqual([name, name])
  },
)

test('many keys are changed each by itself', async () => {
  const [one, two] = [await mine({ limits: [HARD] }), await mine()]
  const bulk = async (body: Many) =>
    (await world.call('adminBulkKeys', { token: admin.token, body: { ids: [one.id, two.id, 'none'], ...body } })).body
      .results
  const codes = async (body: Many) => (await bulk(body)).map((result) => result.code)
  expect(await codes({ action: 'disable' })).toEqual([null, null, 'not_found'])
  expect(await codes({ action: 'enable' })).toEqual([null, null, 'not_found'])
  expect(await codes({ action: 'set_expiry', expires_at: '2027-01-01T00:00:00.000Z' })).toEqual([
    null,
    null,
    'not_found',
  ])
  expect(await codes({ action: 'set_limits', limits: [] })).toEqual(['password_needed', null, 'not_found'])
  expect(await codes({ action: 'set_limits', limits: [], password: PASSWORD })).toEqual([null, null, 'not_found'])
  const { body } = await world.call('adminGetKey', { token: admin.token, params: { id: one.id } })
  expect(body).toMatchObject({ status: 'active', expires_at: '2027-01-01T00:00:00.000Z', limits: [] })
  expect(await codes({ action: 'delete' })).toEqual([null, null, 'not_found'])
  expect((await world.call('adminListKeys', { token: admin.token })).body.items).toEqual([])
})

test('the relay is told of the keys that were disabled before something failed', async () => {
  const [one, two] = [await mine(), await mine()]
  const patch = world.store.keys.patch.bind(world.store.keys)
  const failing = vi.spyOn(world.store.keys, 'patch')
  failing.mockImplementation((ref, ...rest) =>
    ref.id === two.id ? Promise.reject(new Error('disk full')) : patch(ref, ...rest),
  )
  const before = world.seen.changed
  const body = { ids: [one.id, two.id], action: 'disable' as const }
  expect((await world.call('adminBulkKeys', { token: admin.token, body })).status).toBe(500)
  failing.mockRestore()
  expect(world.seen.changed).toBe(before + 1)
})

test('nobody makes a key for an account that is not there, or no longer', async () => {
  const gone = await world.user('gone')
  await world.store.userAdmin.remove(gone.id)
  for (const user of ['nobody', gone.id]) {
    const answer = await world.call('adminCreateKey', { token: admin.token, body: { name: 'k', user } })
    expect([answer.status, answer.error.code]).toEqual([422, 'fields_invalid'])
  }
  expect((await world.call('adminListKeys', { token: admin.token })).body.items).toEqual([])
  expect(world.seen.changed).toBe(0)
})
