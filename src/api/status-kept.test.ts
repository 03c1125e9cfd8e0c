import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
let id: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  id = (await world.user('ada')).id
})
afterEach(() => world[Symbol.asyncDispose]())

const patch = (body: object) => world.call('adminPatchUser', { token, params: { id }, body })

test('an account that was active all along is changed, not enabled, and so it is told', async () => {
  await patch({ status: 'active', billing: 'prepaid' })
  const kinds = world.rows('activity').filter((row) => row['user_id'] === id)
  expect(kinds.map((row) => row['kind'])).toEqual(['account.changed'])
  const own = (await world.session(id)).access
  const { body } = await world.call('listNotices', { token: own, headers: { 'accept-language': 'en' } })
  expect(body.items.map(({ title }) => title)).not.toContainEqual(expect.stringContaining('enabled'))
})

test('a key that was switched on all along is changed, not enabled', async () => {
  const { access } = await world.session(id)
  const { body: key } = await world.call('createKey', { token: access, body: { name: 'nightly' } })
  const change = (body: object) => world.call('adminPatchKey', { token, params: { id: key.id }, body })
  await change({ status: 'active', note: 'of the night' })
  await change({ status: 'disabled' })
  await change({ status: 'active' })
  const kinds = world.rows('audit').filter((row) => row['target_id'] === key.id)
  expect(kinds.map((row) => row['action'])).toEqual(['key.changed', 'key.disabled', 'key.enabled'])
})
