import { afterEach, beforeEach, expect, test } from 'vitest'
import { tellStart } from './tell-start.ts'
import { openWorld, type World } from './testing.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

test('a start is told when another program begins to serve, with what served before', async () => {
  const root = await world.user('root', { role: 'admin' })
  const { access: token } = await world.session(root.id)
  await tellStart(world.store, { version: '1.4.1', buildId: 'aa' })
  await tellStart(world.store, { version: '1.4.1', buildId: 'aa' })
  await tellStart(world.store, { version: '1.4.2', buildId: 'bb' })
  await tellStart(world.store, { version: '1.4.2', buildId: 'bb' })
  const { items } = (await world.call('adminListAudit', { token, query: { action: 'server.' } })).body
  expect(items.map(({ target, actor }) => [target.kind, target.id, actor])).toEqual([
    ['server', '1.4.2', null],
    ['server', '1.4.1', null],
  ])
  const upgraded = await world.call('adminGetAudit', { token, params: { id: items[0]?.id ?? '' } })
  expect(upgraded.body).toMatchObject({
    before: { version: '1.4.1', build: 'aa' },
    after: { version: '1.4.2', build: 'bb' },
  })
})
