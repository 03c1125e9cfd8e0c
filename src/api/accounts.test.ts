import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
let id: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  id = (await world.user('ada')).id
})
afterEach(() => world[Symbol.asyncDispose]())

const TOP_UP = { amount: '20.5', kind: 'topup', reason: 'Paid by transfer', idempotency_key: 'first-payment' } as const
const book = (body: object, of = id) =>
  world.call('adminBookEntry', { token, params: { id: of }, body: body as typeof TOP_UP })

test('money goes in and out with a reason, and is told to operators and to its owner', async () => {
  const { status, body } = await book(TOP_UP)
  expect([status, body.balance]).toEqual([201, '20.5'])
  expect(body.entry).toMatchObject({ kind: 'topup', amount: '20.5', actor: { name: 'root' } })
  const out = { amount: '-0.000000001', kind: 'adjust', reason: 'Rounding', idempotency_key: 'rounding-1' }
  expect((await book(out)).body.balance).toBe('20.499999999')
  const { body: list } = await world.call('adminListEntries', { token, params: { id } })
  expect(list.items.map((entry) => entry.amount)).toEqual(['-0.000000001', '20.5'])
  expect(world.rows('audit').map((row) => row['action'])).toEqual(['balance.changed', 'balance.changed'])
  expect(JSON.parse(String(world.rows('activity')[0]?.['details']))).toEqual({
    kind: 'topup',
    amount: '20.5',
    reason: 'Paid by transfer',
    by: 'admin',
  })
  expect(world.seen.changed).toBe(2)
})

test('a refund gives and an expiry takes', async () => {
  await book(TOP_UP)
  const [refund, expire] = [
    { ...TOP_UP, amount: '0.5', kind: 'refund', idempotency_key: 'refund-1' },
    { ...TOP_UP, amount: '-20', kind: 'expire', idempotency_key: 'expire-1' },
  ]
  expect([(await book(refund)).body.balance, (await book(expire)).body.balance]).toEqual(['21', '1'])
})

test('the same idempotency key gives the first answer and books nothing', async () => {
  const first = await book(TOP_UP)
  world.clock.ms += 1000
  const again = await book({ ...TOP_UP, reason: 'Sent again' })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await world.store.accounts.get(id)).credit).toBe(20_500_000_000n)
  expect(world.rows('audit')).toHaveLength(1)
  const other = await book({ ...TOP_UP, amount: '21' })
  expect([other.status, other.error.code]).toEqual([409, 'idempotency_reused'])
})

test.each([
  ['nothing', { amount: '0' }],
  ['a top-up that takes', { amount: '-5' }],
  ['a refund that takes', { amount: '-5', kind: 'refund' }],
  ['an expiry that gives', { amount: '5', kind: 'expire' }],
  ['more than a million', { amount: '1000000.000000001' }],
  ['less than minus a million', { amount: '-1000001', kind: 'adjust' }],
  ['a number', { amount: 5 }],
  ['ten fraction digits', { amount: '0.0000000001' }],
  ['no reason', { reason: ' ' }],
  ['a repricing, which is not for people', { kind: 'reprice' }],
  ['a field nobody knows', { user_id: 'somebody' }],
])('%s is refused', async (_, over) => {
  expect((await book({ ...TOP_UP, ...over })).status).toBe(422)
  expect(world.rows('audit')).toEqual([])
})

test('the money of an account that was deleted can still be read, and nothing is booked on it', async () => {
  await book(TOP_UP)
  await world.store.userAdmin.remove(id)
  const { status, body } = await world.call('adminListEntries', { token, params: { id } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ balance: '20.5', items: [{ kind: 'topup', amount: '20.5' }] })
  expect((await book({ ...TOP_UP, idempotency_key: 'later-top-up' })).status).toBe(404)
})

test('nobody has no account', async () => {
  expect((await book(TOP_UP, 'none')).status).toBe(404)
  expect((await world.call('adminListEntries', { token, params: { id: 'none' } })).status).toBe(404)
})
