import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from './test-signed-in.ts'
import { openWorld, type World } from './testing.ts'

let world: World
let admin: { id: string; token: string }
let ada: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  admin = await signedIn(world, 'root', 'admin')
  ada = await signedIn(world, 'ada')
})
afterEach(() => world[Symbol.asyncDispose]())

type Status = 'active' | 'disabled'
const keyOf = async ({ token }: { token: string }) =>
  (await world.call('createKey', { token, body: { name: 'k' } })).body.id
const bySelf = ({ token }: { token: string }, id: string, body: object) =>
  world.call('patchKey', { token, params: { id }, body, headers: { 'accept-language': 'en' } })
const byAdmin = (id: string, status: Status) =>
  world.call('adminPatchKey', { token: admin.token, params: { id }, body: { status } })
const many = (ids: string[], action: 'enable' | 'disable') =>
  world.call('adminBulkKeys', { token: admin.token, body: { ids, action } })
const kinds = () => world.rows('audit').map((row) => row['action'])

test('what an administrator disabled its owner cannot enable, and is told so; the rest of it they may change', async () => {
  const id = await keyOf(ada)
  expect((await byAdmin(id, 'disabled')).body).toMatchObject({
    status: 'disabled',
    disabled_by_admin: true,
    disabled_by: { id: admin.id, name: 'root' },
  })
  const changed = world.seen.changed
  const refused = await bySelf(ada, id, { status: 'active', name: 'mine' })
  expect([refused.status, refused.error.code, refused.error.detail]).toEqual([
    409,
    'key_locked',
    'An administrator disabled this key; only administrators can enable it',
  ])
  expect(world.seen.changed).toBe(changed)
  const { body } = await bySelf(ada, id, { status: 'disabled', name: 'mine' })
  expect(body).toMatchObject({ status: 'disabled', disabled_by_admin: true, name: 'mine' })
  expect(body).not.toHaveProperty('disabled_by')
  await world.call('rotateKey', { token: ada.token, params: { id }, body: {} })
  expect((await bySelf(ada, id, { status: 'active' })).error.code).toBe('key_locked')
  expect(world.rows('activity').map((row) => row['kind'])).not.toContain('key.enabled')
})

test('what an administrator enables again is its owner’s to disable and enable', async () => {
  const id = await keyOf(ada)
  await byAdmin(id, 'disabled')
  const { body } = await byAdmin(id, 'active')
  expect(body).toMatchObject({ status: 'active', disabled_by_admin: false, disabled_by: null })
  expect((await bySelf(ada, id, { status: 'disabled' })).body.disabled_by_admin).toBe(false)
  expect((await bySelf(ada, id, { status: 'active' })).body.status).toBe('active')
  expect(kinds()).toEqual(['key.disabled', 'key.enabled'])
})

test('many that are disabled at once stay so too, those their owners had disabled among them', async () => {
  const ids = [await keyOf(ada), await keyOf(ada)] as const
  await bySelf(ada, ids[1], { status: 'disabled' })
  await many([...ids], 'disable')
  for (const id of ids) expect((await bySelf(ada, id, { status: 'active' })).error.code).toBe('key_locked')
  expect(kinds()).toEqual(['key.disabled', 'key.disabled'])
  await many([...ids], 'disable')
  expect(kinds()).toHaveLength(2)
  await many([...ids], 'enable')
  for (const id of ids) expect((await bySelf(ada, id, { status: 'disabled' })).body.disabled_by_admin).toBe(false)
})

test('a key stays with the administrator who disabled it first, whatever another one changes of it', async () => {
  const other = await signedIn(world, 'other', 'admin')
  for (const id of [await keyOf(ada), await keyOf(other)]) {
    await byAdmin(id, 'disabled')
    const body = { status: 'disabled' as const, note: 'leaked' }
    const changed = await world.call('adminPatchKey', { token: other.token, params: { id }, body })
    expect(changed.body).toMatchObject({ note: 'leaked', disabled_by: { id: admin.id } })
  }
  expect(kinds()).toEqual(['key.disabled', 'key.changed', 'key.disabled', 'key.changed'])
})

test('an administrator who disables a key of their own is its owner', async () => {
  const id = await keyOf(admin)
  expect((await byAdmin(id, 'disabled')).body).toMatchObject({ disabled_by_admin: false, disabled_by: null })
  expect((await bySelf(admin, id, { status: 'active' })).body.status).toBe('active')
})

test('an owner who enables while an administrator disables does not win', async () => {
  const id = await keyOf(ada)
  await bySelf(ada, id, { status: 'disabled' })
  const real = { ...world.store.keys }
  vi.spyOn(world.store.keys, 'patch').mockImplementationOnce(async (...args) => {
    await byAdmin(id, 'disabled')
    return real.patch(...args)
  })
  expect((await bySelf(ada, id, { status: 'active' })).error.code).toBe('key_locked')
  expect((await world.call('getKey', { token: ada.token, params: { id } })).body.status).toBe('disabled')
})
