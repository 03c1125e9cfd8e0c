import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  for (const user of ['ada', 'bob']) await world.user(user)
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterAll(() => world[Symbol.asyncDispose]())

const LISTS = [
  'adminListUsers',
  'adminListKeys',
  'adminListAudit',
  'adminListAnnouncements',
  'adminListAlerts',
  'listNotices',
  'listActivity',
  'listAnnouncements',
] as const

test.each(LISTS)('an empty cursor of %s is that of the first page', async (name) => {
  const first = await world.call(name, { token, query: { limit: '1' } })
  const { status, body } = await world.call(name, { token, query: { limit: '1', cursor: '' } })
  expect([status, body.items, body.next]).toEqual([200, first.body.items, first.body.next])
})

test.each(LISTS.filter((name) => !['adminListUsers', 'adminListKeys'].includes(name)))(
  'a cursor of %s that is of another form is refused',
  async (name) => {
    const refused = await world.call(name, { token, query: { cursor: "a' or 1" } })
    expect(refused).toMatchObject({ status: 422, error: { fields: { cursor: '格式不正确' } } })
  },
)
