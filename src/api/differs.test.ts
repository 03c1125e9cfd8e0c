import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, iso } from '../core/time.ts'
import { differs } from './differs.ts'
import { acmeProvider, openWorld, type World } from './testing.ts'

test('a patch changes something when a field of it is not so already', () => {
  const present = { name: 'Ada', tags: ['a'], limit: null, note: '' }
  expect(differs({}, present)).toBe(false)
  expect(differs({ name: undefined }, present)).toBe(false)
  expect(differs({ name: 'Ada', tags: ['a'], limit: null }, present)).toBe(false)
  expect(differs({ tags: [] }, present)).toBe(true)
  expect(differs({ limit: 0 }, present)).toBe(true)
  expect(differs({ other: 1 }, present)).toBe(true)
})

describe('a patch that changes nothing', () => {
  let world: World
  let token: string
  beforeEach(async () => {
    world = await openWorld()
    token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  })
  afterEach(() => world[Symbol.asyncDispose]())

  const told = () => world.rows('audit').length + world.rows('activity').length
  type Patch = (body: object) => Promise<{ status: number; body: unknown }>

  /** What can be patched: its way there, and fields as they are already. */
  const THINGS: [string, () => Promise<{ patch: Patch; same: object }>][] = [
    [
      'an account',
      async () => {
        const params = { id: (await world.user('ada')).id }
        const { body } = await world.call('adminGetUser', { token, params })
        const { name, status, role, note, billing } = body
        return {
          patch: (body) => world.call('adminPatchUser', { token, params, body }),
          same: { name, status, role, note, billing, group: null },
        }
      },
    ],
    [
      'the own account',
      async () => {
        const { name, locale, timezone } = (await world.call('getMe', { token })).body
        return { patch: (body) => world.call('patchMe', { token, body }), same: { name, locale, timezone } }
      },
    ],
    [
      'an own key',
      async () => {
        const { id } = (await world.call('createKey', { token, body: { name: 'Mine' } })).body
        const same = { name: 'Mine', note: '', status: 'active', tags: [], allow_models: null, expires_at: null }
        return { patch: (body) => world.call('patchKey', { token, params: { id }, body }), same }
      },
    ],
    [
      'somebody’s key',
      async () => {
        const { id: user } = await world.user('ada')
        const { id } = (await world.call('adminCreateKey', { token, body: { user, name: 'Hers' } })).body
        return {
          patch: (body) => world.call('adminPatchKey', { token, params: { id }, body }),
          same: { name: 'Hers', status: 'active' },
        }
      },
    ],
    [
      'a group',
      async () => {
        const { id } = (await world.call('adminCreateGroup', { token, body: { name: 'Team' } })).body
        return {
          patch: (body) => world.call('adminPatchGroup', { token, params: { id }, body }),
          same: { name: 'Team', multiplier: '1', note: '', default: false, limits: [] },
        }
      },
    ],
    [
      'a model',
      async () => {
        const made = await world.call('adminCreateModel', { token, body: { id: 'house-model', context: 5 } })
        return {
          patch: (body) => world.call('adminPatchModel', { token, params: { id: made.body.id }, body }),
          same: { context: 5, enabled: true, aliases: [] },
        }
      },
    ],
    [
      'a provider',
      async () => {
        const { body: made } = await world.call('adminCreateProvider', { token, body: acmeProvider({}) })
        const { name, status, priority, multiplier, allow_private } = made
        return {
          patch: (body) => world.call('adminPatchProvider', { token, params: { id: made.id }, body }),
          same: { name, status, priority, multiplier, allow_private },
        }
      },
    ],
    [
      'a channel',
      async () => {
        const setup = { kind: 'feishu', config: {}, secrets: { url: 'https://open.feishu.cn/hook/abc' } } as const
        const made = await world.call('adminCreateChannel', { token, body: { name: 'Hook', setup } })
        return {
          patch: (body) => world.call('adminPatchChannel', { token, params: { id: made.body.id }, body }),
          same: { name: 'Hook', enabled: true },
        }
      },
    ],
    [
      'an announcement',
      async () => {
        const title = { zh: '题', en: 'Title' }
        const body = { kind: 'info' as const, title, body: { zh: '文', en: 'Text' } }
        const made = await world.call('adminCreateAnnouncement', { token, body })
        return {
          patch: (body) => world.call('adminPatchAnnouncement', { token, params: { id: made.body.id }, body }),
          same: { title, pinned: false },
        }
      },
    ],
    [
      'the settings',
      async () => {
        const patch: Patch = (body) => world.call('adminPatchSettings', { token, body: { values: body } })
        await patch({ 'site.name': 'House' })
        return { patch, same: { 'site.name': 'House', 'site.timezone': null } }
      },
    ],
  ]

  test.each(THINGS)('of %s is answered as ever, and told nobody', async (_, prepare) => {
    const { patch, same } = await prepare()
    const before = told()
    const empty = await patch({})
    const equal = await patch(same)
    expect([empty.status, equal.status]).toEqual([200, 200])
    expect(equal.body).toEqual(empty.body)
    expect(told()).toBe(before)
  })

  test('the price of now is a change when it is set once more: it ends what was planned', async () => {
    const price = { input: '2', output: '10', tiers: [] }
    await world.call('adminCreateModel', { token, body: { id: 'm', price } })
    const effective_from = iso(world.clock.now() + DAY_MS)
    await world.call('adminSetPrice', { token, body: { model: 'm', price: { input: '4' }, effective_from } })
    await world.call('adminPatchModel', { token, params: { id: 'm' }, body: { price } })
    const { items } = (await world.call('adminListPrices', { token, query: { model: 'm' } })).body
    expect(items.filter(({ state }) => state === 'planned')).toEqual([])
  })
})
