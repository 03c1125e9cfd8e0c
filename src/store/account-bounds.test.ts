import { describe, expect, test } from 'vitest'
import { addKey, addModel, addUser } from './test-records.ts'
import { engines } from './test-store.ts'

const TEAM = { name: 'Team', multiplierMicros: 1_000_000n, note: '', isDefault: false, limits: [] }
const FREE = { allowModels: null, denyModels: [], allowProviders: null, allowIps: null }

describe.each(engines)('what an account may use on %s', (_, open) => {
  test('is everything unless something else is said, then or later', async () => {
    await using store = await open()
    await addUser(store)
    expect(await store.users.byId('u1')).toMatchObject(FREE)
    const bounds = { allowModels: ['m1'], denyModels: ['m2'], allowProviders: ['p1'], allowIps: ['10.0.0.0/8'] }
    await store.userAdmin.change('u1', bounds)
    await store.userAdmin.change('u1', { note: 'n' })
    expect(await store.userAdmin.get('u1', 'UTC')).toMatchObject({ ...bounds, note: 'n' })
    const who = { id: 'u2', email: 'b@example.com', name: 'B', passwordHash: '' }
    const fresh = { ...who, role: 'user', mustChangePassword: false, ...bounds } as const
    expect(await store.users.create(fresh)).toMatchObject({ ok: true, value: bounds })
    await store.userAdmin.change('u1', FREE)
    expect(await store.users.byId('u1')).toMatchObject(FREE)
  })

  test('is told without a provider that was deleted; whoever was allowed that one alone is allowed none', async () => {
    await using store = await open()
    const provider = { preset: 'custom', priority: 1, weight: 1, allowPrivate: false, note: '' }
    const rest = { multiplierMicros: 1_000_000n, endpoints: [], credentials: [], routes: [] }
    for (const id of ['p1', 'p2']) await store.providers.create({ ...provider, ...rest, id, slug: id, name: id })
    for (const id of ['u1', 'u2', 'u3', 'u4']) await addUser(store, id)
    await store.userAdmin.change('u1', { allowProviders: ['p1', 'p2'] })
    await store.userAdmin.change('u2', { allowProviders: ['p1'] })
    await store.userAdmin.change('u3', { allowProviders: ['p2'] })
    await store.providers.remove('p1')
    const allowed = ['u1', 'u2', 'u3', 'u4'].map(async (id) => (await store.users.byId(id))?.allowProviders)
    expect(await Promise.all(allowed)).toEqual([['p2'], [], ['p2'], null])
  })

  test('bounds all its keys, together with what they and the group allow', async () => {
    await using store = await open()
    await addModel(store, 1n)
    await addUser(store)
    await addKey(store)
    await addKey(store, 'k2')
    const entries = async () => (await store.readDirectory()).data.keys.toSorted((a, b) => a.id.localeCompare(b.id))
    const free = { allowModels: null, allowProviders: null, allowIps: [] }
    expect(await entries()).toMatchObject([free, free])
    await store.keys.patch({ userId: 'u1', id: 'k2' }, { allowModels: ['m1', 'm2', 'm3'], allowIps: ['10.1.0.0/16'] })
    await store.groups.create({ ...TEAM, id: 'g1', allowModels: ['m1', 'm2', 'm4'] })
    const bounds = { allowModels: ['m2', 'm3', 'm4'], allowProviders: ['p1'], allowIps: ['10.0.0.0/8'] }
    await store.userAdmin.change('u1', { groupId: 'g1', ...bounds })
    expect(await entries()).toMatchObject([
      { allowModels: ['m2', 'm4'], allowProviders: ['p1'], allowIps: [['10.0.0.0/8']] },
      { allowModels: ['m2'], allowProviders: ['p1'], allowIps: [['10.1.0.0/16'], ['10.0.0.0/8']] },
    ])
    await store.userAdmin.change('u1', { groupId: null, ...FREE, denyModels: ['m1'] })
    expect(await entries()).toMatchObject([
      { ...free, allowModels: [] },
      { ...free, allowModels: ['m2', 'm3'], allowIps: [['10.1.0.0/16']] },
    ])
  })
})
