import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../core/time.ts'
import { type Answering, testPasskey } from '../vault/test-passkey.ts'
import { from, HERE, passkeyOn } from './test-passkeys.ts'
import { secondFactorOn } from './test-second-factor.ts'
import { signedIn } from './test-signed-in.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let ada: { id: string; token: string }
let device: ReturnType<typeof testPasskey>
let id: string
beforeEach(async () => {
  world = await openWorld()
  ada = await signedIn(world, 'ada')
  ;({ device, id } = await passkeyOn(world, ada.token))
})
afterEach(() => world[Symbol.asyncDispose]())

type Shown = { ticket: string; response: ReturnType<typeof device.shown> }

/** What the sign-in page sends, answered by a device in whatever way. */
async function shown(how: Partial<Answering> = {}, by = device): Promise<Shown> {
  const { ticket, options } = (await world.call('beginPasskeyLogin', { headers: from() })).body
  return { ticket, response: by.shown({ challenge: options.challenge, origin: HERE, ...how }) }
}
const send = (body: Shown, { ip = '192.0.2.1', origin = HERE } = {}) =>
  world.call('passkeyLogin', { headers: from(origin), body, ip })
const codeOf = async (body: Shown) => {
  const { status, error } = await send(body)
  return [status, error.code]
}
const WRONG = [401, 'passkey_wrong']
const opened = () => world.rows('activity').filter(({ kind }) => kind === 'session.opened')

test('it signs in without e-mail and password, is told in the activity, and when it was used', async () => {
  world.clock.ms += MINUTE_MS
  const { status, body } = await send(await shown())
  expect(status).toBe(200)
  expect((await world.call('getMe', { token: body.access_token })).body.email).toBe('ada@example.com')
  expect((await world.call('listPasskeys', { token: ada.token })).body.items[0]?.last_used_at).toBe(
    '2026-11-20T08:01:00.000Z',
  )
  expect(opened()).toMatchObject([{ user_id: ada.id, details: '{"passkey":"Laptop"}' }])
})

test('it stands for both steps of an account with a second factor', async () => {
  await secondFactorOn(world, ada.token)
  expect((await send(await shown())).status).toBe(200)
})

test('what must have a second factor sets it up after a passkey, too: the password alone would still be enough elsewhere', async () => {
  const root = await signedIn(world, 'root', 'admin')
  await secondFactorOn(world, root.token)
  const body = { values: { 'security.second_factor': 'everyone' }, password: PASSWORD }
  await world.call('adminPatchSettings', { token: root.token, body })
  const { access_token: token } = (await send(await shown())).body
  expect((await world.call('getMe', { token })).body.must_set_second_factor).toBe(true)
  expect((await world.call('listKeys', { token })).error.code).toBe('second_factor_required')
  await secondFactorOn(world, token)
  const again = (await send(await shown())).body.access_token
  expect((await world.call('listKeys', { token: again })).status).toBe(200)
})

test('an answer is taken once, however many send it at once', async () => {
  const once = await shown()
  const all = await Promise.all([send(once), send(once), send(once)])
  expect(all.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401', '401'])
  expect(await codeOf(once)).toEqual(WRONG)
  expect(opened()).toHaveLength(1)
})

test('an answer to another ticket, after five minutes, or to one for adding, is refused', async () => {
  const [one, other] = [await shown(), await shown()]
  expect(await codeOf({ ...one, ticket: other.ticket })).toEqual(WRONG)
  expect(await codeOf({ ...one, ticket: 'x' })).toEqual([409, 'passkey_late'])
  const begun = { token: ada.token, headers: from(), body: { password: PASSWORD } }
  const { ticket, options } = (await world.call('beginPasskey', begun)).body
  const response = device.shown({ challenge: options.challenge, origin: HERE })
  expect(await codeOf({ ticket, response })).toEqual([409, 'passkey_late'])
  world.clock.ms += 5 * MINUTE_MS
  expect(await codeOf(one)).toEqual([409, 'passkey_late'])
  expect(opened()).toEqual([])
})

test.each<[string, Partial<Answering>]>([
  ['from another origin', { origin: 'https://evil.example', host: 'yumen.example' }],
  ['from another port of the host', { origin: 'https://yumen.example:8443' }],
  ['for another host', { host: 'evil.example' }],
  ['without verifying its owner', { verified: false }],
  ['for somebody else', { userHandle: Buffer.from('another').toString('base64url') }],
  ['with a count that does not go on', { counter: 1 }],
])('an answer %s is refused, and told to the owner as a failed sign-in', async (_, how) => {
  expect(await codeOf(await shown(how))).toEqual(WRONG)
  expect(opened()).toEqual([])
  await expect
    .poll(() => world.rows('activity').at(-1))
    .toMatchObject({ kind: 'session.failed', user_id: ada.id, details: '{"step":"passkey"}' })
})

test('a page elsewhere is refused before anything is looked at', async () => {
  const site = world.deps.site as { namedOrigin: string | null }
  site.namedOrigin = HERE
  const body = await shown()
  for (const origin of ['https://evil.example', 'http://localhost:3000'])
    expect((await send(body, { origin })).error.code).toBe('passkeys_elsewhere')
  expect((await world.call('beginPasskeyLogin', { headers: from('http://127.0.0.1:3000') })).error.code).toBe(
    'passkeys_elsewhere',
  )
  expect((await send(body)).status).toBe(200)
})

test('a passkey of another host does not sign in here, where the operator named none', async () => {
  const there = await passkeyOn(world, ada.token, 'http://localhost:3000')
  expect(await codeOf(await shown({}, there.device))).toEqual(WRONG)
})

test('unknown, removed, and of a disabled account: they get the same words', async () => {
  expect(await codeOf(await shown({ userHandle: '' }, testPasskey()))).toEqual(WRONG)
  await world.store.userAdmin.change(ada.id, { status: 'disabled' })
  expect(await codeOf(await shown())).toEqual(WRONG)
  await world.store.userAdmin.change(ada.id, { status: 'active' })
  expect((await send(await shown())).status).toBe(200)
  const { body } = await send(await shown())
  const removing = { token: body.access_token, params: { id }, body: { password: PASSWORD } }
  expect((await world.call('removePasskey', removing)).status).toBe(204)
  expect(await codeOf(await shown())).toEqual(WRONG)
})

test('who guesses is slowed down, by passkey and by address, and what comes late is no guess', async () => {
  const late = await shown()
  world.clock.ms += 5 * MINUTE_MS
  for (let n = 0; n < 9; n += 1) expect(await codeOf(late)).toEqual([409, 'passkey_late'])
  for (let n = 0; n < 5; n += 1) expect(await codeOf(await shown({ verified: false }))).toEqual(WRONG)
  const waiting = await send(await shown())
  expect([waiting.status, waiting.error.code]).toEqual([429, 'too_many_attempts'])
  world.clock.ms += MINUTE_MS
  expect((await send(await shown())).status).toBe(200)
  for (let n = 0; n < 24; n += 1) await send(await shown({ userHandle: '' }, testPasskey()))
  expect((await send(await shown({}, testPasskey()))).error.code).toBe('passkey_wrong')
  expect((await send(await shown({}, testPasskey()))).error.code).toBe('too_many_attempts')
  expect((await send(await shown(), { ip: '198.51.100.7' })).status).toBe(200)
})
