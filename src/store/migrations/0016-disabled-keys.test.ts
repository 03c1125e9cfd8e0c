import { describe, expect, test } from 'vitest'
import type { Trail } from '../trail.ts'
import { addKey, addUser } from '../test-records.ts'
import { engines, TEST_NOW } from '../test-store.ts'
import { whoDisabled } from './0016-disabled-keys.ts'

const KEYS = ['untouched', 'by-admin', 'by-owner', 'taken-back', 'given-back', 'running', 'own-of-admin']

/** The rows that tell of a key that was switched, as an administrator leaves them and as its owner does. */
function told(userId: string, id: string, kind: 'key.disabled' | 'key.enabled', actorId: string | null): Trail {
  const activity = { userId, kind, details: { id, name: id }, ip: '', userAgent: '' }
  if (actorId === null) return { activity }
  const facts = { before: null, after: null, ip: '', client: '', requestId: '', outcome: 'done' } as const
  return { activity, audit: { actorId, action: kind, targetKind: 'key', targetId: id, ...facts } }
}

describe.each(engines)('keys that an older program disabled, on %s', (_, open) => {
  test('are not their owners’ to enable where the audit log names an administrator, and no owner switched them since', async () => {
    await using store = await open()
    await addUser(store)
    await addUser(store, 'root')
    for (const id of KEYS) await addKey(store, id, id === 'own-of-admin' ? 'root' : 'u1')
    const acts: [id: string, status: 'active' | 'disabled', by: string | null][] = [
      ['by-admin', 'disabled', 'other'],
      ['by-admin', 'active', null],
      ['by-admin', 'disabled', 'root'],
      ['by-owner', 'disabled', null],
      ['taken-back', 'disabled', 'root'],
      ['taken-back', 'active', null],
      ['taken-back', 'disabled', null],
      ['given-back', 'disabled', 'root'],
      ['given-back', 'active', 'root'],
      ['given-back', 'disabled', null],
      ['running', 'disabled', 'root'],
      ['running', 'active', 'root'],
      ['own-of-admin', 'disabled', 'root'],
    ]
    for (const [n, [id, status, by]] of acts.entries()) {
      store.clock.set(TEST_NOW + n)
      const userId = id === 'own-of-admin' ? 'root' : 'u1'
      const kind = status === 'active' ? 'key.enabled' : 'key.disabled'
      await store.keys.patch({ userId, id }, { status }, told(userId, id, kind, by))
    }
    const { kysely } = store.db
    await kysely.updateTable('api_key').set({ disabled_by: null }).execute()
    // What its owner did with it is forgotten after a while, and what administrators do never.
    await kysely.deleteFrom('activity').where('details', 'like', '%given-back%').execute()
    await whoDisabled(kysely)
    const rows = await kysely.selectFrom('api_key').select(['id', 'disabled_by']).execute()
    expect(rows.filter((row) => row.disabled_by !== null)).toEqual([{ id: 'by-admin', disabled_by: 'root' }])
  })
})
