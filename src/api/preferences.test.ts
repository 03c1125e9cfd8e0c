import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
let userId: string
beforeEach(async () => {
  world = await openWorld()
  userId = (await world.user('ada')).id
  token = (await world.session(userId)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const KEPT = {
  density: 'compact',
  hour_cycle: 'h12',
  currency: 'CNY',
  shortcuts: false,
  range: '7d',
  model: 'claude-sonnet-5',
  notices: { limit_80: ['console', 'email'] },
  views: [{ name: 'mine', search: 'status=failed&cols=at&cols=cost' }],
} as const

test('preferences are kept as they were given, and are the own ones', async () => {
  const body = { ...KEPT, notices: { limit_80: [...KEPT.notices.limit_80] }, views: [...KEPT.views] }
  expect((await world.call('putPreferences', { token, body })).body).toEqual(KEPT)
  expect((await world.call('getPreferences', { token })).body).toEqual(KEPT)
  const bob = await world.session((await world.user('bob')).id)
  expect((await world.call('getPreferences', { token: bob.access })).body).toEqual({})
})

test.each([
  ['a name nobody knows', { theme: 'dark' }],
  ['a value that is none of the choices', { density: 'tiny' }],
  ['a notice nobody sends', { notices: { birthday: ['console'] } }],
  ['a view without a name', { views: [{ name: ' ', search: '' }] }],
  ['more views than anybody reads', { views: Array.from({ length: 31 }, (_, n) => ({ name: `${n}`, search: '' })) }],
])('%s is refused', async (_, body) => {
  const answer = await world.call('putPreferences', { token, body: body as object })
  expect([answer.status, answer.error.code]).toEqual([422, 'fields_invalid'])
})

test('what an older console wrote in another form is left out, and the rest stays', async () => {
  await world.store.users.putPreferences(userId, { density: 'compact', range: 'a fortnight', theme: 'dark' })
  expect((await world.call('getPreferences', { token })).body).toEqual({ density: 'compact' })
})

test('the account is told of settings that matter, and not of where its furniture stands', async () => {
  await world.call('putPreferences', {
    token,
    body: { sidebar: 'narrow', first_steps: 'folded', views: [{ name: 'a', search: '' }] },
  })
  await world.call('putPreferences', { token, body: { sidebar: 'open', tokens: 'full' } })
  const { items } = (await world.call('listActivity', { token })).body
  expect(items.map(({ kind, details }) => [kind, details])).toEqual([['settings.changed', { fields: 'tokens' }]])
})
