import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from './errors.ts'
import { parseFields } from './fields.ts'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterAll(() => world[Symbol.asyncDispose]())

test('a field that is called as what every object has is told like any other', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    const refused = () => parseFields(z.strictObject({}), { [name]: 1 })
    expect(refused).toThrow(ApiError)
    expect(refused).toThrow(expect.objectContaining({ fields: { [name]: { zh: '未知的字段', en: 'Unknown field' } } }))
  }
})

test('a query of prices with a name that nobody knows is refused', async () => {
  const refused = await world.call('adminListPrices', { token, query: { modle: 'nope' } as never })
  expect(refused).toMatchObject({ status: 422, error: { fields: { modle: '未知的字段' } } })
})
