import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints, type Endpoints } from '../contract/all.ts'
import { secondFactorOn } from './test-second-factor.ts'
import { signedIn } from './test-signed-in.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let root: { id: string; token: string }
let ada: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  root = await signedIn(world, 'root', 'admin')
  ada = await signedIn(world, 'ada')
})
afterEach(() => world[Symbol.asyncDispose]())

const ask = (who: 'optional' | 'admins' | 'everyone') =>
  world.call('adminPatchSettings', {
    token: root.token,
    body: { values: { 'security.second_factor': who }, password: PASSWORD },
  })
const must = async ({ token }: { token: string }) => (await world.call('getMe', { token })).body.must_set_second_factor
const works = async ({ token }: { token: string }) => (await world.call('listKeys', { token })).error.code

describe('a second factor', () => {
  test('is everybody’s own choice unless the operator says otherwise', async () => {
    for (const user of [root, ada]) expect([await must(user), await works(user)]).toEqual([false, ''])
  })

  test('that administrators must have is asked of them alone', async () => {
    await ask('admins')
    expect([await must(root), await works(root)]).toEqual([true, 'second_factor_required'])
    expect([await must(ada), await works(ada)]).toEqual([false, ''])
    await secondFactorOn(world, root.token)
    expect([await must(root), await works(root)]).toEqual([false, ''])
  })

  test('that everybody must have is turned on by a session that may do nothing else, and not off again', async () => {
    await ask('everyone')
    expect([await must(ada), await works(ada)]).toEqual([true, 'second_factor_required'])
    const { code } = await secondFactorOn(world, ada.token)
    expect([await must(ada), await works(ada)]).toEqual([false, ''])
    expect((await world.call('getSecondFactor', { token: ada.token })).body.required).toBe(true)
    const off = () => world.call('endSecondFactor', { token: ada.token, body: { password: PASSWORD, code: code() } })
    expect((await off()).error.code).toBe('second_factor_required')
    await secondFactorOn(world, root.token)
    await ask('optional')
    expect((await off()).status).toBe(204)
  })

  test('that is reset must be turned on again', async () => {
    await secondFactorOn(world, root.token)
    await secondFactorOn(world, ada.token)
    await ask('everyone')
    const params = { id: ada.id }
    await world.call('adminEndSecondFactor', { token: root.token, params, body: { password: PASSWORD } })
    const { body } = await world.call('login', { body: { email: 'ada@example.com', password: PASSWORD } })
    expect(await works({ token: body.access_token })).toBe('second_factor_required')
  })

  test('is set after the first password', async () => {
    await ask('everyone')
    const { id } = await world.user('bob', { mustChangePassword: true })
    const token = (await world.session(id)).access
    expect((await world.call('beginSecondFactor', { token, body: { password: PASSWORD } })).error.code).toBe(
      'password_change_required',
    )
    const change = { current_password: PASSWORD, new_password: 'another horse battery' }
    expect((await world.call('changePassword', { token, body: change })).status).toBe(204)
    expect(await works({ token })).toBe('second_factor_required')
  })
})

const OPEN = ['getMe', 'getSecondFactor', 'beginSecondFactor', 'confirmSecondFactor', 'changePassword', 'logout']

test('every other call is refused until it is on', async () => {
  await ask('everyone')
  const names = (Object.keys(endpoints) as (keyof Endpoints)[]).filter((name) => endpoints[name].who !== 'anyone')
  const { access } = await world.session(root.id)
  const refused = names.map(async (name) => {
    // What is open may end its session.
    const token = OPEN.includes(name) ? (await world.session(root.id)).access : access
    const params = { id: 'x', session: 'x', credential_id: 'x', endpoint_id: 'x' }
    const { error } = await world.call(name, { token, params })
    return error.code === 'second_factor_required' ? [] : [name]
  })
  expect((await Promise.all(refused)).flat().toSorted()).toEqual(OPEN.toSorted())
})
