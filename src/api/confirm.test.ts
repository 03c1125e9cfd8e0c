import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignedCall } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

test('an administrator is made or taken over only with the password of whoever does it', async () => {
  const root = await world.user('root', { role: 'admin' })
  const token = (await world.session(root.id)).access
  const deputy = await world.user('deputy', { role: 'admin' })
  const ada = await world.user('ada')
  const making = { email: 'new@example.com', name: 'New', role: 'admin', password: 'a better horse battery' } as const
  const create = (own_password?: string) => world.call('adminCreateUser', { token, body: { ...making, own_password } })
  const raise = (password?: string) =>
    world.call('adminPatchUser', { token, params: { id: ada.id }, body: { role: 'admin', password } })
  const reset = (password?: string) =>
    world.call('adminResetPassword', { token, params: { id: deputy.id }, body: { password } })

  const bare = { token, params: { id: deputy.id } }
  const unasked = [await create(), await raise(), await reset(), await world.call('adminResetPassword', bare)]
  for (const { error } of unasked) expect(error.code).toBe('password_needed')
  for (const { error } of [await create('wrong'), await raise('wrong'), await reset('wrong')])
    expect(error.code).toBe('fields_invalid')
  expect(world.rows('audit')).toEqual([])

  expect((await create(PASSWORD)).body.role).toBe('admin')
  expect((await raise(PASSWORD)).body.role).toBe('admin')
  expect((await reset(PASSWORD)).status).toBe(200)
  expect((await raise()).status).toBe(200)
  expect(JSON.stringify(world.rows('audit'))).not.toContain(PASSWORD)
})

test('however much a call does, its password is judged once: one mistake is one guess', async () => {
  const verify = vi.fn(async () => false)
  const throttle = { tryNow: vi.fn(() => 0), succeeded: vi.fn(), unjudged: vi.fn() }
  const deps = { store: { users: { passwordHash: async () => 'hash' } }, passwords: { verify }, throttle }
  const aCall = () => ({ ip: '192.0.2.1', caller: { user: { id: 'u1', email: 'a@example.com' } } }) as SignedCall
  const ask = (call: SignedCall) => requireConsent('wrong', call, deps as unknown as Asking)
  const call = aCall()
  for (let n = 0; n < 3; n += 1) await expect(ask(call)).rejects.toMatchObject({ code: 'fields_invalid' })
  expect([verify, throttle.tryNow].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  await expect(ask(aCall())).rejects.toMatchObject({ code: 'fields_invalid' })
  expect(throttle.tryNow).toHaveBeenCalledTimes(2)
})
