import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../core/time.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
let userId: string
beforeEach(async () => {
  world = await openWorld()
  userId = (await world.user('ada')).id
  token = (await world.session(userId)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const NEW_PASSWORD = 'a better horse battery'
const change = (current: string, next: string) =>
  world.call('changePassword', { token, body: { current_password: current, new_password: next } })
const signIn = (password: string) => world.call('login', { body: { email: 'ada@example.com', password } })

test('a user changes name, language and time zone, and nothing else', async () => {
  const body = { name: 'Ada L.', locale: 'en', timezone: 'Asia/Shanghai' } as const
  expect((await world.call('patchMe', { token, body })).body).toMatchObject(body)
  expect((await world.call('patchMe', { token, body: { timezone: null } })).body).toMatchObject({
    ...body,
    timezone: null,
  })
  expect((await world.call('patchMe', { token, body: { timezone: 'Mars/Olympus' } })).status).toBe(422)
  for (const field of ['role', 'email', 'status', 'must_change_password']) {
    const sneaky = { [field]: 'admin' } as object
    expect((await world.call('patchMe', { token, body: sneaky })).status, field).toBe(422)
  }
  expect((await world.call('getMe', { token })).body.role).toBe('user')
})

test('a new password needs the present one, ends every other session and keeps this one', async () => {
  const other = await world.session(userId)
  expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(204)
  expect((await world.call('getMe', { token })).status).toBe(200)
  expect((await world.call('getMe', { token: other.access })).status).toBe(401)
  expect((await signIn(PASSWORD)).status).toBe(401)
  expect((await signIn(NEW_PASSWORD)).status).toBe(200)
})

test('a wrong present password is a 422 on its field, so that the client does not think the session is over', async () => {
  const answer = await change('wrong', NEW_PASSWORD)
  expect([answer.status, answer.error.detail]).toEqual([422, '当前密码不正确'])
  expect((await signIn(PASSWORD)).status).toBe(200)
})

test('short, common and unchanged passwords are refused', async () => {
  expect((await change(PASSWORD, 'abc')).status).toBe(422)
  expect((await change(PASSWORD, 'password123')).error.detail).toBe('这个密码太常见，请换一个')
  expect((await change(PASSWORD, PASSWORD)).error.detail).toBe('新密码不能与当前密码相同')
})

test('the present password cannot be guessed with a stolen session', async () => {
  for (let i = 0; i < 5; i += 1) await change(`wrong ${i}`, NEW_PASSWORD)
  expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(429)
})

test('with a first password a user may only look at the account, change it and leave', async () => {
  const fresh = await world.user('bob', { mustChangePassword: true })
  const { access } = await world.session(fresh.id)
  expect((await world.call('getMe', { token: access })).body.must_change_password).toBe(true)
  const refused = await world.call('listKeys', { token: access })
  expect([refused.status, refused.error.code]).toEqual([409, 'password_change_required'])
  const body = { current_password: PASSWORD, new_password: NEW_PASSWORD }
  expect((await world.call('changePassword', { token: access, body })).status).toBe(204)
  expect((await world.call('listKeys', { token: access })).status).toBe(200)
  expect((await world.call('getMe', { token: access })).body.must_change_password).toBe(false)
})

test('a password that somebody else changes while it is checked stays what they made it', async () => {
  const real = { ...world.deps.passwords }
  vi.spyOn(world.deps.passwords, 'verify').mockImplementationOnce(async (password, phc) => {
    const right = await real.verify(password, phc)
    await world.store.users.setPassword(userId, { hash: 'another', mustChange: true, keepFamily: null })
    return right
  })
  const body = { current_password: PASSWORD, new_password: NEW_PASSWORD }
  const answer = await world.call('changePassword', { token, body })
  expect(answer.status).toBe(422)
  expect(answer.error).toHaveProperty(['fields', 'current_password'], '当前密码不正确')
  expect(await world.store.users.passwordHash(userId)).toBe('another')
})

test('sessions are listed once each, this one marked, and can be ended one by one or all others at once', async () => {
  const second = await world.session(userId)
  await world.session(userId)
  const { body } = await world.call('listSessions', { token })
  expect(body.items).toHaveLength(3)
  expect(body.items.filter((session) => session.current)).toHaveLength(1)
  const mine = await world.call('listSessions', { token: second.access })
  const id = mine.body.items.find((session) => session.current)?.id ?? ''
  expect((await world.call('endSession', { token, params: { id } })).status).toBe(204)
  expect((await world.call('getMe', { token: second.access })).status).toBe(401)
  expect((await world.call('endSession', { token, params: { id } })).status).toBe(404)
  expect((await world.call('endOtherSessions', { token })).status).toBe(204)
  expect((await world.call('listSessions', { token })).body.items.map((session) => session.current)).toEqual([true])
})

test('a session remembers when and from where it was last seen, to the minute', async () => {
  world.clock.ms += 2 * MINUTE_MS
  await world.call('getMe', { token, ip: '198.51.100.7' })
  const { body } = await world.call('listSessions', { token })
  expect(body.items[0]).toMatchObject({ ip: '198.51.100.7', last_seen_at: '2026-11-20T08:02:00.000Z' })
})
