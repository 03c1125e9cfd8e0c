import { expect, test } from 'vitest'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { DAY_MS, MINUTE_MS } from '../../../../src/core/time.ts'
import { draw } from '../../test-draw.ts'
import { useExpiry } from './key-times.ts'

test.each([
  [-2 * DAY_MS - MINUTE_MS, '已过期 2 天'],
  [-5 * MINUTE_MS, '已过期不到 1 天'],
  [5 * MINUTE_MS, '不到 1 天后'],
  [2 * DAY_MS + 2 * MINUTE_MS, '2 天后'],
])('a key that ends %i ms from now says %s', async (ahead, said) => {
  const item = { status: 'active', expires_at: new Date(Date.now() + ahead).toISOString() } as ApiKey
  const Example = () => useExpiry(item).under
  const { place } = await draw(<Example />, { texts: ['keys'] })
  expect(place.textContent).toBe(said)
})
