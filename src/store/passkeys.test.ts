import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import type { NewPasskey } from './passkeys.ts'
import type { NewSession } from './sessions.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

function aSession(id: string, userId = 'u1'): NewSession {
  const hashes = { accessHash: `access-${id}`, refreshHash: `refresh-${id}` }
  const until = { accessExpiresAt: TEST_NOW + HOUR_MS, refreshExpiresAt: TEST_NOW + HOUR_MS }
  return { id, family: id, userId, ...hashes, userAgent: '', ip: '', createdAt: TEST_NOW, ...until }
}

let last = 0
const answered = (challenge = `challenge-${(last += 1)}`) => ({ challenge, expiresAt: TEST_NOW + 5 * MINUTE_MS })

function aPasskey(over: Partial<NewPasskey> = {}): NewPasskey {
  const known = { credentialId: 'cred', publicKey: 'key', counter: 1, transports: ['internal', 'hybrid'] }
  return { ...known, userId: 'u1', family: 'own', name: 'Laptop', host: 'yumen.example', ...over }
}

/** A user who is signed in and has one passkey; its id. */
async function withPasskey(store: TestStore, over: Partial<NewPasskey> = {}): Promise<string> {
  await addUser(store)
  await store.sessions.open(aSession('own'), 'hash')
  const added = await store.passkeys.add(aPasskey(over), answered())
  if (!added.ok) throw new Error(added.refused)
  return added.value.id
}

const alive = async (store: TestStore) => (await store.sessions.listAlive('u1')).map(({ id }) => id).toSorted()
const trail = (kind: 'passkey.added' | 'passkey.removed' | 'passkeys.reset') => ({
  activity: { userId: 'u1', kind, details: { name: 'Laptop' }, ip: '192.0.2.1', userAgent: '' },
})

describe.each(engines)('passkeys on %s', (_, open) => {
  test('are kept, renamed and removed by their owner alone', async () => {
    await using store = await open()
    const id = await withPasskey(store)
    const [passkey] = await store.passkeys.list('u1')
    expect(passkey).toEqual({
      id,
      userId: 'u1',
      name: 'Laptop',
      host: 'yumen.example',
      credentialId: 'cred',
      publicKey: 'key',
      counter: 1,
      transports: ['internal', 'hybrid'],
      createdAt: TEST_NOW,
      lastUsedAt: null,
    })
    expect(await store.passkeys.byCredential('cred')).toMatchObject({ passkey: { id }, user: { id: 'u1' } })
    expect(await store.passkeys.byCredential('other')).toBeUndefined()
    await addUser(store, 'u2')
    expect(await store.passkeys.list('u2')).toEqual([])
    expect(await store.passkeys.rename('u2', id, 'Mine')).toBe(false)
    expect(await store.passkeys.remove('u2', id)).toBe(false)
    expect(await store.passkeys.rename('u1', id, 'Phone')).toBe(true)
    expect(await store.passkeys.list('u1')).toMatchObject([{ name: 'Phone' }])
    expect(await store.passkeys.remove('u1', id)).toBe(true)
    expect(await store.passkeys.remove('u1', id)).toBe(false)
    expect(await store.passkeys.list('u1')).toEqual([])
  })

  test('are one account’s: the same is not added again, by nobody', async () => {
    await using store = await open()
    await withPasskey(store)
    await addUser(store, 'u2')
    await store.sessions.open(aSession('theirs', 'u2'), 'hash')
    const theirs = aPasskey({ userId: 'u2', family: 'theirs' })
    for (const made of [aPasskey(), theirs])
      expect(await store.passkeys.add(made, answered())).toMatchObject({ refused: 'passkey_known' })
    expect(await store.passkeys.list('u1')).toHaveLength(1)
  })

  test('are at most twenty', async () => {
    await using store = await open()
    await withPasskey(store)
    const another = (n: number) => store.passkeys.add(aPasskey({ credentialId: `cred-${n}` }), answered())
    for (let n = 2; n <= 20; n += 1) expect(await another(n)).toMatchObject({ ok: true })
    expect(await another(21)).toMatchObject({ refused: 'passkeys_full' })
  })

  test('are not added by an answer of before, one that comes late, or a session that has ended', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('own'), 'hash')
    const add = (one: string, of = answered()) => store.passkeys.add(aPasskey({ credentialId: one }), of)
    const once = answered()
    expect(await add('one', once)).toMatchObject({ ok: true })
    expect(await add('two', once)).toMatchObject({ refused: 'passkey_late' })
    const late = { ...answered(), expiresAt: TEST_NOW }
    expect(await add('three', late)).toMatchObject({ refused: 'passkey_late' })
    await store.sessions.revokeOthers('u1', null, 'logout')
    expect(await add('four')).toMatchObject({ refused: 'session_expired' })
    expect(await store.passkeys.list('u1')).toHaveLength(1)
  })

  test('open a session each time they are shown anew, and tell when', async () => {
    await using store = await open()
    const id = await withPasskey(store)
    store.clock.set(TEST_NOW + MINUTE_MS)
    const shown = { id, counter: 2, answered: answered() }
    expect(await store.sessions.openByPasskey(aSession('new'), shown)).toBe(true)
    expect(await alive(store)).toEqual(['new', 'own'])
    expect(await store.passkeys.list('u1')).toMatchObject([{ counter: 2, lastUsedAt: TEST_NOW + MINUTE_MS }])
    expect(await store.users.byId('u1')).toMatchObject({ lastLoginAt: TEST_NOW + MINUTE_MS })
    // The same answer once more, and another challenge by a copy that is no further.
    expect(await store.sessions.openByPasskey(aSession('again'), { ...shown, counter: 3 })).toBe(false)
    const copy = { id, counter: 2, answered: answered() }
    expect(await store.sessions.openByPasskey(aSession('copy'), copy)).toBe(false)
    expect(await alive(store)).toEqual(['new', 'own'])
  })

  test('that do not count are taken each time, and of many who show one answer at once one is let in', async () => {
    await using store = await open()
    const id = await withPasskey(store, { counter: 0 })
    const once = { id, counter: 0, answered: answered() }
    const all = await Promise.all(['a', 'b', 'c'].map((one) => store.sessions.openByPasskey(aSession(one), once)))
    expect(all.filter(Boolean)).toHaveLength(1)
    expect(await store.sessions.openByPasskey(aSession('d'), { ...once, answered: answered() })).toBe(true)
  })

  test('leave an account a hundred sessions at most, as passwords do', async () => {
    await using store = await open()
    const id = await withPasskey(store, { counter: 0 })
    for (let n = 0; n < 101; n += 1) {
      store.clock.set(TEST_NOW + n)
      await store.sessions.openByPasskey(aSession(`s${n}`), { id, counter: 0, answered: answered() })
    }
    expect(await alive(store)).toHaveLength(100)
  })

  test('that were removed, or whose owner was disabled, while they were looked at open nothing', async () => {
    await using store = await open()
    const id = await withPasskey(store)
    const enter = (one: string) => store.sessions.openByPasskey(aSession(one), { id, counter: 2, answered: answered() })
    await store.userAdmin.change('u1', { status: 'disabled' })
    expect(await enter('disabled')).toBe(false)
    await store.userAdmin.change('u1', { status: 'active' })
    await store.passkeys.remove('u1', id)
    expect(await enter('removed')).toBe(false)
    expect(await alive(store)).toEqual([])
  })

  test('are all removed by a reset, which ends every session', async () => {
    await using store = await open()
    await withPasskey(store)
    await store.passkeys.add(aPasskey({ credentialId: 'two' }), answered())
    expect(await store.passkeys.reset('u1')).toBe(true)
    expect(await store.passkeys.list('u1')).toEqual([])
    expect(await alive(store)).toEqual([])
    expect(await store.passkeys.reset('u1')).toBe(false)
  })

  test('are counted for administrators, and go with their account', async () => {
    await using store = await open()
    await withPasskey(store)
    await addUser(store, 'u2', 'admin')
    const { items } = await store.userAdmin.list({ limit: 10, zone: 'UTC' })
    expect(items.map(({ id, passkeys }) => [id, passkeys])).toEqual([
      ['u2', 0],
      ['u1', 1],
    ])
    await store.userAdmin.remove('u1')
    expect(await store.passkeys.list('u1')).toEqual([])
  })

  test('owners are told of each that is added and removed, and what was answered is not kept for ever', async () => {
    await using store = await open()
    await addUser(store)
    await store.sessions.open(aSession('own'), 'hash')
    const added = await store.passkeys.add(aPasskey(), answered(), trail('passkey.added'))
    store.clock.set(TEST_NOW + HOUR_MS)
    await store.passkeys.remove('u1', added.ok ? added.value.id : '', trail('passkey.removed'))
    const { items } = await store.notices.list('u1', { limit: 10 })
    expect(items.map(({ facts }) => facts['act'])).toEqual(['passkey.removed', 'passkey.added'])
    const later = { ...answered(), expiresAt: TEST_NOW + 2 * HOUR_MS }
    await store.passkeys.add(aPasskey(), later)
    const kept = await store.db.kysely.selectFrom('answered_challenge').selectAll().execute()
    expect(kept.map(({ challenge }) => challenge)).toEqual([later.challenge])
  })
})
