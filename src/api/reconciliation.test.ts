import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, iso } from '../core/time.ts'
import { acmeProvider, openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string
let id: string
let facts: { userId: string; keyId: string; providerId: string; endpointId: string; credentialId: string }

beforeEach(async () => {
  world = await openWorld()
  const admin = await world.user('root', { role: 'admin' })
  token = (await world.session(admin.id)).access
  const provider = acmeProvider({ routes: [{ model: 'house-model', upstream_name: 'acme-large' }] })
  const { body } = await world.call('adminCreateProvider', { token, body: provider })
  id = body.id
  const key = await world.call('createKey', { token, body: { name: 'k' } })
  facts = {
    userId: admin.id,
    keyId: key.body.id,
    providerId: id,
    endpointId: body.endpoints[0]?.id ?? '',
    credentialId: body.credentials[0]?.id ?? '',
  }
})
afterEach(() => world[Symbol.asyncDispose]())

const settle = (at: number, more: Partial<Parameters<typeof settledRequest>[0]> = {}) =>
  world.store.requests.insertSettled([
    settledRequest({ ...facts, model: 'house-model', status: 'succeeded', httpStatus: 200, at, ...more }),
  ])
const query = () => ({ from: iso(world.clock.now() - 10 * DAY_MS), to: iso(world.clock.now()), tz: 'Asia/Shanghai' })
const read = (by: 'provider' | 'day' | 'model') =>
  world.call('adminReconcile', { token, query: { ...query(), by } }).then(({ body }) => body.items)
const bill = (csv: string, dryRun = false) =>
  world.call('adminImportBill', { token, params: { id }, body: { csv, dry_run: dryRun } })

test('a bill is tried, taken in under our names of models, compared, exported and taken away, each with its row', async () => {
  await settle(Date.UTC(2026, 10, 12, 17), { upstreamCostNanos: 1_500_000_000n })
  const csv = 'date,model,amount\n2026-11-13,acme-large,1.25\n2026-11-13,house-model,0.5\n2026-11-14,other,2\n'
  expect((await bill(csv, true)).body).toEqual({
    lines: 2,
    total: '3.75',
    first: '2026-11-13',
    last: '2026-11-14',
    unknown_models: ['other'],
    problems: [],
    applied: false,
  })
  expect(await read('provider')).toMatchObject([{ recorded: '1.5', billed: null, difference: null }])
  expect((await bill(csv)).body.applied).toBe(true)
  expect(await read('provider')).toEqual([
    {
      provider: { id, name: 'Acme' },
      day: null,
      model: null,
      requests: 1,
      recorded: '1.5',
      billed: { amount: '3.75', first: '2026-11-13', last: '2026-11-14' },
      difference: '2.25',
    },
  ])
  // The request came at one in the morning in Shanghai.
  expect((await read('day')).map((row) => [row.day, row.recorded, row.difference])).toEqual([
    ['2026-11-13', '1.5', '0.25'],
    ['2026-11-14', '0', '2'],
  ])
  expect((await read('model')).map((row) => [row.model, row.recorded, row.difference])).toEqual([
    ['house-model', '1.5', '0.25'],
    ['other', '0', '2'],
  ])
  const file = await world.call('adminExportReconciliation', { token, query: query() })
  expect(String(file.body)).toContain(
    'day,timezone,provider,model,requests,recorded,billed,difference\r\n2026-11-13,Asia/Shanghai,Acme,house-model,1,1.5,1.75,0.25\r\n',
  )
  await world.call('adminDeleteBill', { token, params: { id } })
  expect(await read('provider')).toMatchObject([{ billed: null }])
  const acts = world.rows('audit').filter((row) => String(row['action']).startsWith('provider.bill'))
  expect(acts.map((row) => [row['action'], row['target_id']])).toEqual([
    ['provider.bill_imported', id],
    ['provider.bill_removed', id],
  ])
  expect(JSON.parse(String(acts[0]?.['after']))).toMatchObject({ lines: 2, total: '3.75' })
})

test('a bill with a fault changes nothing, and a month is all of its days', async () => {
  const faulty = await bill('date,amount\n2026-11-13,1\nnever,1\n')
  expect(faulty.body).toMatchObject({ applied: false, problems: [{ line: 3 }] })
  expect(await read('provider')).toEqual([])
  expect((await bill('month,amount\n2026-10,40\n')).body).toMatchObject({
    first: '2026-10-01',
    last: '2026-10-31',
    applied: true,
  })
})

test('what of today is unlike the week before is told with whose it is, up to the same time of day', async () => {
  const { store, clock } = world
  const now = clock.now()
  const of = (at: number, count: number, failed: number) =>
    store.requests.insertSettled(
      Array.from({ length: count }, (_, n) =>
        settledRequest({
          ...facts,
          model: 'house-model',
          at,
          ...(n < failed ? {} : { status: 'succeeded', httpStatus: 200 }),
        }),
      ),
    )
  for (let day = 1; day <= 7; day += 1) {
    await of(now - day * DAY_MS - HOUR_MS, 30, 0)
    // Later in the day than it is now.
    await of(now - day * DAY_MS + 2 * HOUR_MS, 30, 30)
  }
  await of(now - HOUR_MS, 30, 15)
  const { body } = await world.call('adminAnomalies', { token, query: { tz: 'Asia/Shanghai' } })
  expect(
    body.items.map(({ metric, subject, value, usual, severity }) => [metric, subject, value, usual, severity]),
  ).toEqual([
    ['failed', {}, '0.5', '0', 'critical'],
    [
      'failed',
      { provider: { id, name: 'Acme' }, model: { id: 'house-model', name: 'house-model' } },
      '0.5',
      '0',
      'critical',
    ],
    ['failed', { key: { id: facts.keyId, name: 'k' } }, '0.5', '0', 'critical'],
  ])
  expect(body.compared).toBeGreaterThan(3)
  expect(body.as_of).toBe(iso(now))
})

test('days are told apart over years, not over ages', async () => {
  const ages = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z', tz: 'Asia/Shanghai' }
  expect((await world.call('adminReconcile', { token, query: { ...ages, by: 'day' } })).error.code).toBe(
    'fields_invalid',
  )
  expect((await world.call('adminExportReconciliation', { token, query: ages })).error.code).toBe('fields_invalid')
  expect((await world.call('adminReconcile', { token, query: ages })).status).toBe(200)
})
