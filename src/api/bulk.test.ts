import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WRONG_PASSWORD } from './confirm.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

const HARD = { metric: 'cost', window: 'month', max: '20', mode: 'hard', action: 'refuse' } as const

let world: World
let token: string
let ids: string[]
let keyIds: string[]

beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  ids = []
  keyIds = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const { id } = await world.user(name)
    await world.call('adminPatchUser', { token, params: { id }, body: { limits: [HARD] } })
    const key = await world.call('adminCreateKey', { token, body: { user: id, name, limits: [HARD] } })
    ids.push(id)
    keyIds.push(key.body.id)
  }
})

afterEach(() => world[Symbol.asyncDispose]())

const users = (password: string) =>
  world.call('adminBulkUsers', { token, body: { ids, action: 'set_limits', limits: [], password } })
const keys = (password: string) =>
  world.call('adminBulkKeys', { token, body: { ids: keyIds, action: 'set_limits', limits: [], password } })

test.each([
  ['users', users],
  ['keys', keys],
])('a wrong password for many %s is told of the password, and is one guess', async (_, act) => {
  const { status, error } = await act('not the password')
  expect([status, error.detail]).toEqual([422, WRONG_PASSWORD.zh])
  const { body } = await act(PASSWORD)
  expect(body.results.map(({ code }) => code)).toEqual(ids.map(() => null))
})

test.each([
  ['users', users],
  ['keys', keys],
])('the password for many %s is judged once', async (_, act) => {
  const verify = vi.spyOn(world.deps.passwords, 'verify')
  await act(PASSWORD)
  expect(verify).toHaveBeenCalledOnce()
})
