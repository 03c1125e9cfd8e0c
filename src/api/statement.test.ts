import { afterEach, beforeEach, expect, test } from 'vitest'
import { MOST_PAIRS } from '../contract/statement.ts'
import { parseUsd } from '../core/money.ts'
import { DAY_MS, iso } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string
let ada: string
let ben: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  ada = (await world.user('ada')).id
  ben = (await world.user('ben')).id
})
afterEach(() => world[Symbol.asyncDispose]())

const period = () => ({
  from: iso(world.clock.now() - 10 * DAY_MS),
  to: iso(world.clock.now() + DAY_MS),
  tz: 'Asia/Shanghai',
})
const read = async (query: { user?: string[]; model?: string[] } = {}) =>
  (await world.call('adminStatement', { token, query: { ...period(), ...query } })).body

const settle = (userId: string, model: string, costNanos: bigint, upstreamCostNanos: bigint) =>
  world.store.requests.insertSettled([
    settledRequest({ at: world.clock.now(), userId, keyId: 'k', model, costNanos, upstreamCostNanos }),
  ])

async function fill(): Promise<void> {
  await settle(ada, 'big', 1_000_000_001n, 900_000_000n)
  await settle(ada, 'big', 1_000_000_002n, 900_000_000n)
  await settle(ada, 'small', 100n, 250n)
  await settle(ben, 'big', 3n, 0n)
  await settle(ben, 'free', 0n, 0n)
}

test('users, models and pairs have what was charged, what it cost and what is left, and add up exactly', async () => {
  await fill()
  const { total, users, models, pairs, left_out: leftOut } = await read()
  expect(total).toMatchObject({
    requests: 5,
    charged: '2.000000106',
    upstream_cost: '1.80000025',
    margin: '0.199999856',
    margin_share: '0.1000',
  })
  expect(users.map(({ name, charged, margin }) => [name, charged, margin])).toEqual([
    ['ada', '2.000000103', '0.199999853'],
    ['ben', '0.000000003', '0.000000003'],
  ])
  expect(models.map(({ id, charged, margin_share: share }) => [id, charged, share])).toEqual([
    ['big', '2.000000006', '0.1000'],
    ['small', '0.0000001', '-1.5000'],
    ['free', '0', null],
  ])
  const sum = (rows: readonly { margin: string }[]) => rows.reduce((all, row) => all + (parseUsd(row.margin) ?? 0n), 0n)
  expect([sum(users), sum(models), sum(pairs)]).toEqual(Array(3).fill(parseUsd(total.margin)))
  expect([pairs.length, leftOut]).toEqual([4, 0])
})

test('tokens of sound and pictures count among all, and stand in the file beside the others', async () => {
  const usage = {
    ...NO_USAGE,
    input: 10,
    cacheRead: 2,
    output: 40,
    audioIn: 1,
    audioOut: 200,
    imageIn: 3,
    imageOut: 4000,
  }
  const record = settledRequest({ at: world.clock.now(), userId: ada, keyId: 'k', model: 'm', usage })
  await world.store.requests.insertSettled([record])
  expect((await read()).total.tokens).toBe(4256)
  const { body } = await world.call('adminExportStatement', { token, query: period() })
  const [head = [], row = []] = String(body)
    .split('\r\n')
    .map((line) => line.split(','))
  const cell = (name: string) => row[head.indexOf(name)]
  expect(['input', 'cache_read', 'output', 'media'].map(cell)).toEqual(['10', '2', '40', '4204'])
})

test('a statement may be of some users and some models alone', async () => {
  await fill()
  expect((await read({ user: [ben], model: ['big'] })).total).toMatchObject({ requests: 1, charged: '0.000000003' })
})

test('pairs beyond those that are told still count in the totals', async () => {
  const many = MOST_PAIRS + 1
  const records = Array.from({ length: many }, (_, n) =>
    settledRequest({ at: world.clock.now(), userId: ada, keyId: 'k', model: `m${n}`, costNanos: BigInt(n + 1) }),
  )
  await world.store.requests.insertSettled(records)
  const { pairs, left_out: leftOut, total } = await read()
  expect([pairs.length, leftOut, total.requests]).toEqual([MOST_PAIRS, 1, many])
})

test('the file has a row for each month, user and model, and is told in the activity', async () => {
  await fill()
  const file = await world.call('adminExportStatement', { token, query: period() })
  expect(file.headers.get('content-disposition')).toMatch(/yumen-statement_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv/)
  const [head, first, ...rest] = String(file.body).split('\r\n')
  expect(head).toBe(
    'month,timezone,user_id,user,model,requests,input,cache_read,cache_write,output,charged,upstream_cost,margin,margin_share,media',
  )
  const month = iso(world.clock.now()).slice(0, 7)
  expect(first).toMatch(
    new RegExp(`^${month},Asia/Shanghai,${ada},ada,big,2,\\d+,0,0,\\d+,2.000000003,1.8,0.200000003,0.1000,0$`),
  )
  expect(rest.filter(Boolean)).toHaveLength(3)
  const row = world.rows('activity').find(({ kind }) => kind === 'data.exported')
  expect(JSON.parse(String(row?.['details']))).toEqual({ what: 'statement', format: 'csv' })
})

test('months are told apart over years, not over ages', async () => {
  const ages = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z', tz: 'UTC' }
  expect((await world.call('adminExportStatement', { token, query: ages })).error.code).toBe('fields_invalid')
  expect((await world.call('adminStatement', { token, query: ages })).status).toBe(200)
})
