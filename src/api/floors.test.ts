import { expect, test } from 'vitest'
import { HOUR_MS, iso } from '../core/time.ts'
import { openWorld, settledRequest } from './testing.ts'

test('the list and the file leave out what was cheaper or quicker than asked for', async () => {
  await using world = await openWorld()
  const { id: userId } = await world.user('ada')
  const { access: token } = await world.session(userId)
  const { body: key } = await world.call('createKey', { token, body: { name: 'k' } })
  const at = world.clock.ms - HOUR_MS
  const of = (client: string, costNanos: bigint, firstTokenMs: number | null) =>
    settledRequest({ userId, keyId: key.id, at, client, costNanos, firstTokenMs })
  await world.store.requests.insertSettled([
    of('dear', 100_000_000n, 200),
    of('cheap', 99_999_999n, 3000),
    of('refused', 0n, null),
  ])
  const period = { from: iso(at - HOUR_MS), to: iso(world.clock.ms) }
  const clients = async (query: Record<string, string>) =>
    (await world.call('usageRequests', { token, query: { ...period, ...query } })).body.items.map((row) => row.client)
  expect((await clients({})).toSorted()).toEqual(['cheap', 'dear', 'refused'])
  expect(await clients({ min_cost: '0.1' })).toEqual(['dear'])
  expect(await clients({ min_first_token_ms: '3000' })).toEqual(['cheap'])
  expect(await clients({ min_cost: '0.1', min_first_token_ms: '3000' })).toEqual([])
  const file = await world.call('usageExport', {
    token,
    query: { ...period, min_cost: '0.1', column: ['client', 'cost'] },
  })
  expect(file.body).toContain('dear')
  expect(file.body).not.toContain('cheap')
  const wrong = await world.call('usageRequests', { token, query: { ...period, min_cost: '-1' } })
  expect([wrong.status, wrong.error.code]).toEqual([422, 'fields_invalid'])
})
