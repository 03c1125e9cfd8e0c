import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { up } from './migrations/0035-versions.ts'
import { addKey, addUser } from './test-records.ts'
import { engines, type TestStore } from './test-store.ts'

const KEY = { userId: 'u1', id: 'k1' }
const MODEL = { displayName: 'M', vendor: '', kind: 'chat', context: null, maxOutput: null, price: null } as const

async function openWith(open: () => Promise<TestStore>): Promise<TestStore> {
  const store = await open()
  await addUser(store)
  await addKey(store)
  await store.models.create({ ...MODEL, id: 'm1', abilities: [], aliases: [], enabled: true })
  return store
}

const versionsOf = async (store: TestStore) => [
  (await store.userAdmin.get('u1', 'UTC'))?.version,
  (await store.keys.get(KEY, 'UTC'))?.version,
  (await store.models.get('m1'))?.version,
]

describe.each(engines)('versions on %s', (_, open) => {
  test('go up with each change, and of two changes from the same one is made', async () => {
    await using store = await openWith(open)
    expect(await versionsOf(store)).toEqual([1, 1, 1])
    const made = await Promise.all([
      ...['a', 'b'].map(async (note) => (await store.userAdmin.change('u1', { note, ifVersion: 1 })).ok),
      ...['a', 'b'].map((note) => store.keys.patch(KEY, { note, ifVersion: 1 })),
      ...['a', 'b'].map(async (vendor) => (await store.models.patch('m1', { vendor, ifVersion: 1 })).ok),
    ])
    expect(made.filter((isMade) => isMade)).toHaveLength(3)
    expect(await versionsOf(store)).toEqual([2, 2, 2])
    expect(await store.userAdmin.change('u1', { note: 'c', ifVersion: 1 })).toMatchObject({
      refused: 'version_conflict',
    })
    expect(await store.models.patch('m1', { vendor: 'c', ifVersion: 1 })).toMatchObject({ refused: 'version_conflict' })
    expect(await store.models.patch('none', { ifVersion: 1 })).toMatchObject({ refused: 'not_found' })
    expect(await versionsOf(store)).toEqual([2, 2, 2])
  })

  test('begin at one for what was there before there were any', async () => {
    await using store = await openWith(open)
    for (const table of ['user', 'api_key', 'model'])
      await sql`alter table ${sql.table(table)} drop column version`.execute(store.db.kysely)
    await up(store.db.kysely)
    expect(await versionsOf(store)).toEqual([1, 1, 1])
  })
})
