import { afterEach, beforeEach, expect, test } from 'vitest'
import { costNanos } from '../catalog/cost.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import type { Endpoints } from '../contract/all.ts'
import { DAY_MS, HOUR_MS, iso } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const price = { input: '2', output: '10', tiers: [] }
  await world.call('adminCreateModel', { token, body: { id: 'house-model', vendor: 'Acme', price } })
})
afterEach(() => world[Symbol.asyncDispose]())

const set = (body: BodyInputOf<Endpoints['adminSetPrice']>) => world.call('adminSetPrice', { token, body })
const list = (model?: string) => world.call('adminListPrices', { token, ...(model && { query: { model } }) })
const inDays = (days: number) => iso(world.clock.now() + days * DAY_MS)

test('old requests are priced anew as entries of their users’ accounts, each difference once', async () => {
  const [ada, bob] = [await world.user('ada'), await world.user('bob')]
  const [version] = (await list()).body.items
  const price = await world.store.models.priceOf(version?.id ?? '')
  if (!price) throw new Error('no price')
  const usage = { ...NO_USAGE, input: 1_000_000, output: 100_000 }
  const request = (userId: string, hoursAgo: number) =>
    settledRequest({
      at: world.clock.now() - hoursAgo * HOUR_MS,
      userId,
      keyId: 'k1',
      model: 'house-model',
      usage,
      costNanos: costNanos(usage, price, 1_000_000n),
      priceVersion: price.version,
    })
  await world.store.requests.insertSettled([
    request(ada.id, 1),
    request(ada.id, 2),
    request(bob.id, 3),
    request(bob.id, 30),
  ])
  await set({ model: 'house-model', price: { input: '1', output: '5' } })
  const body = { model: 'house-model', from: inDays(-1), to: inDays(0) }
  const reprice = (more: object) => world.call('adminReprice', { token, body: { ...body, ...more } })
  const preview = await reprice({})
  expect(preview.body).toMatchObject({ applied: false, requests: 3, was: '9', becomes: '4.5', difference: '-4.5' })
  expect(Object.fromEntries(preview.body.users.map(({ user, difference }) => [user.name, difference]))).toEqual({
    ada: '-3',
    bob: '-1.5',
  })
  expect((await reprice({ apply: true })).status).toBe(422)
  expect((await reprice({ apply: true, reason: 'A wrong price' })).body.applied).toBe(true)
  expect((await world.store.accounts.entries(ada.id, { limit: 10 })).items).toMatchObject([
    { kind: 'reprice', amountNanos: 3_000_000_000n, reason: 'A wrong price' },
  ])
  expect((await reprice({ apply: true, reason: 'Again' })).body).toMatchObject({ difference: '0' })
  expect((await reprice({ version: version?.id ?? '', apply: true, reason: 'Back' })).body.difference).toBe('4.5')
  expect((await world.store.accounts.get(bob.id)).credit).toBe(0n)
  expect((await reprice({ version: 'no-such-version' })).status).toBe(422)
})

test('requests whose rows are still on their way, as after the database was away, are priced anew with the others', async () => {
  const ada = await world.user('ada')
  const late = settledRequest({
    at: world.clock.now() - HOUR_MS,
    userId: ada.id,
    keyId: 'k1',
    model: 'house-model',
    usage: { ...NO_USAGE, input: 1_000_000 },
    costNanos: 2_000_000_000n,
  })
  world.deps.system.drained = () => world.store.requests.insertSettled([late])
  await set({ model: 'house-model', price: { input: '1' } })
  const body = { model: 'house-model', from: inDays(-1), to: inDays(0), apply: true, reason: 'Cheaper' }
  expect((await world.call('adminReprice', { token, body })).body).toMatchObject({ requests: 1, difference: '-1' })
})

test('old requests are not priced anew by a price that is only planned: it can be withdrawn, and what was booked by it forgotten', async () => {
  const ada = await world.user('ada')
  const [present] = (await list()).body.items
  const request = { userId: ada.id, keyId: 'k1', model: 'house-model', priceVersion: present?.id ?? '' }
  const usage = { ...NO_USAGE, input: 1_000_000 }
  await world.store.requests.insertSettled([
    settledRequest({ ...request, at: world.clock.now() - HOUR_MS, usage, costNanos: 2_000_000_000n }),
  ])
  await set({ model: 'house-model', price: { input: '1' }, effective_from: inDays(3) })
  const planned = (await list('house-model')).body.items.find(({ state }) => state === 'planned')
  const body = { model: 'house-model', from: inDays(-1), to: inDays(0), apply: true, reason: 'Cheaper' }
  const early = await world.call('adminReprice', { token, body: { ...body, version: planned?.id ?? '' } })
  expect(early.status).toBe(422)
  await set({ model: 'house-model', price: { input: '1' } })
  expect((await world.call('adminReprice', { token, body })).body.difference).toBe('-1')
  expect((await world.store.accounts.get(ada.id)).credit).toBe(1_000_000_000n)
})
