import { afterEach, beforeEach, expect, test } from 'vitest'
import { costNanos } from '../catalog/cost.ts'
import { parseUsd } from '../core/money.ts'
import { priceThen } from '../core/price.ts'
import { iso } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  await world.call('adminCreateModel', { token, body: { id: 'house-model', price: PRICE } })
})
afterEach(() => world[Symbol.asyncDispose]())

const HOURS = {
  factor: '0.5',
  utc_offset: 480,
  windows: [
    { days: [1, 2, 3, 4, 5], from: '00:00', to: '09:00' },
    { days: [1, 2, 3, 4, 5], from: '18:00', to: '24:00' },
  ],
  dates: ['2026-10-01'],
}
const PRICE = { input: '2', output: '10', per_search: '0.005', tiers: [], hours: HOURS }
const present = async () => (await world.call('adminGetModel', { token, params: { id: 'house-model' } })).body.price

test('hours are kept as they were set, also where prices are multiplied, and go with the price that has none', async () => {
  expect(await present()).toEqual(PRICE)
  const multiply = { models: ['house-model'], factor: '3', preview: false }
  await world.call('adminMultiplyPrices', { token, body: multiply })
  expect(await present()).toMatchObject({ input: '6', hours: HOURS })
  const { hours: _hours, ...plain } = PRICE
  const gone = await world.call('adminSetPrice', {
    token,
    body: { model: 'house-model', price: { ...plain, input: '6', output: '30', per_search: '0.015' } },
  })
  expect(gone.body.changes).toMatchObject([{ kind: 'changed', rates: [], hours: { before: HOURS, after: null } }])
  expect(await present()).not.toHaveProperty('hours')
})

const WINDOW = HOURS.windows[0] ?? { days: [1], from: '00:00', to: '01:00' }
test.each([
  ['no window', { ...HOURS, windows: [], dates: [] }, 'windows', '至少需要一个时段', 'At least one window'],
  [
    'windows that overlap',
    { ...HOURS, windows: [WINDOW, { days: [5], from: '08:59', to: '10:00' }] },
    'windows',
    '时段之间不能重叠',
    'Windows that do not overlap',
  ],
  [
    'a window that is empty',
    { ...HOURS, windows: [{ ...WINDOW, to: '00:00' }] },
    'windows.0.to',
    '结束时间应晚于开始时间',
    'The end after the beginning',
  ],
  [
    'a time outside of a day',
    { ...HOURS, windows: [{ ...WINDOW, to: '24:01' }] },
    'windows.0.to',
    '请输入一天中的时间，例如 09:00',
    'A time of day, such as 09:00',
  ],
  [
    'a day twice',
    { ...HOURS, windows: [{ ...WINDOW, days: [1, 1] }] },
    'windows.0.days',
    '每一天只能出现一次',
    'Each day once',
  ],
  ['a factor of nothing', { ...HOURS, factor: '0' }, 'factor', '应大于 0，且不超过 10', 'Above 0, and at most 10'],
  ['a factor of eleven', { ...HOURS, factor: '11' }, 'factor', '应大于 0，且不超过 10', 'Above 0, and at most 10'],
  ['a date that is none', { ...HOURS, dates: ['2026-02-30'] }, 'dates.0', '请输入有效的日期', 'Enter a valid date'],
])('hours with %s are refused in both languages', async (...[, hours, field, zh, en]) => {
  const body = { model: 'house-model', price: { input: '1', hours } }
  const told = async (language: string) => {
    const answer = await world.call('adminSetPrice', { token, body, headers: { 'accept-language': language } })
    return (answer.error as { fields?: unknown } | undefined)?.fields
  }
  expect(await told('zh-CN')).toEqual({ [`price.hours.${field}`]: zh })
  expect(await told('en')).toEqual({ [`price.hours.${field}`]: en })
})

test('a price list has hours as JSON in the line of the base, and tells the column of what is none', async () => {
  const cell = `"${JSON.stringify(HOURS).replaceAll('"', '""')}"`
  const take = (csv: string) => world.call('adminImportPrices', { token, body: { csv, dry_run: false } })
  const taken = await take(`model,input,output,per_search,hours\nhouse-model,4,10,0.005,${cell}`)
  expect(taken.body).toMatchObject({ applied: true, problems: [], changes: [{ rates: [{ component: 'input' }] }] })
  expect(await present()).toEqual({ ...PRICE, input: '4' })
  for (const wrong of ['half', '"{""factor"":""0.5""}"']) {
    const { problems } = (await take(`model,input,hours\nhouse-model,4,${wrong}`)).body
    expect(problems.map(({ problem }) => problem)).toEqual([expect.stringContaining('hours')])
  }
})

test('what is charged at night is what its bill and the composition of costs add up to', async () => {
  const ada = await world.user('ada')
  const price = (await world.store.models.get('house-model'))?.price
  if (!price) throw new Error('no price')
  const usage = { ...NO_USAGE, input: 1001, output: 333, reasoning: 33, searches: 2 }
  const multiplierMicros = 1_300_000n
  const settle = async (id: string, time: string) => {
    const at = Date.parse(time)
    const charged = costNanos(usage, priceThen(price, at), multiplierMicros)
    const facts = {
      id,
      at,
      userId: ada.id,
      keyId: 'k',
      usage,
      multiplierMicros,
      priceVersion: price.version,
      costNanos: charged,
    }
    await world.store.requests.insertSettled([settledRequest(facts)])
    return charged
  }
  const from = '2026-11-09T00:00:00Z'
  const [night, day] = [await settle('r1', '2026-11-10T12:00:00Z'), await settle('r2', '2026-11-10T06:00:00Z')]
  const own = (await world.session(ada.id)).access
  const [atNight, byDay] = await Promise.all(
    ['r1', 'r2'].map(async (id) => (await world.call('usageRequest', { token: own, params: { id } })).body),
  )
  expect(byDay?.bill.map(({ factor }) => factor)).toEqual([undefined, undefined, undefined, undefined])
  expect(atNight?.bill).toMatchObject([
    { component: 'input', price: '2', factor: '0.5', amount: '0.001001' },
    { component: 'output', price: '10', factor: '0.5', amount: '0.0015' },
    { component: 'reasoning', price: '10', factor: '0.5', amount: '0.000165' },
    { component: 'per_search', price: '0.005', amount: '0.01' },
  ])
  expect(atNight?.subtotal).toBe('0.012666')
  expect(parseUsd(atNight?.cost ?? '')).toBe(night)
  const query = { from, to: iso(world.clock.now()) }
  const { body } = await world.call('usageComposition', { token: own, query })
  expect(parseUsd(body.cost)).toBe(night + day)
  // Of the searches as much at night as by day, of the input half as much.
  expect([body.pieces, body.input]).toEqual(['0.026', '0.0039039'])
})
