import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../core/time.ts'
import { aFailure, aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const WEEK = { from: TEST_NOW - 7 * DAY_MS, to: TEST_NOW + 1 }

describe.each(engines)('the use of clients on %s', (_, open) => {
  test('counts each user once, however many requests there were on however many days, and no more than was meant', async () => {
    await using store = await open()
    const at = TEST_NOW - 2 * DAY_MS
    await store.requests.insertSettled([
      aRequest({ client: 'curl', userId: 'u1' }),
      aRequest({ client: 'curl', userId: 'u1', at }),
      aRequest({ client: 'curl', userId: 'u1', model: 'm2', at }),
      aRequest({ client: 'Codex CLI', userId: 'u1' }),
      aFailure(500, 'http_500', { client: 'Codex CLI', userId: 'u2', at }),
      aRequest({ client: 'Cline', userId: 'u3', at: TEST_NOW - 9 * DAY_MS }),
    ])
    expect(await store.usage.clients(WEEK)).toEqual([
      { client: 'Codex CLI', users: 2, requests: 2, failed: 1 },
      { client: 'curl', users: 1, requests: 3, failed: 0 },
    ])
    expect(await store.usage.clients({ ...WEEK, users: ['u2'] })).toEqual([
      { client: 'Codex CLI', users: 1, requests: 1, failed: 1 },
    ])
  })
})
