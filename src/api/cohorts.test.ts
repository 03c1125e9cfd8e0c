import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, iso } from '../core/time.ts'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string

beforeEach(async () => {
  world = await openWorld()
  const admin = await world.user('root', { role: 'admin' })
  token = (await world.session(admin.id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const ask = (userId: string, ...daysBack: readonly number[]) =>
  world.store.requests.insertSettled(
    daysBack.map((days) => settledRequest({ userId, keyId: 'k', at: world.clock.now() - days * DAY_MS })),
  )

test('weeks are told in the zone of who asks, the last of them the one that goes on', async () => {
  await ask('u1', 8, 0)
  await ask('u2', 15, 9)
  const query = { tz: 'Asia/Shanghai', periods: '2' }
  const { body } = await world.call('adminCohorts', { token, query })
  expect(body).toEqual({
    items: [
      {
        from: iso(Date.UTC(2026, 10, 8, 16)),
        to: iso(Date.UTC(2026, 10, 15, 16)),
        active: 2,
        new: 1,
        returning: 0,
        churned: 0,
        retained: [1],
      },
      {
        from: iso(Date.UTC(2026, 10, 15, 16)),
        to: iso(Date.UTC(2026, 10, 22, 16)),
        active: 1,
        new: 0,
        returning: 0,
        churned: 1,
        retained: [],
      },
    ],
    next: null,
    period: 'week',
  })
  const sundays = await world.call('adminCohorts', { token, query: { ...query, week_start: 'sunday' } })
  expect(sundays.body.items.map(({ from }) => from)).toEqual([
    iso(Date.UTC(2026, 10, 7, 16)),
    iso(Date.UTC(2026, 10, 14, 16)),
  ])
})

test('twelve weeks are told unless months or more are asked for, and no zone that is none', async () => {
  const { body } = await world.call('adminCohorts', { token })
  expect(body.items).toHaveLength(12)
  const months = await world.call('adminCohorts', { token, query: { period: 'month', periods: '3' } })
  expect(months.body.items.map(({ from }) => from.slice(0, 10))).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
  expect((await world.call('adminCohorts', { token, query: { tz: 'Nowhere/Else' } })).status).toBe(422)
  expect((await world.call('adminCohorts', { token, query: { periods: '53' } })).status).toBe(422)
})

test('the file has a column for each period after, and its export is told in the activity of who took it', async () => {
  await ask('u1', 8, 0)
  const file = await world.call('adminExportCohorts', { token, query: { periods: '2', tz: 'Asia/Shanghai' } })
  expect(String(file.body)).toBe(
    'first_day,last_day,timezone,active,new,returning,churned,retained_1\r\n' +
      '2026-11-09,2026-11-15,Asia/Shanghai,1,1,0,0,1\r\n' +
      '2026-11-16,2026-11-22,Asia/Shanghai,1,0,0,0,\r\n',
  )
  const row = world.rows('activity').find(({ kind }) => kind === 'data.exported')
  expect(JSON.parse(String(row?.['details']))).toEqual({ what: 'cohorts', format: 'csv' })
})
