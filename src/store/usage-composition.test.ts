import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const WEEK = { from: TEST_NOW - 7 * DAY_MS, to: TEST_NOW + 1, users: ['u1'] }
const used = (part: object) => ({ usage: { ...NO_USAGE, ...part }, costNanos: 100n, priceVersion: 'v1' })

describe.each(engines)('what was charged for on %s', (_, open) => {
  test('is summed apart by price, factor, service tier and length of input, and of nobody else', async () => {
    await using store = await open()
    await store.requests.insertSettled([
      aRequest(used({ input: 10, output: 20, reasoning: 5 })),
      aRequest(used({ input: 1, cacheRead: 2, output: 3, reasoning: 9 })),
      aRequest({ ...used({ input: 7 }), multiplierMicros: 2_000_000n }),
      aRequest({ ...used({ input: 8 }), serviceTier: 'flex' }),
      aRequest({ ...used({ input: 9 }), costNanos: 0n }),
      aRequest({ ...used({ input: 11 }), userId: 'u2' }),
    ])
    const { groups, untoldNanos } = await store.usage.composition(WEEK)
    expect(untoldNanos).toBe(0n)
    expect(groups.map(({ usage }) => usage.input).toSorted((a, b) => a - b)).toEqual([7, 8, 11])
    expect(groups.find(({ usage }) => usage.input === 11)).toMatchObject({
      priceVersion: 'v1',
      serviceTier: null,
      leastRead: 0,
      // Of the second no more was thought than there was of it.
      usage: { cacheRead: 2, output: 23, reasoning: 8 },
      costNanos: 200n,
    })
  })

  test('is told as one sum of the time whose rows are gone, and both together are what the summary says', async () => {
    await using store = await open()
    await store.requests.insertSettled([
      aRequest({ ...used({ input: 10 }), at: TEST_NOW - 3 * DAY_MS, costNanos: 40n }),
      aRequest({ ...used({ input: 10 }), at: TEST_NOW - HOUR_MS, costNanos: 2n }),
    ])
    await store.retention.requests(TEST_NOW - DAY_MS)
    const { groups, untoldNanos } = await store.usage.composition(WEEK)
    expect([untoldNanos, groups.map(({ costNanos }) => costNanos)]).toEqual([40n, [2n]])
    expect((await store.usage.summary(WEEK)).current.costNanos).toBe(42n)
  })

  test('of a gateway in its first hour every request is told', async () => {
    await using store = await open()
    const at = TEST_NOW - HOUR_MS + 123_456
    await store.requests.insertSettled([aRequest({ ...used({ input: 10 }), at })])
    const { groups, untoldNanos } = await store.usage.composition(WEEK)
    expect([untoldNanos, groups.length]).toEqual([0n, 1])
  })

  test('knows the lengths of input at which a price changes', async () => {
    await using store = await open()
    const tiers = [
      { aboveTokens: 100, rates: { input: 2n } },
      { aboveTokens: 1000, rates: { input: 3n } },
    ]
    const about = { vendor: '', context: null, maxOutput: null, abilities: [], aliases: [], enabled: true }
    const price = { rates: { input: 1n }, tiers }
    await store.models.create({ id: 'm1', displayName: 'M1', kind: 'chat', price, ...about })
    await store.requests.insertSettled([
      aRequest(used({ input: 100 })),
      aRequest(used({ input: 101 })),
      aRequest(used({ input: 400, cacheRead: 500, audioIn: 101 })),
    ])
    const { groups } = await store.usage.composition(WEEK)
    const leasts = groups.map(({ usage, leastRead }) => [usage.input, leastRead]).toSorted(([a = 0], [b = 0]) => a - b)
    expect(leasts).toEqual([
      [100, 0],
      [101, 101],
      [400, 1001],
    ])
  })
})
