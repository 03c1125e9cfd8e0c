import { expect, test } from 'vitest'
import { openWorld } from './testing.ts'

test('of two who multiply a price at once the later one is told, and neither is lost without a word', async () => {
  await using world = await openWorld()
  const token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  await world.call('adminCreateModel', { token, body: { id: 'house-model', price: { input: '1', tiers: [] } } })
  const body = { models: ['house-model'], factor: '2', preview: false }
  const multiply = () => world.call('adminMultiplyPrices', { token, body })
  const answers = await Promise.all([multiply(), multiply()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const price = async () => (await world.call('adminListPrices', { token })).body.items.map((one) => one.price?.input)
  expect(await price()).toEqual(['2'])
  expect((await multiply()).status).toBe(200)
  expect(await price()).toEqual(['4'])
})
