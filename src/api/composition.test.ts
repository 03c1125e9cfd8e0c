import { expect, test } from 'vitest'
import { costNanos } from '../catalog/cost.ts'
import { parseUsd } from '../core/money.ts'
import type { RequestRecord } from '../core/records.ts'
import { HOUR_MS, iso } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { acmeProvider, openWorld, settledRequest } from './testing.ts'

test('what the own traffic was charged for is told by kind, to the nano-dollar', async () => {
  await using world = await openWorld()
  const admin = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const [ada, bob] = [await world.user('ada'), await world.user('bob')]
  const token = (await world.session(ada.id)).access
  const routes = [{ model: 'house-model' }]
  await world.call('adminCreateProvider', { token: admin, body: acmeProvider({ routes }) })
  const rates = { input: '2', output: '10', per_request: '0.001', tiers: [] }
  await world.call('adminPatchModel', { token: admin, params: { id: 'house-model' }, body: { price: rates } })
  const priceVersion = (await world.store.readDirectory()).data.models[0]?.price?.version ?? ''
  const price = await world.store.models.priceOf(priceVersion)
  if (!price) throw new Error('the price is not there')

  const usage = { ...NO_USAGE, input: 34, output: 56, reasoning: 20, requests: 1 }
  const at = world.clock.now() - HOUR_MS
  const settle = (facts: Partial<RequestRecord>) => {
    const told = { at, userId: ada.id, keyId: 'k', usage, priceVersion, multiplierMicros: 1_500_000n, ...facts }
    const charged = { costNanos: costNanos(told.usage, price, told.multiplierMicros), ...told }
    return world.store.requests.insertSettled([settledRequest(charged)])
  }
  await settle({})
  await settle({ usage: { ...usage, audioIn: 3, cacheWrite1h: 7 }, multiplierMicros: 333_333n })
  await settle({ priceVersion: null, costNanos: 5n })
  await settle({ userId: bob.id })

  const query = { from: iso(at - HOUR_MS), to: iso(world.clock.now()) }
  const { body } = await world.call('usageComposition', { token, query })
  const { cost, ...kinds } = body
  const nanos = (amount: string) => parseUsd(amount) ?? 0n
  expect(Object.values(kinds).reduce((sum, amount) => sum + nanos(amount), 0n)).toBe(nanos(cost))
  const { body: summary } = await world.call('usageSummary', { token, query })
  expect(cost).toBe(summary.current.cost)
  expect(body).toMatchObject({ cache_read: '0', untold: '0.000000005' })
  // (36 × 10 + 20 × 10) × (1.5 + 0.333333) micro-dollars, the roundings aside.
  const [answered, thought] = [nanos(body.output), nanos(body.reasoning)]
  expect(answered - 659_999n).toBeLessThan(3n)
  expect(thought - 366_666n).toBeLessThan(3n)
  const none = await world.call('usageComposition', { token, query: { ...query, model: ['nobody-asks-this'] } })
  expect(none.body).toMatchObject({ cost: '0', untold: '0' })
})
