import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '../contract/endpoint.ts'
import type { Endpoints } from '../contract/all.ts'
import { DAY_MS, iso } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  await world.call('adminCreateModel', { token, body: { id: 'house-model', vendor: 'Acme', price: PRICE } })
})
afterEach(() => world[Symbol.asyncDispose]())

const PRICE = { input: '2', output: '10', tiers: [] }
const set = (body: BodyInputOf<Endpoints['adminSetPrice']>) => world.call('adminSetPrice', { token, body })
const list = (model?: string) => world.call('adminListPrices', { token, ...(model && { query: { model } }) })
const inDays = (days: number) => iso(world.clock.now() + days * DAY_MS)

test('a price may be set for later, and takes over at its time', async () => {
  const { body } = await set({ model: 'house-model', price: { input: '4', output: '20' }, effective_from: inDays(3) })
  expect(body).toMatchObject({
    applied: true,
    changes: [
      {
        kind: 'changed',
        effective_from: inDays(3),
        rates: [
          { component: 'input', before: '2', after: '4', percent: 100 },
          { component: 'output', before: '10', after: '20', percent: 100 },
        ],
      },
    ],
  })
  expect((await list()).body.items).toMatchObject([
    { model: 'house-model', source: 'manual', state: 'present', price: PRICE },
    { model: 'house-model', state: 'planned', effective_from: inDays(3), price: { input: '4' } },
  ])
  const [entry] = (await world.store.readDirectory()).data.models
  expect(entry).toMatchObject({ price: { rates: { input: 2_000_000_000n } } })
  expect(entry?.laterPrices).toMatchObject([{ price: { rates: { input: 4_000_000_000n } } }])
  world.clock.ms += 3 * DAY_MS
  expect((await world.store.models.get('house-model'))?.price?.rates.input).toBe(4_000_000_000n)
  expect((await world.store.prices.list('house-model')).map(({ state }) => state)).toEqual(['past', 'present'])
})

test('a price from now on takes the place of what was planned; a preview and a time in the past change nothing', async () => {
  await set({ model: 'house-model', price: { input: '4' }, effective_from: inDays(3) })
  const { body } = await set({ model: 'house-model', price: { input: '3' }, preview: true })
  expect(body).toMatchObject({
    applied: false,
    changes: [
      {
        effective_from: null,
        rates: [
          { before: '2', after: '3', percent: 50 },
          { before: '10', after: null },
        ],
      },
      { effective_from: inDays(3), rates: [{ component: 'input', before: '4', after: '3', percent: -25 }] },
    ],
  })
  expect((await list()).body.items).toHaveLength(2)
  expect((await set({ model: 'house-model', price: PRICE, effective_from: inDays(-1) })).status).toBe(422)
  expect((await set({ model: 'nobody', price: PRICE })).status).toBe(422)
  await set({ model: 'house-model', price: { input: '3' } })
  expect((await list()).body.items).toMatchObject([{ state: 'present', price: { input: '3' } }])
})

test('a rate beyond a dollar a token is refused, and nothing is changed', async () => {
  expect((await set({ model: 'house-model', price: { input: '1000000' } })).status).toBe(200)
  expect((await set({ model: 'house-model', price: { input: '1000000.000000001' } })).status).toBe(422)
  expect((await list()).body.items).toMatchObject([{ price: { input: '1000000' } }])
})

test('service tiers come back as they went in', async () => {
  const price = { input: '2', tiers: [], services: [{ service: 'flex' as const, above_tokens: 0, input: '1' }] }
  await set({ model: 'house-model', price })
  expect((await list()).body.items[0]?.price).toEqual(price)
})

test('many prices are multiplied at once, planned ones too, exactly and after a preview', async () => {
  await world.call('adminCreateModel', { token, body: { id: 'other', vendor: 'Other', price: { input: '1' } } })
  await set({ model: 'house-model', price: { input: '4' }, effective_from: inDays(3) })
  const body = { filter: { vendor: 'Acme' }, factor: '1.2' }
  const preview = await world.call('adminMultiplyPrices', { token, body })
  expect(preview.body).toMatchObject({ applied: false, changes: [{ model: 'house-model' }, { model: 'house-model' }] })
  expect((await list()).body.items[0]?.price).toEqual(PRICE)
  await world.call('adminMultiplyPrices', { token, body: { ...body, preview: false } })
  expect((await list()).body.items.map(({ model, price }) => [model, price?.input])).toEqual([
    ['house-model', '2.4'],
    ['house-model', '4.8'],
    ['other', '1'],
  ])
  for (const wrong of [{ factor: '2' }, { factor: '0', models: ['other'] }, { factor: '2', models: ['nobody'] }]) {
    expect((await world.call('adminMultiplyPrices', { token, body: wrong })).status).toBe(422)
  }
})

test('a sync shows what the catalogue says otherwise, and takes over only what is accepted', async () => {
  await world.call('adminCreateModel', { token, body: { id: 'gemini-3.8-flash' } })
  await world.call('adminCreateModel', { token, body: { id: 'gpt-4o', price: { input: '1' } } })
  await world.call('adminCreateModel', { token, body: { id: 'glm-5.3', price: null } })
  expect((await list('gemini-3.8-flash')).body.items).toMatchObject([
    {
      source: 'catalogue',
      source_name: 'pi-ai@2026-11-10',
      state: 'present',
      price: { input: '0.75', output: '3.75' },
    },
    { state: 'planned', effective_from: '2027-01-01T00:00:00.000Z', price: { input: '1.5', output: '7.5' } },
  ])
  const sync = (accept: string[] = []) => world.call('adminSyncPrices', { token, body: { accept } })
  const { body } = await sync()
  expect(body.changes.map(({ model, kind }) => [model, kind])).toEqual([
    ['glm-5.3', 'added'],
    ['gpt-4o', 'changed'],
  ])
  expect(body).toMatchObject({ applied: false, manual: ['glm-5.3', 'gpt-4o'] })
  expect(body.sources).toHaveLength(3)
  expect((await sync(['house-model'])).status).toBe(422)
  expect((await sync(['gpt-4o'])).body.applied).toBe(true)
  expect((await sync()).body.changes.map(({ model }) => model)).toEqual(['glm-5.3'])
  expect((await list('gpt-4o')).body.items.at(-1)).toMatchObject({ source: 'catalogue', price: { input: '2.5' } })
  world.deps.knownModel = () => undefined
  const gone = (await sync()).body.changes
  expect(gone.map(({ model, kind }) => [model, kind])).toEqual([
    ['gemini-3.8-flash', 'removed'],
    ['gemini-3.8-flash', 'removed'],
    ['gpt-4o', 'removed'],
  ])
})

test('a list is taken over as CSV or JSON, a faulty one not at all', async () => {
  await world.call('adminCreateModel', { token, body: { id: 'other', price: null } })
  const csv = [
    'model,effective_from,service,above_tokens,input,output,per_request',
    'house-model,,,,3,"12",',
    'house-model,,,200000,6,24,',
    'house-model,,flex,,1.5,6,',
    `other,${inDays(1)},,,1,,0.01`,
  ].join('\r\n')
  const take = (body: BodyInputOf<Endpoints['adminImportPrices']>) => world.call('adminImportPrices', { token, body })
  expect((await take({ csv })).body).toMatchObject({ applied: false, problems: [], changes: [{}, { kind: 'added' }] })
  expect((await list()).body.items[0]?.price).toEqual(PRICE)
  expect((await take({ csv, dry_run: false })).body.applied).toBe(true)
  expect((await list()).body.items.flatMap(({ price, state }) => (price ? [[state, price]] : []))).toEqual([
    [
      'present',
      {
        input: '3',
        output: '12',
        tiers: [{ above_tokens: 200_000, input: '6', output: '24' }],
        services: [{ service: 'flex', above_tokens: 0, input: '1.5', output: '6' }],
      },
    ],
    ['planned', { input: '1', per_request: '0.01', tiers: [] }],
  ])
  const faulty = [
    { csv: 'model,inptu\nhouse-model,1', rows: [0] },
    { csv: 'model,input\nhouse-model,9\nnobody,1\nhouse-model,-1', rows: [1, 2] },
    {
      prices: ['2027-12-01T00:00:00Z', '2027-12-01T00:00:00.000Z'].map((effective_from) => ({
        model: 'other',
        effective_from,
        price: PRICE,
      })),
      rows: [2],
    },
    {
      prices: [
        { model: 'other', price: PRICE },
        { model: 'other', price: PRICE },
      ],
      rows: [2],
    },
    { prices: [{ model: 'other', price: PRICE, effective_from: inDays(-1) }], rows: [1] },
  ]
  for (const { rows, ...body } of faulty) {
    const answer = (await take({ ...body, dry_run: false })).body
    expect(answer.problems.map(({ row }) => row)).toEqual(rows)
    expect(answer.applied).toBe(false)
  }
  expect((await list('other')).body.items).toHaveLength(2)
})

test.each([
  ['a quote within a cell', 'm1,1,2\nm2,1,2"x\nm3,1,2', [2]],
  ['a quote that is closed within its cell', 'm1,1,2\nm2,"1"5,2\nm3,1,2', [2]],
  ['a quote that is never closed', 'm1,1,2\n\nm2,1,"2\nm3,1,2', [3]],
  ['a comma for a decimal point', 'm1,1,2\nm2,1,2,5\nm3,1,2', [2]],
])('a list with %s is told by its line and changes nothing', async (_, lines, rows) => {
  for (const id of ['m1', 'm2', 'm3']) await world.call('adminCreateModel', { token, body: { id, price: PRICE } })
  const before = (await list()).body
  const body = { csv: `model,input,output\n${lines}`, dry_run: false }
  const answer = (await world.call('adminImportPrices', { token, body })).body
  expect([answer.applied, answer.problems.map(({ row }) => row)]).toEqual([false, rows])
  expect((await list()).body).toEqual(before)
})

test('a column that is named twice has the list refused', async () => {
  const body = { csv: 'model,input,input\nhouse-model,1,2', dry_run: false }
  const answer = (await world.call('adminImportPrices', { token, body })).body
  expect(answer).toMatchObject({ applied: false, problems: [{ row: 0 }] })
})

test('a bill says which service tier was used, and whether the price names it', async () => {
  const services = [{ service: 'flex' as const, above_tokens: 0, input: '1', output: '5' }]
  await set({ model: 'house-model', price: { ...PRICE, services } })
  const version = (await list()).body.items[0]?.id ?? ''
  const usage = { ...NO_USAGE, input: 1_000_000 }
  const facts = { at: world.clock.now(), userId: 'u1', keyId: 'k1', model: 'house-model', usage, priceVersion: version }
  const records = (['flex', 'priority', null] as const).map((tier) => settledRequest({ ...facts, serviceTier: tier }))
  await world.store.requests.insertSettled(records)
  const bills = await Promise.all(records.map(({ id }) => world.call('adminUsageRequest', { token, params: { id } })))
  expect(bills.map(({ body }) => [body.service_tier, body.bill.map(({ price }) => price)])).toEqual([
    [{ tier: 'flex', priced: true }, ['1']],
    [{ tier: 'priority', priced: false }, ['2']],
    [undefined, ['2']],
  ])
  expect(bills.map(({ body }) => body.price_version)).toEqual([version, version, version])
})

test('every change of prices is in the audit log with what it changed', async () => {
  await set({ model: 'house-model', price: { input: '3' } })
  await world.call('adminMultiplyPrices', { token, body: { models: ['house-model'], factor: '2', preview: false } })
  const csv = 'model,input\nhouse-model,5'
  await world.call('adminImportPrices', { token, body: { csv, dry_run: false } })
  await set({ model: 'house-model', price: { input: '9' }, preview: true })
  const audit = world.rows('audit').filter((row) => row['target_kind'] === 'price')
  expect(JSON.parse(String(audit[0]?.['after']))).toMatchObject([{ rates: [{ before: '2', after: '3' }, {}] }])
  expect(audit.map((row) => [row['action'], row['target_id']])).toEqual([
    ['price.set', 'house-model'],
    ['price.multiplied', 'house-model'],
    ['price.imported', 'house-model'],
  ])
})
