import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as looseEnds from './migrations/0034-loose-ends.ts'
import { addKey, addModel, addUser } from './test-records.ts'
import { engines, type TestStore } from './test-store.ts'

const TEAM = { name: 'Team', multiplierMicros: 1_000_000n, note: '', isDefault: false, limits: [] }

async function bounded(store: TestStore, models: string[]): Promise<void> {
  for (const id of ['u1', 'u2']) await addUser(store, id)
  await addKey(store)
  await store.userAdmin.change('u1', { allowModels: models })
  await store.userAdmin.change('u2', { denyModels: models })
  await store.groups.create({ ...TEAM, id: 'g1', allowModels: models })
  await store.keys.patch({ userId: 'u1', id: 'k1' }, { allowModels: models })
  const secret = { name: 'c', secret: 'a-secret-of-a-vendor', priority: 1, weight: 1, status: 'active' } as const
  const provider = { id: 'p1', slug: 'p1', name: 'P', preset: 'custom', priority: 1, weight: 1, allowPrivate: false }
  const credentials = [{ ...secret, allowModels: models }]
  const rest = { note: '', multiplierMicros: 1_000_000n, endpoints: [], routes: [], credentials }
  await store.providers.create({ ...provider, ...rest })
}

async function lists(store: TestStore) {
  const [key] = await store.keys.list('u1', 'UTC')
  return [
    (await store.users.byId('u1'))?.allowModels,
    (await store.users.byId('u2'))?.denyModels,
    (await store.groups.get('g1'))?.allowModels,
    key?.allowModels,
    (await store.providers.get('p1'))?.credentials[0]?.allowModels,
  ]
}

describe.each(engines)('a list of models on %s', (_, open) => {
  test('has no model that was deleted; one that allowed it alone allows nothing', async () => {
    await using store = await open()
    await addModel(store, 1n)
    await bounded(store, ['m1', 'm10'])
    const before = (await store.groups.get('g1'))?.version ?? 0
    await store.models.remove('m1')
    expect(await lists(store)).toEqual(Array(5).fill(['m10']))
    expect((await store.groups.get('g1'))?.version).toBe(before + 1)
    expect((await store.readDirectory()).data.keys).toMatchObject([{ allowModels: ['m10'] }])
  })

  test('that has nothing left allows nothing, or denies nothing', async () => {
    await using store = await open()
    await addModel(store, 1n)
    await bounded(store, ['m1'])
    await store.models.remove('m1')
    expect(await lists(store)).toEqual([[], [], [], [], []])
    expect(await store.db.kysely.selectFrom('user').select('deny_models').where('id', '=', 'u2').execute()).toEqual([
      { deny_models: null },
    ])
  })

  test('of an older database loses what was deleted with the update, but what a credential may be for', async () => {
    await using store = await open()
    await addModel(store, 1n)
    await bounded(store, ['gone', 'm1'])
    await sql`drop table key_address`.execute(store.db.kysely)
    await store.db.transaction((tx) => looseEnds.up(tx, store.db.engine))
    expect(await lists(store)).toEqual([['m1'], ['m1'], ['m1'], ['m1'], ['gone', 'm1']])
  })
})
