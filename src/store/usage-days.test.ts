import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { addUser, aFailure, anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const SPANS = [
  { from: TEST_NOW - DAY_MS, to: TEST_NOW - DAY_MS + HOUR_MS },
  { from: TEST_NOW, to: TEST_NOW + HOUR_MS },
]

test.each(engines)(
  'sums on %s are told by span and subject, with names, and nothing outside of the spans',
  async (_, open) => {
    await using store = await open()
    await addUser(store)
    await store.requests.insertSettled([
      aRequest({ attempts: [anAttempt(), anAttempt({ n: 2 })] }),
      aFailure(500, 'server_error'),
      aRequest({ at: TEST_NOW - DAY_MS, costNanos: 7n }),
      aRequest({ at: TEST_NOW - DAY_MS + HOUR_MS }),
      aRequest({ model: 'm2' }),
    ])
    const facts = (rows: Awaited<ReturnType<typeof store.usage.ofSpans>>) =>
      rows.map(({ subject, sums }) => [
        subject,
        sums.map((sum) => sum && [sum.requests, sum.failed, sum.switched, sum.cost_nanos]),
      ])
    expect(facts(await store.usage.ofSpans(SPANS, []))).toEqual([
      [
        {},
        [
          [1, 0, 0, 7n],
          [3, 1, 1, 2_000n],
        ],
      ],
    ])
    const user = { id: 'u1', name: 'User u1' }
    const by = facts(await store.usage.ofSpans(SPANS, ['user', 'model']))
    expect(by).toHaveLength(2)
    expect(by).toContainEqual([
      { user, model: { id: 'm1', name: 'm1' } },
      [
        [1, 0, 0, 7n],
        [2, 1, 1, 1_000n],
      ],
    ])
    expect(by).toContainEqual([{ user, model: { id: 'm2', name: 'm2' } }, [null, [1, 0, 0, 1_000n]]])
  },
)
