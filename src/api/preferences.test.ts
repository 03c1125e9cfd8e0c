import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
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

const patch = (body: BodyInputOf<Endpoints['patchPreferences']>) => world.call('patchPreferences', { token, body })

test('two devices that change different things undo nothing of one another', async () => {
  await world.call('putPreferences', { token, body: { density: 'compact', range: '7d' } })
  const views = (name: string, search: string | null) => ({ views: [{ name, search }] })
  await Promise.all([
    patch({ tokens: 'full' }),
    patch({ density: 'comfortable' }),
    patch({ range: null }),
    patch(views('here', 'a=1')),
    patch(views('there', 'b=2')),
  ])
  const { body } = await world.call('getPreferences', { token })
  const sorted = body.views?.toSorted((a, b) => a.name.localeCompare(b.name))
  const both = [
    { name: 'here', search: 'a=1' },
    { name: 'there', search: 'b=2' },
  ]
  expect({ ...body, views: sorted }).toEqual({ density: 'comfortable', tokens: 'full', views: both })
  expect((await patch(views('there', 'c=3'))).body.views).toContainEqual({ name: 'there', search: 'c=3' })
  expect((await patch(views('here', null))).body.views).toEqual([{ name: 'there', search: 'c=3' }])
})

test('two devices that change different notices undo nothing of one another, and each is taken back by itself', async () => {
  await Promise.all([
    patch({ notices: { limit_80: ['email'] } }),
    patch({ notices: { key_expiry: [] } }),
    patch({ notices: { maintenance: ['console'] } }),
  ])
  const kept = async () => (await world.call('getPreferences', { token })).body
  expect(await kept()).toEqual({ notices: { limit_80: ['email'], key_expiry: [], maintenance: ['console'] } })
  await patch({ notices: { limit_80: ['console'], maintenance: null } })
  expect(await kept()).toEqual({ notices: { limit_80: ['console'], key_expiry: [] } })
  await patch({ notices: null, tokens: 'full' })
  expect(await kept()).toEqual({ tokens: 'full' })
})

test('views that are more than there is room for are refused together too, and nothing is changed', async () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ name: `v${n}`, search: '' }))
  await patch({ views: many })
  const answer = await patch({ tokens: 'full', views: [{ name: 'one more', search: '' }] })
  expect([answer.status, answer.error.code]).toEqual([422, 'fields_invalid'])
  expect((await world.call('getPreferences', { token })).body).toEqual({ views: many })
  expect((await patch({ views: [{ name: 'v3', search: 'again' }] })).status).toBe(200)
})

test('what an older console wrote in another form is left out, and the rest stays', async () => {
  await world.store.users.changePreferences(userId, () => ({
    preferences: { density: 'compact', range: 'a fortnight', theme: 'dark' },
  }))
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
