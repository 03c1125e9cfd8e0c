import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../core/time.ts'
import { PasswordsBusy } from '../vault/passwords.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let userId: string
beforeEach(async () => {
  world = await openWorld()
  userId = (await world.user('ada')).id
})
afterEach(() => world[Symbol.asyncDispose]())

const email = 'ada@example.com'
const signIn = (password = PASSWORD, address = email, ip = '192.0.2.1') =>
  world.call('login', { body: { email: address, password }, ip })
const refresh = (token: string) => world.call('refresh', { body: { refresh_token: token } })
const me = (token: string) => world.call('getMe', { token })

test('the right password opens a session and marks the login', async () => {
  const { status, body } = await signIn()
  expect(status).toBe(200)
  expect((await me(body.access_token)).body).toMatchObject({ email, last_login_at: '2026-11-20T08:00:00.000Z' })
})

test('the e-mail is the same in upper and lower case', async () => {
  expect((await signIn(PASSWORD, 'Ada@Example.com')).status).toBe(200)
})

test('wrong password, unknown user and disabled user get the same answer', async () => {
  const gone = await world.user('bob')
  await world.store.users.patch(gone.id, { status: 'disabled' })
  const answers = [await signIn('wrong'), await signIn(PASSWORD, 'no@example.com'), await signIn(PASSWORD, gone.email)]
  for (const answer of answers) {
    expect([answer.status, answer.error.code, answer.error.detail]).toEqual([401, 'bad_credentials', '邮箱或密码错误'])
  }
})

test('a session that ended with its account says so while that is disabled, and is not refreshed after', async () => {
  const { body } = await signIn()
  await world.store.userAdmin.change(userId, { status: 'disabled' })
  expect((await me(body.access_token)).error.code).toBe('user_disabled')
  expect((await refresh(body.refresh_token)).error.code).toBe('user_gone')
  await world.store.userAdmin.change(userId, { status: 'active' })
  expect((await me(body.access_token)).error.code).toBe('session_expired')
  expect((await refresh(body.refresh_token)).error.code).toBe('session_expired')
  expect((await signIn()).status).toBe(200)
})

test('a password that is changed while it is checked opens no session', async () => {
  const real = { ...world.deps.passwords }
  vi.spyOn(world.deps.passwords, 'verify').mockImplementationOnce(async (password, phc) => {
    const right = await real.verify(password, phc)
    await world.store.users.setPassword(userId, { hash: 'another', mustChange: true, keepFamily: null })
    return right
  })
  const answer = await signIn()
  expect([answer.status, answer.error.code]).toEqual([401, 'bad_credentials'])
  expect(await world.store.sessions.listAlive(userId)).toEqual([])
})

test('a password that nobody came to judge is no guess, at the door or to confirm', async () => {
  const { body } = await signIn()
  const busy = vi.spyOn(world.deps.passwords, 'verify').mockRejectedValue(new PasswordsBusy())
  const change = { current_password: PASSWORD, new_password: 'a better horse battery' }
  for (let i = 0; i < 5; i += 1) {
    expect((await signIn()).status).toBe(503)
    expect((await world.call('changePassword', { token: body.access_token, body: change })).status).toBe(503)
  }
  busy.mockRestore()
  expect((await signIn()).status).toBe(200)
  for (let i = 0; i < 5; i += 1) expect((await signIn('wrong')).status).toBe(401)
  expect((await signIn()).status).toBe(429)
})

test('what is no e-mail is a 422 in fixed words', async () => {
  const answer = await signIn(PASSWORD, 'ada')
  expect([answer.status, answer.error.detail]).toEqual([422, '请输入有效的邮箱地址'])
})

test('after five wrong passwords the sixth try waits, right or not, and says how long', async () => {
  for (let i = 0; i < 5; i += 1) expect((await signIn('wrong')).status).toBe(401)
  const sixth = await signIn()
  expect([sixth.status, sixth.error.code, sixth.headers.get('retry-after')]).toEqual([429, 'too_many_attempts', '30'])
  expect(sixth.error.detail).toBe('尝试次数过多，请在 30 秒后重试')
  world.clock.ms += 30 * SECOND_MS
  expect((await signIn()).status).toBe(200)
})

test('tries that a fault of the database ended are not counted', async () => {
  const asked = vi.spyOn(world.store.users, 'byEmail').mockRejectedValue(new Error('no connection'))
  for (let i = 0; i < 9; i += 1) expect((await signIn()).status).toBe(500)
  asked.mockRestore()
  for (let i = 0; i < 5; i += 1) expect((await signIn('wrong')).status).toBe(401)
  expect((await signIn()).status).toBe(429)
})

test('an unknown account is throttled like a known one', async () => {
  for (let i = 0; i < 5; i += 1) await signIn('wrong', 'no@example.com')
  expect((await signIn('wrong', 'no@example.com')).status).toBe(429)
})

test('a refresh replaces both tokens, and the old access token ends', async () => {
  const { body: first } = await signIn()
  const { body: second } = await refresh(first.refresh_token)
  expect((await me(second.access_token)).status).toBe(200)
  expect((await me(first.access_token)).status).toBe(401)
  expect(second.refresh_token).not.toBe(first.refresh_token)
})

test('five tabs that refresh at once all get the same successor', async () => {
  const { body: first } = await signIn()
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refresh_token)))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.body.access_token)).size).toBe(1)
  world.clock.ms += 10 * SECOND_MS
  expect((await refresh(first.refresh_token)).body).toEqual(answers[0]?.body)
})

test('a replaced token used after the grace ends the whole family and is told to operators', async () => {
  const { body: first } = await signIn()
  const { body: second } = await refresh(first.refresh_token)
  world.clock.ms += 10 * SECOND_MS + 1
  const reuse = await refresh(first.refresh_token)
  expect([reuse.status, reuse.error.code]).toEqual([401, 'session_expired'])
  expect((await me(second.access_token)).status).toBe(401)
  expect((await refresh(second.refresh_token)).status).toBe(401)
  expect(await world.store.sessions.listAlive(userId)).toEqual([])
})

test('access lasts ten minutes', async () => {
  const { body } = await signIn()
  world.clock.ms += 10 * MINUTE_MS - 1
  expect((await me(body.access_token)).status).toBe(200)
  world.clock.ms += 1
  const late = await me(body.access_token)
  expect([late.status, late.error.detail]).toEqual([401, '登录已过期，请重新登录'])
})

test('a session that is not refreshed for seven days ends', async () => {
  const { body } = await signIn()
  world.clock.ms += 7 * DAY_MS
  expect((await refresh(body.refresh_token)).status).toBe(401)
})

test('a session ends thirty days after its sign-in, however often it is refreshed', async () => {
  let { body } = await signIn()
  for (let day = 5; day < 30; day += 5) {
    world.clock.ms += 5 * DAY_MS
    const answer = await refresh(body.refresh_token)
    expect(answer.status, `day ${day}`).toBe(200)
    body = answer.body
  }
  world.clock.ms += 5 * DAY_MS
  expect((await refresh(body.refresh_token)).status).toBe(401)
})

test('an access token does not refresh, and a refresh token opens nothing', async () => {
  const { body } = await signIn()
  expect((await refresh(body.access_token)).status).toBe(401)
  expect((await me(body.refresh_token)).status).toBe(401)
  expect((await refresh('nonsense')).error.code).toBe('session_expired')
})

test('logging out ends the session and its refresh token, and no other session', async () => {
  const { body: here } = await signIn()
  const { body: there } = await signIn()
  expect((await world.call('logout', { token: here.access_token })).status).toBe(204)
  expect((await me(here.access_token)).status).toBe(401)
  expect((await refresh(here.refresh_token)).status).toBe(401)
  expect((await me(there.access_token)).status).toBe(200)
})

test('a disabled user can neither call nor refresh', async () => {
  const { body } = await signIn()
  await world.store.users.patch(userId, { status: 'disabled' })
  expect((await me(body.access_token)).error.detail).toBe('用户已禁用')
  expect((await refresh(body.refresh_token)).error.detail).toBe('用户不存在或已禁用')
})
