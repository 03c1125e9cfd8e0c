import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, settledRequest, type World } from './testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const body = (text: string) => ({ text, bytes: text.length, cut: false, redacted: false, headers: { accept: '*/*' } })

test('what was said is for whoever said it and for administrators, who leave a trace', async () => {
  const ada = await world.user('ada')
  const bob = await world.user('bob')
  const root = await world.user('root', { role: 'admin' })
  const request = settledRequest({ userId: ada.id, keyId: 'k', at: world.clock.now() })
  await world.store.requests.insertSettled([request])
  const params = { id: request.id }
  const as = async ({ id }: { id: string }) => ({ token: (await world.session(id)).access, params })
  const nothing = { at: null, path: null, bodies: null, level_now: 'BASIC', request: null, answer: null, upstream: [] }
  expect((await world.call('usageCapture', await as(ada))).body).toEqual(nothing)
  expect((await world.call('adminUsageCapture', await as(root))).body).toEqual(nothing)
  expect(world.rows('audit').filter(({ action }) => action === 'request.read')).toEqual([])

  const said = { path: '/v1/messages', bodies: 'kept', request: body('hello'), answer: body('hi') } as const
  const upstream = [{ attempt: 1, id: 'up-1' }]
  world.captures.put(request.id, () => ({ at: world.clock.now(), ...said, upstream }))
  await world.captures.settled()
  const told = { at: '2026-11-20T08:00:00.000Z', level_now: 'BASIC', ...said }
  // Who answered is the operator's to know.
  expect((await world.call('usageCapture', await as(ada))).body).toEqual({ ...told, upstream: [] })
  expect((await world.call('usageCapture', await as(bob))).status).toBe(404)
  expect((await world.call('adminUsageCapture', await as(root))).body).toEqual({ ...told, upstream })
  expect(world.rows('audit').filter(({ action }) => action === 'request.read')).toMatchObject([
    { actor_id: root.id, target_id: request.id },
  ])
})
