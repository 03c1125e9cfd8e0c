import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../core/time.ts'
import type { AnnouncementText } from './announcement-desk.ts'
import type { AnnouncementQuery, Reader } from './announcements.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const TEXT: AnnouncementText = {
  kind: 'info',
  title: { zh: '标题', en: 'Title' },
  body: { zh: '正文', en: 'Body' },
  pinned: false,
  groups: null,
  startsAt: null,
  endsAt: null,
  shownAt: TEST_NOW,
}
const ADA: Reader = { userId: 'u1', groupId: null }
const ALL: AnnouncementQuery = { filter: 'all', limit: 50 }

const add = (store: TestStore, id: string, text: Partial<AnnouncementText> = {}) =>
  store.announcementDesk.create({ ...TEXT, ...text, id, authorId: null })

const idsOf = async (store: TestStore, query: Partial<AnnouncementQuery> = {}, reader = ADA) =>
  (await store.announcements.list(reader, { ...ALL, ...query })).items.map(({ id }) => id)

describe.each(engines)('announcements on %s', (_, open) => {
  test('are there for readers from when they are shown until they end; maintenance that is over stays', async () => {
    await using store = await open()
    await add(store, 'draft', { shownAt: null })
    await add(store, 'later', { shownAt: TEST_NOW + 1 })
    await add(store, 'ended', { endsAt: TEST_NOW })
    await add(store, 'now', { endsAt: TEST_NOW + 1 })
    await add(store, 'works', { kind: 'maintenance', startsAt: TEST_NOW - HOUR_MS, endsAt: TEST_NOW - 1 })
    expect(await idsOf(store)).toEqual(['works', 'now'])
    expect(await store.announcements.maintenance(ADA)).toEqual([])
    store.clock.set(TEST_NOW + 1)
    expect(await idsOf(store)).toEqual(['later', 'works'])
  })

  test('for a group are there for nobody else', async () => {
    await using store = await open()
    const group = { name: 'Team', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
    for (const id of ['g1', 'g2', 'g']) await store.groups.create({ ...group, name: id, id, limits: [] })
    await add(store, 'some', { groups: ['g1', 'g2'] })
    expect(await idsOf(store)).toEqual([])
    expect(await idsOf(store, {}, { userId: 'u1', groupId: 'g' })).toEqual([])
    const inside = { userId: 'u1', groupId: 'g2' }
    expect(await idsOf(store, {}, inside)).toEqual(['some'])
    expect(await store.announcements.get(ADA, 'some')).toBeUndefined()
    expect(await store.announcements.mark(ADA, 'some', true)).toBe(false)
    expect(await store.announcements.mark(inside, 'some', true)).toBe(true)
    expect(await add(store, 'lost', { groups: ['nobody'] })).toMatchObject({ ok: false, refused: 'group_missing' })
  })

  test('of a group that was deleted can still be changed, and are for those of its groups that are left', async () => {
    await using store = await open()
    const group = { name: 'Team', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
    for (const id of ['g1', 'g2', 'g3']) await store.groups.create({ ...group, name: id, id, limits: [] })
    await add(store, 'some', { groups: ['g1', 'g2'] })
    await add(store, 'one', { groups: ['g1'] })
    await add(store, 'old', { groups: ['g3'] })
    const { kysely } = store.db
    await store.groups.remove('g1')
    // What an earlier version left behind.
    await kysely.deleteFrom('group').where('id', '=', 'g3').execute()
    const mend = (id: string, groups: string[], ifVersion: number) =>
      store.announcementDesk.replace(id, { ...TEXT, groups, pinned: true, ifVersion })
    expect(await store.announcementDesk.get('some')).toMatchObject({ groups: ['g2'], version: 2 })
    expect(await mend('some', ['g2'], 1)).toMatchObject({ refused: 'version_conflict' })
    expect(await mend('some', ['g2'], 2)).toMatchObject({ ok: true, value: { pinned: true } })
    expect(await mend('some', ['g2', 'g1'], 3)).toMatchObject({ refused: 'group_missing', about: 'g1' })
    expect(await mend('old', ['g3'], 1)).toMatchObject({ ok: true, value: { pinned: true } })
    expect(await mend('none', ['g2'], 1)).toMatchObject({ refused: 'not_found' })
    expect(await store.announcementDesk.get('one')).toMatchObject({ groups: [] })
    expect(await idsOf(store)).toEqual([])
  })

  test('come pinned first, then the newest, and pages neither skip nor repeat', async () => {
    await using store = await open()
    for (let n = 0; n < 9; n += 1) {
      await add(store, `a${n}`, { pinned: n % 4 === 0, shownAt: TEST_NOW - (n % 3) })
    }
    const whole = await idsOf(store)
    expect(whole).toEqual(['a0', 'a4', 'a8', 'a6', 'a3', 'a7', 'a1', 'a5', 'a2'])
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await store.announcements.list(ADA, { ...ALL, limit: 2, cursor })
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(whole)
  })

  test('are read one by one or all at once, by each reader apart, and unread again', async () => {
    await using store = await open()
    await addUser(store)
    for (const id of ['a', 'b', 'c'])
      await add(store, id, { kind: id === 'c' ? 'maintenance' : 'info', startsAt: 1, endsAt: TEST_NOW + 9 })
    await store.announcements.mark(ADA, 'a', true)
    await store.announcements.mark(ADA, 'a', true)
    expect(await store.announcements.counts(ADA)).toEqual({ all: 3, unread: 2, maintenance: 1 })
    expect(await idsOf(store, { filter: 'unread' })).toEqual(['c', 'b'])
    expect(await idsOf(store, { filter: 'maintenance' })).toEqual(['c'])
    expect((await store.announcements.maintenance(ADA)).map(({ id }) => id)).toEqual(['c'])
    await store.announcements.markAll(ADA)
    await store.announcements.markAll(ADA)
    expect((await store.announcements.counts(ADA)).unread).toBe(0)
    expect((await store.announcements.counts({ userId: 'u2', groupId: null })).unread).toBe(3)
    await store.announcements.mark(ADA, 'b', false)
    expect(await idsOf(store, { filter: 'unread' })).toEqual(['b'])
    expect((await store.announcementDesk.get('a'))?.reads).toBe(1)
  })

  test('are found by words of title and text, in either language', async () => {
    await using store = await open()
    await add(store, 'a', { title: { zh: '数据库升级', en: 'Database' } })
    await add(store, 'b', { body: { zh: '约 100% 的请求', en: 'All requests' } })
    expect(await idsOf(store, { q: '升级' })).toEqual(['a'])
    expect(await idsOf(store, { q: 'REQUESTS' })).toEqual(['b'])
    expect(await idsOf(store, { q: '0%' })).toEqual(['b'])
  })

  test('change only from the version that was seen, and take what was read of them along when they go', async () => {
    await using store = await open()
    await add(store, 'a')
    await store.announcements.mark(ADA, 'a', true)
    const changed = await store.announcementDesk.replace('a', { ...TEXT, pinned: true, ifVersion: 1 })
    expect(changed).toMatchObject({ ok: true, value: { pinned: true, version: 2, reads: 1 } })
    expect(await store.announcementDesk.replace('a', { ...TEXT, ifVersion: 1 })).toMatchObject({
      refused: 'version_conflict',
    })
    expect(await store.announcementDesk.replace('x', { ...TEXT, ifVersion: 1 })).toMatchObject({ refused: 'not_found' })
    expect(await store.announcementDesk.remove('a')).toBe(true)
    expect(await store.announcementDesk.remove('a')).toBe(false)
    expect(await store.db.kysely.selectFrom('announcement_read').selectAll().execute()).toEqual([])
  })
})
