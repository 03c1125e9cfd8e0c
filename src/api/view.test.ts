import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, type Endpoints } from '../contract/all.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { HOUR_MS } from '../core/time.ts'
import { newId } from '../core/ids.ts'
import { openWorld, type World } from './testing.ts'
import { VIEW_HEADER } from './view.ts'

let world: World
let admin: { id: string; token: string }
let ada: { id: string; token: string }
beforeAll(async () => {
  world = await openWorld()
  admin = await person('root', 'admin')
  ada = await person('ada')
  await world.call('createKey', { token: ada.token, body: { name: 'of ada' } })
})
afterAll(() => world[Symbol.asyncDispose]())

async function person(name: string, role: 'admin' | 'user' = 'user') {
  const { id } = await world.user(name, { role })
  return { id, token: (await world.session(id)).access }
}

const begin = (id: string, token = admin.token) => world.call('adminViewUser', { token, params: { id } })
const viewOf = async (id: string) => ({ [VIEW_HEADER]: (await begin(id)).body.token })

test('a look shows the data of the user to the administrator who began it, and leaves a row for each of the two', async () => {
  const headers = await viewOf(ada.id)
  const { token } = admin
  expect((await world.call('getMe', { token, headers })).body).toMatchObject({ id: ada.id, role: 'user' })
  expect((await world.call('listKeys', { token, headers })).body.items).toMatchObject([{ name: 'of ada' }])
  expect((await world.call('getMe', { token })).body.id).toBe(admin.id)
  expect(world.rows('audit').at(-1)).toMatchObject({ action: 'user.viewed', actor_id: admin.id, target_id: ada.id })
  expect(world.rows('activity').at(-1)).toMatchObject({ kind: 'account.viewed', user_id: ada.id, ip: '' })
})

const NAMES = Object.keys(endpoints) as (keyof Endpoints)[]
const isLook = ({ who, method, file, stream }: Endpoint) => who === 'user' && method === 'GET' && !file && !stream

test('nothing is written, taken out or administrated in a look, whatever the endpoint', async () => {
  const headers = await viewOf(ada.id)
  const before = [world.rows('audit').length, world.rows('activity').length]
  const others = NAMES.filter((name) => endpoints[name].who !== 'anyone' && !isLook(endpoints[name]))
  expect(others).toContain('createKey')
  expect(others).toContain('exportMe')
  expect(others).toContain('adminListUsers')
  for (const name of [...others, 'usageCapture' as const]) {
    const body = endpoints[name].method === 'GET' ? {} : { body: {} }
    const given = {
      token: admin.token,
      headers,
      params: { id: newId(), session: newId(), credential_id: newId(), endpoint_id: newId() },
      ...body,
    } as object
    expect([name, (await world.call(name, given)).error.code]).toEqual([name, 'view_only'])
  }
  expect([world.rows('audit').length, world.rows('activity').length]).toEqual(before)
})

test('a table of keys is not taken out in a look: its row would stand in the name of the user', async () => {
  const headers = await viewOf(ada.id)
  const before = world.rows('activity').length
  expect((await world.call('exportKeys', { token: admin.token, headers })).error.code).toBe('view_only')
  expect(world.rows('activity')).toHaveLength(before)
})

test('a look serves nobody but the session that began it, for an hour, while its user is there and no administrator', async () => {
  const headers = await viewOf(ada.id)
  const ask = (token: string) => world.call('getMe', { token, headers })
  expect((await ask(ada.token)).error.code).toBe('admin_required')
  const other = (await world.session(admin.id)).access
  expect((await ask(other)).error.code).toBe('view_over')
  const forged = { [VIEW_HEADER]: `${headers[VIEW_HEADER]}x` }
  expect((await world.call('getMe', { token: admin.token, headers: forged })).error.code).toBe('view_over')
  await world.store.users.patch(ada.id, { role: 'admin' })
  expect((await ask(admin.token)).error.code).toBe('view_over')
  await world.store.users.patch(ada.id, { role: 'user' })
  expect((await ask(admin.token)).status).toBe(200)
  const long = (await world.session(admin.id, 3 * HOUR_MS)).access
  const held = { [VIEW_HEADER]: (await begin(ada.id, long)).body.token }
  world.clock.ms += HOUR_MS
  expect((await world.call('getMe', { token: long, headers: held })).error.code).toBe('view_over')
})

test('administrators and nobody are not looked at', async () => {
  const { access: token } = await world.session(admin.id)
  expect((await begin(admin.id, token)).error.code).toBe('view_admin')
  expect((await begin(newId(), token)).status).toBe(404)
})
