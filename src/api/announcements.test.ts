import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '../contract/endpoint.ts'
import type { Endpoints } from '../contract/all.ts'
import { DAY_MS, HOUR_MS, iso } from '../core/time.ts'
import { openWorld, type World } from './testing.ts'

const LONG_MS = 7 * DAY_MS

let world: World
let token: string
let ada: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id, LONG_MS)).access
  ada = (await world.session((await world.user('ada')).id, LONG_MS)).access
})
afterEach(() => world[Symbol.asyncDispose]())

type Body = BodyInputOf<Endpoints['adminCreateAnnouncement']>
const NEWS: Body = {
  kind: 'info',
  title: { zh: '新模型', en: '' },
  body: { zh: '**已上线** [详情](https://a.example)', en: '' },
}

const announce = async (body: Partial<Body> = {}) =>
  (await world.call('adminCreateAnnouncement', { token, body: { ...NEWS, ...body } })).body
const listed = async () => (await world.call('listAnnouncements', { token: ada })).body
const refusal = async (body: Partial<Body>) =>
  (await world.call('adminCreateAnnouncement', { token, body: { ...NEWS, ...body } })).error.code

test('what is announced is listed with an excerpt, read whole, and counted until it is read', async () => {
  const { id } = await announce({ pinned: true })
  const list = await listed()
  expect(list).toMatchObject({
    items: [{ id, pinned: true, read: false, author: 'root', excerpt: { zh: '已上线 详情', en: '' } }],
    counts: { all: 1, unread: 1, maintenance: 0 },
  })
  const board = await world.call('announcementBoard', { token: ada })
  expect(board.body).toMatchObject({ unread: 1, notice: { id }, maintenance: [] })
  expect((await world.call('getAnnouncement', { token: ada, params: { id } })).body.body.zh).toBe(NEWS.body.zh)
  await world.call('readAnnouncement', { token: ada, params: { id } })
  expect((await world.call('announcementBoard', { token: ada })).body).toEqual({
    unread: 0,
    notice: null,
    maintenance: [],
    notices: 0,
  })
  expect((await listed()).items).toMatchObject([{ read: true }])
  await world.call('unreadAnnouncement', { token: ada, params: { id } })
  await world.call('readAllAnnouncements', { token: ada })
  expect((await listed()).counts.unread).toBe(0)
})

test('maintenance that is over is listed, and not pointed at any more in the place of what still stands', async () => {
  const { id } = await announce()
  world.clock.ms += HOUR_MS
  const [starts, ends] = [iso(world.clock.ms), iso(world.clock.ms + HOUR_MS)]
  const works = await announce({ kind: 'maintenance', pinned: true, starts_at: starts, ends_at: ends })
  const pointedAt = async () => (await world.call('announcementBoard', { token: ada })).body.notice?.id
  expect(await pointedAt()).toBe(works.id)
  world.clock.ms += HOUR_MS
  expect(await pointedAt()).toBe(id)
  expect((await listed()).items.map((one) => one.id)).toEqual([works.id, id])
})

test('a draft is nobody’s but the administrators’, and is dated when it is shown', async () => {
  const { id, shown_at: none } = await announce({ draft: true, body: { zh: '', en: '' } })
  expect(none).toBeNull()
  expect((await listed()).items).toEqual([])
  world.clock.ms += HOUR_MS
  const params = { id }
  const show = () => world.call('adminPatchAnnouncement', { token, params, body: { draft: false } })
  expect((await show()).error.code).toBe('fields_invalid')
  await world.call('adminPatchAnnouncement', { token, params, body: { body: NEWS.body } })
  const shown = (await show()).body.shown_at
  expect(shown).toBe(iso(world.clock.ms))
  world.clock.ms += HOUR_MS
  const changed = await world.call('adminPatchAnnouncement', { token, params, body: { pinned: true } })
  expect(changed.body).toMatchObject({ pinned: true, shown_at: shown, draft: false })
})

test('news may wait for its time; maintenance is told of at once and needs its window', async () => {
  const starts = iso(world.clock.ms + DAY_MS)
  const ends = iso(world.clock.ms + DAY_MS + HOUR_MS)
  await announce({ starts_at: starts })
  expect((await listed()).items).toEqual([])
  const works = await announce({ kind: 'maintenance', starts_at: starts, ends_at: ends })
  expect((await listed()).items.map(({ id }) => id)).toEqual([works.id])
  const board = await world.call('announcementBoard', { token: ada })
  expect(board.body.maintenance).toMatchObject([{ id: works.id, starts_at: starts, ends_at: ends }])
  world.clock.ms += DAY_MS
  expect((await listed()).items).toHaveLength(2)
  expect(await refusal({ kind: 'maintenance', starts_at: starts })).toBe('fields_invalid')
  expect(await refusal({ starts_at: ends, ends_at: starts })).toBe('fields_invalid')
  expect(await refusal({ title: { zh: ' ', en: '' } })).toBe('fields_invalid')
  expect(await refusal({ groups: ['nobody'] })).toBe('fields_invalid')
})

test('what concerns a group is not found by others', async () => {
  const group = (await world.call('adminCreateGroup', { token, body: { name: 'Team' } })).body.id
  const { id } = await announce({ groups: [group] })
  expect((await world.call('getAnnouncement', { token: ada, params: { id } })).status).toBe(404)
  const user = (await world.call('getMe', { token: ada })).body.id
  await world.call('adminPatchUser', { token, params: { id: user }, body: { group } })
  expect((await world.call('getAnnouncement', { token: ada, params: { id } })).body.id).toBe(id)
})

test('every change is audited with before and after, and two writers at once do not overwrite each other', async () => {
  const { id } = await announce()
  const params = { id }
  const headers = { 'if-match': '"1"' }
  const body = { title: { zh: '改', en: '' } }
  await world.call('adminPatchAnnouncement', { token, params, body, headers })
  const late = await world.call('adminPatchAnnouncement', { token, params, body, headers })
  expect(late.error.code).toBe('version_conflict')
  await world.call('adminDeleteAnnouncement', { token, params })
  const audit = world.rows('audit').filter((row) => row['target_id'] === id)
  expect(audit.map((row) => row['action'])).toEqual([
    'announcement.created',
    'announcement.changed',
    'announcement.deleted',
  ])
  expect(JSON.parse(String(audit[1]?.['before']))).toMatchObject({ title: NEWS.title })
  expect(JSON.parse(String(audit[1]?.['after']))).toEqual(body)
})

test('a cursor that nobody was given is refused', async () => {
  const { error } = await world.call('listAnnouncements', { token: ada, query: { cursor: "1.2'--" } })
  expect(error.code).toBe('fields_invalid')
})
