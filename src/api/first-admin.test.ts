import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureFirstAdmin } from './first-admin.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

const ensure = (given: { email?: string; password?: string } = {}) =>
  ensureFirstAdmin({ store: world.store, passwords: world.deps.passwords, ...given })
const signIn = (email: string, password: string) => world.call('login', { body: { email, password } })

test('a random password is made for the first administrator and must be changed at the first sign-in', async () => {
  const made = await ensure()
  const { body } = await signIn(made?.email ?? '', made?.oneTimePassword ?? '')
  const me = await world.call('getMe', { token: body.access_token })
  expect(me.body).toMatchObject({ role: 'admin', must_change_password: true })
})

test('a given password is taken as it is and not repeated', async () => {
  const made = await ensure({ email: 'root@example.com', password: PASSWORD })
  expect(made).toMatchObject({ email: 'root@example.com', oneTimePassword: null })
  const { body } = await signIn('root@example.com', PASSWORD)
  expect((await world.call('getMe', { token: body.access_token })).body.must_change_password).toBe(false)
})

test.each(['password', '12345678', '😀😁😂🤣'])('the weak password %s makes no administrator', async (password) => {
  await expect(ensure({ password })).rejects.toThrow('too short or too common')
  expect(await world.store.users.countAdmins()).toBe(0)
})

test('where there is an administrator, none is made and no password is changed', async () => {
  await ensure({ email: 'root@example.com', password: PASSWORD })
  expect(await ensure({ email: 'root@example.com', password: 'another horse battery' })).toBeNull()
  expect((await signIn('root@example.com', 'another horse battery')).status).toBe(401)
})

test('an e-mail that belongs to a user is not turned into an administrator', async () => {
  await world.user('ada')
  await expect(ensure({ email: 'ada@example.com', password: PASSWORD })).rejects.toThrow('belongs to another user')
})
