import { expect, test } from 'vitest'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { DAY_MS, MINUTE_MS } from '../../../../src/core/time.ts'
import { draw } from '../../test-draw.ts'
import { lastUseFacts, useExpiry, useLastUse } from './key-times.ts'

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

test('the hover of a last use tells by which client from which address, and for which model', async () => {
  const used = { last_used_at: '2026-11-20T06:32:08.000Z', last_used_client: 'Codex CLI', last_used_ip: '203.0.113.7' }
  const item = { ...used, last_used_model: 'gpt-6-astra' } as ApiKey
  const Example = () => useLastUse(item).hover
  const { place } = await draw(<Example />, { texts: ['keys'] })
  expect(place.textContent).toMatch(/ · Codex CLI · 203\.0\.113\.7 · gpt-6-astra$/)
  expect(lastUseFacts({ ...item, last_used_ip: null, last_used_model: null })).toEqual(['Codex CLI'])
})
