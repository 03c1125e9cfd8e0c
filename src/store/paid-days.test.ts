import { describe, expect, test } from 'vitest'
import { DAY_MS, dayOf, HOUR_MS } from '../core/time.ts'
import { aFailure, anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const TODAY = dayOf(TEST_NOW)

describe.each(engines)('what was paid with credentials on %s', (_, open) => {
  test('is told by the UTC day, of all callers and models together, and of who was asked in vain too', async () => {
    await using store = await open()
    const lost = anAttempt({ credentialId: 'c2', upstreamCostNanos: 70n })
    await store.requests.insertSettled([
      aRequest({ upstreamCostNanos: 2n ** 60n }),
      aRequest({ upstreamCostNanos: 5n, userId: 'u2', keyId: 'k2', model: 'm2', at: TODAY }),
      aRequest({ upstreamCostNanos: 3n, at: TODAY - 1 }),
      aRequest({ upstreamCostNanos: 970n, attempts: [lost, anAttempt({ n: 2, upstreamCostNanos: 900n })] }),
      aRequest({ upstreamCostNanos: 11n, at: TODAY - 2 * DAY_MS, credentialId: 'c3' }),
      aRequest({ upstreamCostNanos: 13n, at: TODAY - 2 * DAY_MS - 1, credentialId: 'c3' }),
      aRequest({ upstreamCostNanos: 0n, at: TODAY - DAY_MS, credentialId: 'c4' }),
      aFailure(503, 'no_upstream', { credentialId: null, upstreamCostNanos: 0n }),
    ])
    const days = await store.usage.paidSince(TODAY - 2 * DAY_MS + HOUR_MS)
    expect(
      days.toSorted((one, other) => one.day - other.day || (one.credentialId < other.credentialId ? -1 : 1)),
    ).toEqual([
      { credentialId: 'c3', day: TODAY - 2 * DAY_MS, nanos: 11n },
      { credentialId: 'c1', day: TODAY - DAY_MS, nanos: 3n },
      { credentialId: 'c1', day: TODAY, nanos: 2n ** 60n + 905n },
      { credentialId: 'c2', day: TODAY, nanos: 70n },
    ])
  })

  test('is nothing where nobody asked', async () => {
    await using store = await open()
    expect(await store.usage.paidSince(TODAY - 7 * DAY_MS)).toEqual([])
  })
})
