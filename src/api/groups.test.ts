import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import { acmeProvider, openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const read = (json: unknown): unknown => JSON.parse(String(json))

const HARD = { metric: 'cost', window: 'day', max: '100', mode: 'hard', action: 'refuse' } as const

test('a group is made, changed from the version that was seen, and deleted once nobody is in it', async () => {
  await world.call('adminCreateModel', { token, body: { id: 'house-model', aliases: ['house'] } })
  const made = await world.call('adminCreateGroup', {
    token,
    body: { name: 'Team', multiplier: '1.25', allow_models: ['house'], default: true, limits: [HARD] },
  })
  expect(made.body).toMatchObject({ multiplier: '1.25', allow_models: ['house-model'], default: true, version: 1 })
  const params = { id: made.body.id }
  const patch = (body: object, version: string) =>
    world.call('adminPatchGroup', { token, params, body, headers: { 'if-match': `"${version}"` } })
  expect((await patch({ note: 'n' }, '1')).body).toMatchObject({ note: 'n', version: 2, limits: [HARD] })
  expect((await patch({ note: 'm' }, '1')).error.code).toBe('version_conflict')
  expect((await patch({ limits: [] }, '2')).error.code).toBe('password_needed')
  expect((await patch({ limits: [], password: PASSWORD }, '2')).body.limits).toEqual([])
  expect((await world.call('adminCreateGroup', { token, body: { name: 'Team' } })).error.code).toBe('group_exists')
  const body = { email: 'ada@example.com', name: 'Ada' }
  const { body: ada } = await world.call('adminCreateUser', { token, body })
  expect(ada.group).toEqual({ id: params.id, name: 'Team' })
  expect((await world.call('adminDeleteGroup', { token, params })).error.code).toBe('group_in_use')
  await world.call('adminPatchUser', { token, params: { id: ada.id }, body: { group: null } })
  expect((await world.call('adminListGroups', { token })).body.items).toMatchObject([{ users: 0 }])
  expect((await world.call('adminDeleteGroup', { token, params })).status).toBe(204)
  const actions = world.rows('audit').map((row) => row['action'])
  expect(actions.filter((action) => String(action).startsWith('group.'))).toEqual([
    'group.created',
    'group.changed',
    'group.changed',
    'group.deleted',
  ])
  expect(JSON.stringify(world.rows('audit'))).not.toContain(PASSWORD)
})

test('providers and credentials have limits of their own, by what they charge us', async () => {
  const { body: provider } = await world.call('adminCreateProvider', { token, body: acmeProvider({}) })
  const params = { id: provider.id }
  const credential = { id: provider.credentials[0]?.id ?? '' }
  const put = (body: BodyInputOf<Endpoints['adminPutProviderLimits']>) =>
    world.call('adminPutProviderLimits', { token, params, body })
  expect((await put({ limits: [HARD] })).body.limits).toMatchObject([{ ...HARD, used: '0' }])
  expect((await put({ limits: [] })).error.code).toBe('password_needed')
  expect((await world.call('adminGetProviderLimits', { token, params })).body.limits).toMatchObject([HARD])
  const pace = { metric: 'requests', window: 'minute', max: 60, mode: 'normal', action: 'refuse' } as const
  const paced = { token, params: credential, body: { limits: [pace] } }
  expect((await world.call('adminPutCredentialLimits', paced)).body.limits).toMatchObject([pace])
  const all = await world.call('adminListCredentialLimits', { token, params })
  expect(all.body.items).toMatchObject([{ id: credential.id, limits: [{ ...pace, used: 0 }] }])
  const { data } = await world.store.readDirectory()
  expect(new Map(data.limits.map((limit) => [limit.subject, limit.subjectId]))).toEqual(
    new Map([
      ['credential', credential.id],
      ['provider', provider.id],
    ] as const),
  )
  expect((await world.call('adminGetCredentialLimits', { token, params })).status).toBe(404)
  expect((await world.call('adminPutProviderLimits', { ...paced, params: { id: 'none' } })).status).toBe(404)
  expect(world.rows('audit').map((row) => row['action'])).toEqual([
    'provider.created',
    'provider.limits_changed',
    'credential.limits_changed',
  ])
  const [, ...changes] = world.rows('audit').map(({ before, after }) => [before, after].map(read))
  expect(changes).toEqual([
    [{ limits: [] }, { limits: [HARD] }],
    [{ limits: [] }, { limits: [pace] }],
  ])
})
