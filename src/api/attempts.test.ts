import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAttempts, MOST_A_USER, REMEMBERED_MS } from './attempts.ts'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('ada')).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const make = (attempt: string, name = 'Mine', by = token) =>
  world.call('createKey', { token: by, body: { name }, headers: { 'idempotency-key': attempt } })
const keys = async (by = token) => (await world.call('listKeys', { token: by, query: {} })).body.items

test('an attempt that is repeated is made once, and answered with the same secret', async () => {
  const first = await make('a1')
  const again = await make('a1')
  expect(again.status).toBe(201)
  expect(again.body).toEqual(first.body)
  expect(await keys()).toHaveLength(1)
  expect((await make('a2')).body.id).not.toBe(first.body.id)
})

test('one that is still under way is waited for', async () => {
  const [one, other] = await Promise.all([make('a1'), make('a1')])
  expect(other.body.secret).toBe(one.body.secret)
  expect(await keys()).toHaveLength(1)
})

test('other content under the same name is refused, in both languages, and makes nothing', async () => {
  await make('a1')
  const other = await make('a1', 'Another')
  expect(other.status).toBe(409)
  expect(other.error).toMatchObject({ code: 'attempt_reused', detail: expect.stringContaining('未再次执行') })
  const headers = { 'idempotency-key': 'a1', 'accept-language': 'en' }
  const english = await world.call('createKey', { token, body: { name: 'Another' }, headers })
  expect(english.error.detail).toContain('nothing was done this time')
  expect(await keys()).toHaveLength(1)
})

test('a failed attempt can be mended and sent again under its name', async () => {
  expect((await make('a1', '')).status).toBe(422)
  const body = { name: 'Mine', expires_at: '2020-01-01T00:00:00Z' }
  const refused = await world.call('createKey', { token, body, headers: { 'idempotency-key': 'a1' } })
  expect(refused.status).toBe(422)
  expect((await make('a1')).status).toBe(201)
})

test('nobody is answered with the attempt of somebody else', async () => {
  const mine = await make('a1')
  const other = (await world.session((await world.user('bob')).id)).access
  expect((await make('a1', 'Mine', other)).body.secret).not.toBe(mine.body.secret)
})

test('without a name each is made, and a name that is none is refused', async () => {
  await world.call('createKey', { token, body: { name: 'Mine' } })
  await world.call('createKey', { token, body: { name: 'Mine' } })
  expect(await keys()).toHaveLength(2)
  expect((await make('x'.repeat(129))).error).toHaveProperty(['fields', 'idempotency-key'])
})

test('attempts are forgotten after a while, and the oldest of a user when there are too many', async () => {
  const clock = { ms: 0, now: () => clock.ms, monotonicMs: () => clock.ms }
  const attempts = createAttempts({ clock, vault: { ...world.deps.vault, hashKey: (text) => text } })
  const act = vi.fn<() => Promise<number>>(async () => 1)
  const send = (name: string) => attempts(name, { userId: 'u1', what: () => 'same' }, act)
  await send('a')
  clock.ms = REMEMBERED_MS - 1
  await send('a')
  expect(act).toHaveBeenCalledTimes(1)
  clock.ms = REMEMBERED_MS
  await send('a')
  expect(act).toHaveBeenCalledTimes(2)
  for (let n = 0; n < MOST_A_USER; n += 1) await send(`b${n}`)
  act.mockClear()
  await send('b0')
  expect(act).not.toHaveBeenCalled()
  await send('a')
  expect(act).toHaveBeenCalledOnce()
})
