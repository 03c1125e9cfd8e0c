import { afterEach, beforeEach, expect, test } from 'vitest'
import { signedIn } from './test-signed-in.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let admin: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  admin = await signedIn(world, 'root', 'admin')
})
afterEach(() => world[Symbol.asyncDispose]())

const patch = (id: string, body: object) => world.call('adminPatchUser', { token: admin.token, params: { id }, body })

test('an account of an administrator that was disabled is enabled by whoever gives their password, alone or among many', async () => {
  const bob = await signedIn(world, 'bob', 'admin')
  const ada = await signedIn(world, 'ada')
  for (const { id } of [bob, ada]) expect((await patch(id, { status: 'disabled' })).status).toBe(200)
  expect((await patch(bob.id, { status: 'active' })).error.code).toBe('password_needed')
  expect((await patch(bob.id, { status: 'active', role: 'user' })).status).toBe(200)
  await patch(bob.id, { status: 'disabled' })
  expect((await patch(bob.id, { status: 'active', role: 'admin' })).error.code).toBe('password_needed')
  await patch(bob.id, { role: 'admin', password: PASSWORD })
  const enable = (password?: string) => {
    const body = { ids: [bob.id, ada.id], action: 'enable' as const, password }
    return world.call('adminBulkUsers', { token: admin.token, body })
  }
  expect((await enable()).body.results).toMatchObject([{ code: 'password_needed' }, { ok: true }])
  expect((await enable('wrong')).status).toBe(422)
  expect((await world.store.users.byId(bob.id))?.status).toBe('disabled')
  expect((await enable(PASSWORD)).body.results).toMatchObject([{ ok: true }, { ok: true }])
  expect((await world.store.users.byId(bob.id))?.status).toBe('active')
  expect(JSON.stringify(world.rows('audit'))).not.toContain(PASSWORD)
})
