import { describe, expect, test } from 'vitest'
import type { NewNotice } from '../core/notices.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import type { AnnouncementText } from './announcement-desk.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const never = new AbortController().signal
const EIGHTY: NewNotice = { kind: 'limit_80', mark: 'limit:l1:0:80', facts: { limit: 'l1', percent: 80 } }

const shownTo = async (store: TestStore, userId = 'u1') =>
  (await store.notices.list(userId, { limit: 50 })).items.map(({ kind }) => kind)

const prefer = (store: TestStore, notices: object) =>
  store.users.changePreferences('u1', () => ({ preferences: { notices } }))

describe.each(engines)('notices on %s', (_, open) => {
  test('are told once of each mark, and read one by one or all at once', async () => {
    await using store = await open()
    await addUser(store)
    expect(await store.notices.tell('u1', EIGHTY)).toBe(true)
    expect(await store.notices.tell('u1', EIGHTY)).toBe(false)
    await store.notices.tell('u1', { ...EIGHTY, mark: 'limit:l1:0:100', kind: 'limit_100' })
    await store.notices.tell('u1', { ...EIGHTY, mark: 'limit:l2:0:80' })
    expect(await shownTo(store)).toEqual(['limit_80', 'limit_100', 'limit_80'])
    const [first] = (await store.notices.list('u1', { limit: 1 })).items
    expect(await store.notices.read('u1', first?.id ?? '')).toBe(true)
    expect(await store.notices.read('u2', first?.id ?? '')).toBe(false)
    expect(await store.notices.unread('u1')).toBe(2)
    await store.notices.readAll('u1')
    expect([await store.notices.unread('u1'), await store.notices.unread('u2')]).toEqual([0, 0])
  })

  test('of limits stand in the activity of whoever is told, once and with the ways they took', async () => {
    await using store = await open()
    for (const id of ['u1', 'u2']) await addUser(store, id)
    await prefer(store, { limit_80: ['email'], limit_50: [] })
    await store.notices.tell('u1', { ...EIGHTY, kind: 'limit_50', mark: 'limit:l1:0:50' })
    for (let n = 0; n < 2; n += 1) await store.notices.tellAll({ groups: null, madeBefore: TEST_NOW }, EIGHTY, never)
    await store.notices.tell('u1', { kind: 'announcement', mark: 'announcement:a', facts: { id: 'a' } })
    const told = async (userId: string) =>
      (await store.activity.list({ userId, groups: ['limits'] }, { limit: 9 })).items.map(({ kind, details, ip }) => ({
        kind,
        details,
        ip,
      }))
    const row = { kind: 'limit.reached', ip: '' }
    expect(await told('u1')).toEqual([{ ...row, details: { ...EIGHTY.facts, console: false, email: true } }])
    expect(await told('u2')).toEqual([{ ...row, details: { ...EIGHTY.facts, console: true, email: true } }])
    expect((await store.activity.list({ userId: 'u1' }, { limit: 9 })).items).toHaveLength(1)
  })

  test('take the ways that were chosen, and none at all for whoever is disabled', async () => {
    await using store = await open()
    await addUser(store)
    await prefer(store, { limit_80: ['email'], limit_50: [], limit_100: [] })
    expect(await store.notices.tell('u1', { ...EIGHTY, kind: 'limit_50', mark: '50' })).toBe(false)
    await store.notices.tell('u1', EIGHTY)
    // Nobody may miss that requests are refused.
    await store.notices.tell('u1', { ...EIGHTY, kind: 'limit_100', mark: '100' })
    expect(await shownTo(store)).toEqual(['limit_100'])
    expect((await store.notices.mail.due(10)).map(({ kind }) => kind)).toEqual(['limit_80'])
    await store.users.patch('u1', { status: 'disabled' })
    expect(await store.notices.tell('u1', { ...EIGHTY, mark: 'later' })).toBe(false)
    expect((await store.notices.mail.due(10)).map(({ wanted }) => wanted)).toEqual([false])
  })

  test('are sent by e-mail when they are due, those of one user before those of all, and only while they are wanted', async () => {
    await using store = await open()
    await addUser(store)
    await prefer(store, { announcement: ['email'] })
    await store.notices.tell('u1', { kind: 'announcement', mark: 'announcement:a', facts: { id: 'a' } })
    store.clock.set(TEST_NOW + 1)
    await store.notices.tell('u1', EIGHTY)
    const due = await store.notices.mail.due(10)
    expect(due.map(({ kind, to, tries, wanted }) => [kind, to, tries, wanted])).toEqual([
      ['limit_80', 'u1@example.com', 0, true],
      ['announcement', 'u1@example.com', 0, true],
    ])
    expect(await shownTo(store)).toEqual(['limit_80'])
    const [eighty = '', announced = ''] = due.map(({ id }) => id)
    await store.notices.mail.later(eighty, TEST_NOW + MINUTE_MS)
    await store.notices.mail.sent(announced)
    expect(await store.notices.mail.due(10)).toEqual([])
    store.clock.set(TEST_NOW + MINUTE_MS)
    await prefer(store, { limit_80: ['console'] })
    expect(await store.notices.mail.due(10)).toMatchObject([{ id: eighty, tries: 1, wanted: false }])
    await store.notices.mail.dropAll()
    expect(await store.notices.mail.due(10)).toEqual([])
  })

  test('reach everybody of an audience who was there already', async () => {
    await using store = await open()
    const group = { name: 'Team', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
    await store.groups.create({ ...group, id: 'g1', limits: [] })
    for (const id of ['u1', 'u2', 'u3']) await addUser(store, id)
    await store.userAdmin.change('u2', { groupId: 'g1' })
    const told = (groups: string[] | null, mark: string, madeBefore = TEST_NOW) =>
      store.notices.tellAll({ groups, madeBefore }, { ...EIGHTY, mark }, never)
    expect(await told(['g1'], 'team')).toBe(1)
    expect(await told(null, 'all')).toBe(3)
    expect(await told(null, 'all')).toBe(0)
    expect(await told(null, 'before', TEST_NOW - 1)).toBe(0)
    expect([(await shownTo(store, 'u1')).length, (await shownTo(store, 'u2')).length]).toEqual([1, 2])
  })

  test('tell of what an administrator changed, in the transaction of the change', async () => {
    await using store = await open()
    await addUser(store)
    const activity = {
      userId: 'u1',
      kind: 'limits.changed',
      ip: '',
      userAgent: '',
      details: { fields: 'limits' },
    } as const
    await store.users.patch('u1', {}, { activity })
    expect(await shownTo(store)).toEqual([])
    await store.users.patch('u1', {}, { activity: { ...activity, details: { by: 'admin', fields: 'limits' } } })
    const renamed = { by: 'admin', fields: 'name' }
    await store.users.patch('u1', {}, { activity: { ...activity, kind: 'account.changed', details: renamed } })
    const { items } = await store.notices.list('u1', { limit: 50 })
    expect(items).toMatchObject([{ kind: 'account_changed', facts: { act: 'limits.changed' } }])
  })

  test('know what was just announced, and which maintenance is near', async () => {
    await using store = await open()
    const text: AnnouncementText = {
      kind: 'info',
      title: { zh: '标题', en: '' },
      body: { zh: '正文', en: '' },
      pinned: false,
      groups: null,
      startsAt: null,
      endsAt: null,
      shownAt: TEST_NOW,
    }
    const add = (id: string, over: Partial<AnnouncementText> = {}) =>
      store.announcementDesk.create({ ...text, ...over, id, authorId: null })
    await add('draft', { shownAt: null })
    await add('old', { shownAt: TEST_NOW - DAY_MS })
    await add('new')
    const ahead = { kind: 'maintenance', shownAt: TEST_NOW - 9 * DAY_MS, endsAt: TEST_NOW + DAY_MS } as const
    await add('near', { ...ahead, startsAt: TEST_NOW + MINUTE_MS })
    await add('far', { ...ahead, startsAt: TEST_NOW + 2 * MINUTE_MS })
    await add('begun', { ...ahead, startsAt: TEST_NOW })
    const { fresh, near } = await store.notices.announced(TEST_NOW - DAY_MS, TEST_NOW + MINUTE_MS)
    expect([fresh.map(({ id }) => id), near.map(({ id }) => id)]).toEqual([['new'], ['near']])
  })

  test('are deleted when they are old', async () => {
    await using store = await open()
    await addUser(store)
    await store.notices.tell('u1', EIGHTY)
    expect([await store.retention.notices(TEST_NOW), await store.retention.notices(TEST_NOW + 1)]).toEqual([0, 1])
    expect(await shownTo(store)).toEqual([])
  })
})
