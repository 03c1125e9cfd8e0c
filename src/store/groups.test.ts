import { describe, expect, test } from 'vitest'
import type { NewGroup } from './groups.ts'
import type { NewLimit } from './limits.ts'
import { addKey, addUser } from './test-records.ts'
import { engines } from './test-store.ts'

const FIELDS = {
  id: 'g1',
  name: 'Team',
  multiplierMicros: 1_500_000n,
  allowModels: ['m1', 'm2'],
  note: '',
  isDefault: false,
}
const TEAM: NewGroup = { ...FIELDS, limits: [] }
const LIMIT: NewLimit = { metric: 'tokens', window: 'month', max: 9n, mode: 'normal', action: 'refuse' }

describe.each(engines)('groups on %s', (_, open) => {
  test('give their factor, their models and themselves to the keys of those in them', async () => {
    await using store = await open()
    await store.groups.create({ ...TEAM, limits: [LIMIT] })
    await addUser(store)
    await addKey(store)
    await addKey(store, 'k2')
    await store.keys.patch({ userId: 'u1', id: 'k2' }, { allowModels: ['m2', 'm3'] })
    await store.userAdmin.change('u1', { groupId: 'g1', billing: 'prepaid' })
    const { data } = await store.readDirectory()
    const facts = { groupId: 'g1', billing: 'prepaid', multiplierMicros: 1_500_000n }
    expect(data.keys.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
      { id: 'k1', ...facts, allowModels: ['m1', 'm2'] },
      { id: 'k2', ...facts, allowModels: ['m2'] },
    ])
    expect(data.limits).toMatchObject([{ subject: 'group', subjectId: 'g1', ...LIMIT }])
    await store.userAdmin.change('u1', { groupId: null })
    const { data: alone } = await store.readDirectory()
    expect(alone.keys.find((key) => key.id === 'k1')).toMatchObject({
      groupId: null,
      allowModels: null,
      multiplierMicros: 1_000_000n,
    })
  })

  test('take in new users when they are the one for them, and there is one such group', async () => {
    await using store = await open()
    await store.groups.create({ ...TEAM, isDefault: true })
    await addUser(store)
    await store.groups.create({ ...TEAM, id: 'g2', name: 'Others', isDefault: true })
    await addUser(store, 'u2')
    expect([await store.users.byId('u1'), await store.users.byId('u2')]).toMatchObject([
      { groupId: 'g1' },
      { groupId: 'g2' },
    ])
    expect(await store.groups.list()).toMatchObject([
      { id: 'g2', isDefault: true, users: 1 },
      { id: 'g1', isDefault: false, users: 1 },
    ])
  })

  test('change from the version that was seen, and keep their names apart', async () => {
    await using store = await open()
    await store.groups.create(TEAM)
    await store.groups.create({ ...TEAM, id: 'g2', name: 'Others' })
    const patch = { note: 'n', ifVersion: 1 }
    expect(await store.groups.patch('g1', patch)).toMatchObject({
      ok: true,
      value: { ...FIELDS, version: 2, note: 'n' },
    })
    expect(await store.groups.patch('g1', patch)).toMatchObject({ refused: 'version_conflict' })
    expect(await store.groups.patch('g1', { isDefault: true, ifVersion: 1 })).toMatchObject({
      refused: 'version_conflict',
    })
    expect(await store.groups.patch('g1', { name: 'Others', ifVersion: undefined })).toMatchObject({
      refused: 'name_taken',
    })
    expect(await store.groups.create({ ...TEAM, id: 'g3' })).toMatchObject({ refused: 'name_taken' })
    expect(await store.groups.patch('none', patch)).toMatchObject({ refused: 'not_found' })
  })

  test('stay while somebody is in them, and take their limits along when they go', async () => {
    await using store = await open()
    await store.groups.create({ ...TEAM, limits: [LIMIT] })
    await addUser(store)
    await store.userAdmin.change('u1', { groupId: 'g1' })
    expect(await store.groups.remove('g1')).toMatchObject({ refused: 'in_use' })
    expect(await store.userAdmin.change('u1', { groupId: 'none' })).toMatchObject({ refused: 'group_missing' })
    await addUser(store, 'a1', 'admin')
    await store.userAdmin.remove('u1')
    expect(await store.groups.remove('g1')).toMatchObject({ ok: true })
    expect(await store.groups.remove('g1')).toMatchObject({ refused: 'not_found' })
    expect(await store.limits.of({ subject: 'group', subjectId: 'g1' })).toEqual([])
  })
})
