import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../core/time.ts'
import { codeAt } from '../vault/test-authenticator.ts'
import { secondFactorOn, STEP_MS } from './test-second-factor.ts'
import { noticeTitles, signedIn } from './test-signed-in.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let ada: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  ada = await signedIn(world, 'ada')
})
afterEach(() => world[Symbol.asyncDispose]())

const state = async (token = ada.token) => (await world.call('getSecondFactor', { token })).body
const begin = (password = PASSWORD) => world.call('beginSecondFactor', { token: ada.token, body: { password } })
const confirm = (code: string) => world.call('confirmSecondFactor', { token: ada.token, body: { code } })
const renew = (code: string, password = PASSWORD) =>
  world.call('renewRecoveryCodes', { token: ada.token, body: { password, code } })
const end = (code: string, password = PASSWORD) =>
  world.call('endSecondFactor', { token: ada.token, body: { password, code } })
const signIn = (code?: string, ip = '192.0.2.1') =>
  world.call('login', {
    body: { email: 'ada@example.com', password: PASSWORD, ...(code !== undefined && { code }) },
    ip,
  })
const detailsOf = (kind: string) =>
  world.rows('activity').flatMap((row) => (row['kind'] === kind ? [row['details']] : []))
const kinds = () => world.rows('activity').map(({ kind }) => kind)
const notices = () => noticeTitles(world, ada.token)

test('it is begun with the password, told to the authenticator once, and on once a code is confirmed', async () => {
  expect((await begin('wrong')).error.code).toBe('fields_invalid')
  const { body } = await begin()
  expect(new URL(body.uri).searchParams.get('secret')).toBe(body.secret)
  expect(decodeURIComponent(body.uri)).toContain('/Yumen:ada@example.com?')
  expect(await state()).toEqual({ enabled_at: null, recovery_codes_left: 0, required: false })
  const wrong = await confirm('000000')
  expect([wrong.status, wrong.error.code, wrong.error.detail]).toEqual([422, 'fields_invalid', '验证码不正确'])
  const { body: turnedOn } = await confirm(codeAt(body.secret, world.clock.ms))
  expect(turnedOn.recovery_codes).toHaveLength(10)
  expect(await state()).toEqual({ enabled_at: '2026-11-20T08:00:00.000Z', recovery_codes_left: 10, required: false })
  expect((await begin()).error.code).toBe('second_factor_on')
  expect(kinds()).toEqual(['second_factor.enabled'])
  expect(await notices()).toEqual(['Two-step verification was turned on'])
})

test('turning it on ends the other sessions', async () => {
  const other = (await world.session(ada.id)).access
  await secondFactorOn(world, ada.token)
  expect((await world.call('getMe', { token: other })).error.code).toBe('session_expired')
  expect((await world.call('getMe', { token: ada.token })).status).toBe(200)
})

test('signing in asks for a code after the right password alone, and takes each code once', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  const body = { email: 'ada@example.com', password: 'wrong' }
  expect((await world.call('login', { body })).error.code).toBe('bad_credentials')
  expect((await world.call('login', { body: { ...body, code: code() } })).error.code).toBe('bad_credentials')
  const asked = await signIn()
  expect([asked.status, asked.error.code]).toEqual([401, 'code_needed'])
  const wrong = await signIn('000000')
  expect([wrong.status, wrong.error.code]).toEqual([401, 'code_wrong'])
  expect((await signIn(` ${code().slice(0, 3)} ${code().slice(3)}`)).status).toBe(200)
  expect((await signIn(code())).error.code).toBe('code_wrong')
  world.clock.ms += STEP_MS
  expect((await signIn(code())).status).toBe(200)
})

test('a sign-in that fails at the code is told as one that fails at the password', async () => {
  await secondFactorOn(world, ada.token)
  await signIn()
  await signIn('000000')
  await expect
    .poll(() => world.rows('activity').at(-1))
    .toMatchObject({
      kind: 'session.failed',
      details: '{"step":"code"}',
    })
  expect(kinds()).toEqual(['second_factor.enabled', 'session.failed'])
})

test('a recovery code stands in once, in sign-ins that race too, and its owner is told', async () => {
  const { codes } = await secondFactorOn(world, ada.token)
  const [code = ''] = codes
  const both = await Promise.all([signIn(code), signIn(code.replace('-', '').toUpperCase())])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401'])
  expect((await signIn(code)).error.code).toBe('code_wrong')
  expect((await state()).recovery_codes_left).toBe(9)
  expect((await notices())[0]).toBe('Sign-in with a recovery code')
  expect(detailsOf('session.opened')).toEqual(['{"by_recovery_code":true}'])
})

test('who has no second factor may send a code, which nobody looks at', async () => {
  for (let n = 0; n < 9; n += 1) expect((await signIn('000000')).status).toBe(200)
})

test('being asked for a code is no guess, and forgets none', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  for (let n = 0; n < 9; n += 1) expect((await signIn()).error.code).toBe('code_needed')
  for (let n = 0; n < 5; n += 1) {
    expect((await signIn('000000')).error.code).toBe('code_wrong')
    if (n < 4) expect((await signIn()).error.code).toBe('code_needed')
  }
  expect((await signIn(code())).error.code).toBe('too_many_attempts')
  expect((await signIn()).error.code).toBe('too_many_attempts')
  world.clock.ms += MINUTE_MS
  expect((await signIn(code())).status).toBe(200)
})

test('wrong codes are counted by themselves: giving the right password does not forget them, a right code does', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  for (let n = 0; n < 5; n += 1) expect((await end('000000')).error.code).toBe('fields_invalid')
  const waiting = await end(code())
  expect([waiting.status, waiting.error.code]).toEqual([429, 'too_many_attempts'])
  // What may not be tried yet is no guess at the password either.
  for (let n = 0; n < 6; n += 1) expect((await signIn(code())).error.code).toBe('too_many_attempts')
  expect((await signIn()).error.code).toBe('code_needed')
  world.clock.ms += MINUTE_MS
  expect((await signIn(code())).status).toBe(200)
  for (let n = 0; n < 4; n += 1) expect((await end('000000')).error.code).toBe('fields_invalid')
})

test('codes that are guessed elsewhere do not keep its owner waiting', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  expect((await signIn(code())).status).toBe(200)
  for (let n = 0; n < 6; n += 1) await signIn('000000', '198.51.100.7')
  expect((await signIn('000000', '198.51.100.7')).error.code).toBe('too_many_attempts')
  world.clock.ms += STEP_MS
  expect((await signIn(code())).status).toBe(200)
})

test('recovery codes are renewed with password and code', async () => {
  const { code, codes } = await secondFactorOn(world, ada.token)
  expect((await renew(code(), 'wrong')).error.detail).toBe('当前密码不正确')
  expect((await renew('000000')).error.detail).toBe('验证码不正确')
  const { body } = await renew(code())
  expect(new Set([...codes, ...body.recovery_codes]).size).toBe(20)
  expect((await signIn(codes[0])).error.code).toBe('code_wrong')
  expect((await signIn(body.recovery_codes[0])).status).toBe(200)
  expect(kinds()).toContain('recovery_codes.renewed')
  expect(detailsOf('recovery_codes.renewed')).toEqual(['{}'])
})

test('who renews recovery codes with one of them, or turns it off, is seen to have had no authenticator, and the owner is told', async () => {
  const { codes } = await secondFactorOn(world, ada.token)
  const { body } = await renew(codes[0] ?? '')
  expect((await notices())[0]).toBe('Recovery codes were renewed')
  expect((await end(body.recovery_codes[0] ?? '')).status).toBe(204)
  expect((await notices())[0]).toBe('Two-step verification was turned off')
  for (const kind of ['recovery_codes.renewed', 'second_factor.disabled'])
    expect(detailsOf(kind)).toEqual(['{"by_recovery_code":true}'])
})

test('it is turned off with password and code, and its owner is told', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  expect((await end(code(), 'wrong')).error.code).toBe('fields_invalid')
  expect((await end(code())).status).toBe(204)
  expect(detailsOf('second_factor.disabled')).toEqual(['{}'])
  expect((await signIn()).status).toBe(200)
  expect((await notices())[0]).toBe('Two-step verification was turned off')
  expect(kinds()).toContain('second_factor.disabled')
  for (const answer of [await end(code()), await renew(code()), await confirm(code())])
    expect([answer.status, answer.error.code]).toEqual([409, 'second_factor_off'])
})

test('administrators end it with their own password, which ends the account’s sessions, and not their own', async () => {
  const root = await signedIn(world, 'root', 'admin')
  const reset = (id: string, password?: string) =>
    world.call('adminEndSecondFactor', { token: root.token, params: { id }, body: { password } })
  const listed = async () =>
    (await world.call('adminGetUser', { token: root.token, params: { id: ada.id } })).body.second_factor
  expect((await reset(ada.id, PASSWORD)).error.code).toBe('second_factor_off')
  await secondFactorOn(world, ada.token)
  await secondFactorOn(world, root.token)
  expect(await listed()).toBe(true)
  expect((await reset(ada.id)).error.code).toBe('password_needed')
  expect((await reset(ada.id, 'wrong')).error.code).toBe('fields_invalid')
  expect((await reset(root.id, PASSWORD)).error.code).toBe('own_account')
  expect((await reset('nobody', PASSWORD)).error.code).toBe('not_found')
  expect((await reset(ada.id, PASSWORD)).status).toBe(204)
  expect(await listed()).toBe(false)
  expect((await world.call('getMe', { token: ada.token })).error.code).toBe('session_expired')
  const { body } = await signIn()
  ada.token = body.access_token
  expect((await notices())[0]).toBe('An administrator reset your two-step verification')
  expect(world.rows('audit')).toMatchObject([{ action: 'user.second_factor_reset', target_id: ada.id }])
  expect(world.rows('activity').find(({ kind }) => kind === 'second_factor.reset')).toMatchObject({ ip: '' })
})

test('a disabled account is refused before its code is looked at, and has it once it is let in again', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  await world.store.userAdmin.change(ada.id, { status: 'disabled' })
  for (const shown of [undefined, code()]) expect((await signIn(shown)).error.code).toBe('bad_credentials')
  await world.store.userAdmin.change(ada.id, { status: 'active' })
  expect((await signIn()).error.code).toBe('code_needed')
  expect((await signIn(code())).status).toBe(200)
})

test('an account that is deleted leaves nothing of it', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  await world.store.userAdmin.remove(ada.id)
  expect((await signIn(code())).error.code).toBe('bad_credentials')
  expect(await world.store.secondFactor.state(ada.id)).toEqual({ enabledAt: null, codesLeft: 0 })
})

test('nothing secret is in what is exported, written down or logged', async () => {
  const root = await signedIn(world, 'root', 'admin')
  const { secret, codes, code } = await secondFactorOn(world, ada.token)
  await renew(code())
  const headers = { authorization: `Bearer ${ada.token}` }
  const texts = [
    await (await world.fetch('/api/users/me/export', { headers })).text(),
    JSON.stringify((await world.call('getMe', { token: ada.token })).body),
    JSON.stringify((await world.call('adminExportConfig', { token: root.token })).body),
    JSON.stringify([world.rows('audit'), world.rows('activity'), world.seen.errors]),
    JSON.stringify(await world.store.notices.list(ada.id, { limit: 10 })),
  ]
  for (const text of texts) for (const one of [secret, ...codes]) expect(text).not.toContain(one)
})

const replacing = (code: string, token = ada.token) =>
  world.call('beginSecondFactor', { token, body: { password: PASSWORD, code } })
const replace = (code: string, ticket: string, token = ada.token) =>
  world.call('confirmSecondFactor', { token, body: { code, ticket } })

test('another authenticator takes the place of one, which holds until then, and its recovery codes with it', async () => {
  expect((await replacing('000000')).error.code).toBe('second_factor_off')
  const old = await secondFactorOn(world, ada.token)
  expect((await replacing('000000')).error.code).toBe('fields_invalid')
  const { body: begun } = await replacing(old.codes[0] ?? '')
  const { body: other } = await signIn(old.code())
  const code = () => codeAt(begun.secret, world.clock.ms)
  expect((await replace('000000', begun.ticket ?? '')).error.code).toBe('fields_invalid')
  const { body } = await replace(code(), begun.ticket ?? '')
  expect(body.recovery_codes).toHaveLength(10)
  expect((await world.call('getMe', { token: other.access_token })).error.code).toBe('session_expired')
  world.clock.ms += STEP_MS
  expect((await signIn(old.code())).error.code).toBe('code_wrong')
  expect((await signIn(old.codes[1])).error.code).toBe('code_wrong')
  expect((await signIn(code())).status).toBe(200)
  expect(detailsOf('second_factor.replaced')).toEqual(['{"by_recovery_code":true}'])
  expect(await notices()).toContain('The authenticator was replaced')
})

test('a ticket for another authenticator is of one session, for one use, for ten minutes and for what it was begun with', async () => {
  const old = await secondFactorOn(world, ada.token)
  const { body: begun } = await replacing(old.codes[0] ?? '')
  const [ticket, code] = [begun.ticket ?? '', () => codeAt(begun.secret, world.clock.ms)]
  const { body: other } = await signIn(old.code())
  expect((await replace(code(), ticket, other.access_token)).error.code).toBe('second_factor_late')
  expect((await replace(code(), 'x')).error.code).toBe('second_factor_late')
  expect((await replace(code(), ticket)).status).toBe(200)
  world.clock.ms += 2 * STEP_MS
  expect((await replace(code(), ticket)).error.code).toBe('second_factor_late')
  const { body: late } = await signIn(code())
  world.clock.ms += STEP_MS
  const { body: begunLate } = await replacing(code(), late.access_token)
  world.clock.ms += 10 * MINUTE_MS
  const { body: fresh } = await world.call('refresh', { body: { refresh_token: late.refresh_token } })
  const shown = codeAt(begunLate.secret, world.clock.ms)
  const refused = await replace(shown, begunLate.ticket ?? '', fresh.access_token)
  expect(refused.error.code).toBe('second_factor_late')
  expect((await signIn(code())).status).toBe(200)
})

test('of two that put another authenticator in its place at once one does', async () => {
  const old = await secondFactorOn(world, ada.token)
  const tries = [await replacing(old.codes[0] ?? ''), await replacing(old.codes[1] ?? '')].map(({ body }) => body)
  world.clock.ms += 1
  const both = await Promise.all(
    tries.map(({ secret, ticket }) => replace(codeAt(secret, world.clock.ms), ticket ?? '')),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
