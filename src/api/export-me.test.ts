import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../core/time.ts'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

type Exported = {
  profile: { email: string }
  preferences: object
  keys: { id: string; name: string }[]
  usage: { by_month: { month: string; requests: number; cost: string }[]; by_model: { model: string }[] }
  notices: { kind: string; text: string; read: boolean }[]
  activity: { kind: string; details: object }[]
  sessions: { current: boolean }[]
  entries: object[]
}

test('a user takes away what is kept about them: no secret, nothing of anybody else, and a trace of the act', async () => {
  const ada = await world.user('ada')
  const bob = await world.user('bob')
  const { access: token } = await world.session(ada.id)
  const { body: key } = await world.call('createKey', { token, body: { name: 'mine' } })
  const other = await world.call('createKey', { token: (await world.session(bob.id)).access, body: { name: 'his' } })
  await world.call('putPreferences', { token, body: { tokens: 'full' } })
  world.clock.ms += DAY_MS
  const { access: later } = await world.session(ada.id)
  await world.store.requests.insertSettled([
    settledRequest({ userId: ada.id, keyId: key.id, at: world.clock.ms - 1, model: 'house-model' }),
    settledRequest({ userId: bob.id, keyId: other.body.id, at: world.clock.ms - 1, model: 'his-model' }),
  ])
  for (const [userId, reason] of [
    [ada.id, 'Paid by transfer'],
    [bob.id, 'his money'],
  ] as const) {
    const entry = { id: `e-${userId}`, userId, kind: 'topup', amountNanos: 5_000_000_000n, actorId: bob.id } as const
    await world.store.accounts.book({ ...entry, reason, idempotencyKey: `key-${userId}`, requestId: null })
  }
  const told = (name: string) => {
    const facts = { key: name, name, expires_at: '2026-12-01T00:00:00Z' }
    return { kind: 'key_expiry' as const, mark: name, facts }
  }
  await world.store.notices.tell(ada.id, told('hers'))
  await world.store.notices.tell(bob.id, told('his-key'))
  const answer = await world.fetch('/api/users/me/export', { headers: { authorization: `Bearer ${later}` } })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="yumen-my-data.json"')
  const text = await answer.text()
  const found = JSON.parse(text) as Exported
  expect(found).toMatchObject({
    profile: { email: 'ada@example.com' },
    preferences: { tokens: 'full' },
    keys: [{ id: key.id, name: 'mine' }],
    usage: { by_month: [{ month: '2026-11', requests: 1 }], by_model: [{ model: 'house-model', requests: 1 }] },
  })
  expect(found.notices).toMatchObject([{ kind: 'key_expiry', read: false }])
  expect(found.notices[0]?.text).toContain('hers')
  expect(found.activity.map(({ kind }) => kind)).toEqual(['data.exported', 'settings.changed', 'key.created'])
  expect(found.activity[0]?.details).toEqual({ what: 'account', format: 'json' })
  expect(found.sessions.filter(({ current }) => current)).toHaveLength(1)
  expect(found.sessions).toHaveLength(2)
  const at = new Date(world.clock.ms).toISOString()
  expect(found.entries).toEqual([{ id: `e-${ada.id}`, kind: 'topup', amount: '5', reason: 'Paid by transfer', at }])
  expect(text).not.toContain(key.secret)
  expect(text).not.toContain('his')
})
