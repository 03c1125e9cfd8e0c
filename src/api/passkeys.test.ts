import { afterEach, beforeEach, expect, test } from 'vitest'
import { iso, MINUTE_MS } from '../core/time.ts'
import { testPasskey } from '../vault/test-passkey.ts'
import { from, HERE, passkeyOn } from './test-passkeys.ts'
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

const ours = (more: object = {}) => ({ token: ada.token, headers: from(), ...more })
const list = async (token = ada.token) => (await world.call('listPasskeys', { token })).body
const begin = (body: { password: string; code?: string } = { password: PASSWORD }, headers = from()) =>
  world.call('beginPasskey', { token: ada.token, headers, body })
const kinds = () => world.rows('activity').map(({ kind }) => kind)
const titles = () => noticeTitles(world, ada.token)

test('one is made with the password, listed, renamed and removed with the password', async () => {
  expect((await begin({ password: 'wrong' })).error.detail).toBe('当前密码不正确')
  const { id } = await passkeyOn(world, ada.token)
  const created_at = iso(world.clock.ms)
  const listed = { id, name: 'Laptop', host: 'yumen.example', created_at, last_used_at: null }
  expect(await list()).toEqual({ origin: null, items: [listed], next: null })
  expect((await world.call('renamePasskey', ours({ params: { id }, body: { name: ' Phone ' } }))).status).toBe(204)
  expect((await world.call('renamePasskey', ours({ params: { id }, body: { name: 'Phone' } }))).status).toBe(204)
  expect((await list()).items).toEqual([{ ...listed, name: 'Phone' }])
  const remove = (password: string) => world.call('removePasskey', ours({ params: { id }, body: { password } }))
  expect((await remove('wrong')).error.code).toBe('fields_invalid')
  expect((await remove(PASSWORD)).status).toBe(204)
  expect((await remove(PASSWORD)).error.code).toBe('not_found')
  expect((await list()).items).toEqual([])
  expect(kinds()).toEqual(['passkey.added', 'passkey.renamed', 'passkey.removed'])
  expect(await titles()).toEqual(['A passkey was removed', 'A passkey was added'])
})

test('of an account with a second factor a code is asked for too, which is taken once', async () => {
  const { code } = await secondFactorOn(world, ada.token)
  const needed = await begin()
  expect([needed.status, needed.error.detail]).toEqual([422, '请输入身份验证器中的验证码'])
  expect((await begin({ password: PASSWORD, code: '000000' })).error.detail).toBe('验证码不正确')
  expect((await begin({ password: 'wrong', code: code() })).error.detail).toBe('当前密码不正确')
  const shown = code()
  expect((await begin({ password: PASSWORD, code: shown })).status).toBe(200)
  expect((await begin({ password: PASSWORD, code: shown })).error.code).toBe('fields_invalid')
  world.clock.ms += STEP_MS
  for (let n = 0; n < 4; n += 1) await begin({ password: PASSWORD, code: '000000' })
  expect((await begin({ password: PASSWORD, code: code() })).error.code).toBe('too_many_attempts')
})

test('one that was added by a recovery code is told as such', async () => {
  const { codes } = await secondFactorOn(world, ada.token)
  const { ticket, options } = (await begin({ password: PASSWORD, code: codes[0] ?? '' })).body
  const response = testPasskey().made({ challenge: options.challenge, origin: HERE, userHandle: options.user.id })
  await world.call('addPasskey', ours({ body: { ticket, name: 'One', response } }))
  expect(world.rows('activity').at(-1)).toMatchObject({
    kind: 'passkey.added',
    details: '{"name":"One","by_recovery_code":true}',
  })
})

test('a ticket is of use once, for five minutes, to the session and the page that asked for it', async () => {
  const make = async (world_: World = world) => {
    const { ticket, options } = (await world_.call('beginPasskey', ours({ body: { password: PASSWORD } }))).body
    const { challenge, user } = options
    return { ticket, name: 'One', response: testPasskey().made({ challenge, origin: HERE, userHandle: user.id }) }
  }
  const add = (body: Awaited<ReturnType<typeof make>>, more: object = {}) =>
    world.call('addPasskey', { token: ada.token, headers: from(), body, ...more })
  const other = { token: (await world.session(ada.id)).access }
  const one = await make()
  expect((await add(one, other)).error.code).toBe('passkey_late')
  expect((await add(one, { headers: from('https://other.example') })).error.code).toBe('passkey_late')
  expect((await add({ ...one, ticket: `${one.ticket}x` })).error.code).toBe('passkey_late')
  expect((await add({ ...(await make()), ticket: one.ticket })).error.code).toBe('passkey_unverified')
  expect((await add(one)).status).toBe(201)
  expect((await add(one)).error.code).toBe('passkey_late')
  const late = await make()
  world.clock.ms += 5 * MINUTE_MS
  expect((await add(late)).error.code).toBe('passkey_late')
  const { ticket, options } = (await world.call('beginPasskeyLogin', { headers: from() })).body
  const response = testPasskey().made({ challenge: options.challenge, origin: HERE, userHandle: '' })
  expect((await add({ ticket, name: 'One', response })).error.code).toBe('passkey_late')
  expect((await list()).items).toHaveLength(1)
})

test('the page has to be where passkeys work: the origin the operator named, or any that browsers have them for', async () => {
  const refusal = async (origin: string | undefined) => {
    const headers = origin === undefined ? {} : from(origin)
    const { error } = await world.call('beginPasskey', { token: ada.token, headers, body: { password: PASSWORD } })
    return [error.code, error.detail]
  }
  for (const origin of [undefined, 'null', 'http://127.0.0.1:3000', 'http://192.168.1.5', 'http://yumen.example']) {
    const [code, detail] = await refusal(origin)
    expect(code).toBe('passkeys_not_here')
    expect(detail).toContain('localhost')
  }
  expect((await refusal('http://localhost:3000'))[0]).toBe('')
  const site = world.deps.site as { namedOrigin: string | null }
  site.namedOrigin = HERE
  expect((await refusal(HERE))[0]).toBe('')
  for (const origin of ['http://localhost:3000', 'https://yumen.example:8443', 'https://evil.example'])
    expect(await refusal(origin)).toEqual([
      'passkeys_elsewhere',
      '通行密钥只能在 https://yumen.example 使用，请从该地址打开控制台',
    ])
  // As browsers write it, however the operator did.
  site.namedOrigin = 'https://Yumen.example:443'
  expect((await refusal(HERE))[0]).toBe('')
  expect((await list()).origin).toBe(HERE)
  // A public address that can have none leaves the choice to the page.
  site.namedOrigin = 'http://192.168.1.5:3000'
  expect((await refusal('http://localhost:3000'))[0]).toBe('')
  expect((await list()).origin).toBeNull()
})

test('browsers are told which are there, of this host alone', async () => {
  const { device } = await passkeyOn(world, ada.token)
  await passkeyOn(world, ada.token, 'http://localhost:3000')
  const { options } = (await begin()).body
  expect(options.excludeCredentials.map(({ id }) => id)).toEqual([device.id])
})

test('administrators remove all of an account with their own password, which ends its sessions, and not their own', async () => {
  const root = await signedIn(world, 'root', 'admin')
  const reset = (id: string, password?: string) =>
    world.call('adminRemovePasskeys', { token: root.token, params: { id }, body: { password } })
  const listed = async () =>
    (await world.call('adminGetUser', { token: root.token, params: { id: ada.id } })).body.passkeys
  expect((await reset(ada.id, PASSWORD)).error.code).toBe('not_found')
  await passkeyOn(world, ada.token)
  await passkeyOn(world, ada.token)
  await passkeyOn(world, root.token)
  expect(await listed()).toBe(2)
  expect((await reset(ada.id)).error.code).toBe('password_needed')
  expect((await reset(ada.id, 'wrong')).error.code).toBe('fields_invalid')
  expect((await reset(root.id, PASSWORD)).error.code).toBe('own_account')
  expect((await reset('nobody', PASSWORD)).error.code).toBe('not_found')
  expect((await reset(ada.id, PASSWORD)).status).toBe(204)
  expect(await listed()).toBe(0)
  expect((await world.call('getMe', { token: ada.token })).error.code).toBe('session_expired')
  ada.token = (await world.session(ada.id)).access
  expect((await titles())[0]).toBe('An administrator removed your passkeys')
  expect(world.rows('audit')).toMatchObject([{ action: 'user.passkeys_removed', target_id: ada.id }])
  expect(world.rows('activity').find(({ kind }) => kind === 'passkeys.reset')).toMatchObject({ ip: '' })
})

test('who must set up a second factor first makes no passkey in its place', async () => {
  const root = await signedIn(world, 'root', 'admin')
  const values = { 'security.second_factor': 'everyone' }
  await secondFactorOn(world, root.token)
  const body = { values, password: PASSWORD }
  expect((await world.call('adminPatchSettings', { token: root.token, body })).status).toBe(200)
  expect((await begin()).error.code).toBe('second_factor_required')
})

test('the export of an account names its passkeys', async () => {
  await passkeyOn(world, ada.token)
  const headers = { authorization: `Bearer ${ada.token}` }
  const text = await (await world.fetch('/api/users/me/export', { headers })).text()
  expect(JSON.parse(text)).toMatchObject({ passkeys: [{ name: 'Laptop', host: 'yumen.example' }] })
})
