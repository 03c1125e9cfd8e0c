import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pack } from '../core/packed-record.ts'
import type { RequestRecord } from '../core/records.ts'
import { SECOND_MS } from '../core/time.ts'
import { openWorld, PASSWORD, settledRequest, type World } from './testing.ts'

let world: World
let ada: { id: string; token: string; keyId: string }
let bob: typeof ada
beforeEach(async () => {
  world = await openWorld()
  ada = await person('ada')
  bob = await person('bob')
})
afterEach(async () => {
  vi.useRealTimers()
  await world[Symbol.asyncDispose]()
})

async function person(name: string, role: 'admin' | 'user' = 'user') {
  const { id } = await world.user(name, { role })
  const token = (await world.session(id)).access
  const key = await world.call('createKey', { token, body: { name: `key of ${name}` } })
  return { id, token, keyId: key.body.id }
}

/** The events of a feed, read one by one. */
async function open(token: string, path = '/api/usage/live') {
  const gone = new AbortController()
  const response = await world.fetch(path, { headers: { authorization: `Bearer ${token}` }, signal: gone.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => (await reader?.read())?.value
  if (response.status === 200) expect(await read()).toBe(':\n\n')
  return { status: response.status, read, leave: () => reader?.cancel(), abort: () => gone.abort() }
}

const requestOf = (owner: typeof ada, more: Partial<RequestRecord> = {}) =>
  settledRequest({ at: world.clock.now(), userId: owner.id, keyId: owner.keyId, ...more })

const told = (text: string | undefined) =>
  [...(text ?? '').matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event, data = '']) => ({
    event,
    row: JSON.parse(data) as Record<string, unknown>,
  }))

test('tells the own requests as lists show them, and nobody else’s', async () => {
  const feed = await open(ada.token)
  const own = requestOf(ada)
  world.live.tell([requestOf(bob), own].map(pack))
  const [first, ...others] = told(await feed.read())
  expect(others).toEqual([])
  expect(first).toMatchObject({
    event: 'request',
    row: { id: own.id, key: { id: ada.keyId, name: 'key of ada' }, user: null, upstream_cost: null, http_status: 404 },
  })
  await feed.leave()
})

test('follows what one provider answered only while users are told who answered', async () => {
  const path = '/api/usage/live?provider=acme'
  expect((await open(ada.token, path)).status).toBe(422)
  const admin = (await person('root', 'admin')).token
  const tells = (on: true | null) =>
    world.call('adminPatchSettings', { token: admin, body: { values: { 'relay.tell_provider': on } } })
  await tells(true)
  const feed = await open(ada.token, path)
  const answered = () => world.live.tell([requestOf(ada), requestOf(ada, { providerId: 'acme' })].map(pack))
  answered()
  expect(told(await feed.read())).toMatchObject([{ row: { provider: { id: 'acme' } } }])
  await tells(null)
  answered()
  expect(await feed.read()).toBeUndefined()
})

test('tells administrators everybody’s requests, with their names', async () => {
  const feed = await open((await person('root', 'admin')).token, '/api/admin/usage/live')
  world.live.tell([requestOf(ada), requestOf(bob)].map(pack))
  expect(told(await feed.read()).map(({ row }) => row['user'])).toEqual([
    { id: ada.id, name: 'ada' },
    { id: bob.id, name: 'bob' },
  ])
  await feed.leave()
})

test.each([
  ['model=wanted', { model: 'wanted' }, { model: 'other' }],
  ['status=429', { httpStatus: 429 }, { httpStatus: 404 }],
  ['status=4xx', { httpStatus: 404 }, { httpStatus: 429 }],
  ['status=5xx', { httpStatus: 502, status: 'failed' as const }, { httpStatus: 200, status: 'succeeded' as const }],
  ['status=running', { status: 'running' as const }, { status: 'failed' as const }],
  ['client=curl', { client: 'curl' }, { client: 'Codex CLI' }],
  ['min_cost=0.5', { costNanos: 500_000_000n }, { costNanos: 499_999_999n }],
  ['min_first_token_ms=0', { firstTokenMs: 0 }, { firstTokenMs: null }],
  ['q=HOUSE', { modelAsked: 'house-model' }, { modelAsked: 'another' }],
])('tells with %s only what a list would show', async (query, meant, other) => {
  const feed = await open(ada.token, `/api/usage/live?${query}`)
  const wanted = requestOf(ada, meant)
  world.live.tell([requestOf(ada, other), wanted].map(pack))
  expect(told(await feed.read()).map(({ row }) => row['id'])).toEqual([wanted.id])
  await feed.leave()
})

test('refuses users what only administrators may filter by', async () => {
  expect((await open(ada.token, '/api/usage/live?user=x')).status).toBe(422)
})

test('tells that some were missed when the reader is slower than the requests', async () => {
  const feed = await open(ada.token)
  const many = Array.from({ length: 500 }, () => requestOf(ada))
  world.live.tell(many.map(pack))
  const [first, ...events] = told(await feed.read())
  expect(first?.event).toBe('missed')
  expect(events.map(({ row }) => row['id'])).toEqual(many.slice(300).map(({ id }) => id))
  await feed.leave()
})

test('holds at most four feeds of a user open, and room is made by leaving either way', async () => {
  const feeds = [await open(ada.token), await open(ada.token), await open(ada.token), await open(ada.token)]
  expect((await open(ada.token)).status).toBe(429)
  expect((await open(bob.token)).status).toBe(200)
  await feeds[0]?.leave()
  feeds[1]?.abort()
  expect((await open(ada.token)).status).toBe(200)
  expect((await open(ada.token)).status).toBe(200)
  expect((await open(ada.token)).status).toBe(429)
})

test('a feed that is asked for by HEAD takes no room', async () => {
  const headers = { authorization: `Bearer ${ada.token}` }
  for (let n = 0; n < 5; n += 1)
    expect((await world.fetch('/api/usage/live', { method: 'HEAD', headers })).status).toBe(200)
  expect((await open(ada.token)).status).toBe(200)
})

test('a silent feed beats every 15 s, and ends once its session is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const feed = await open(ada.token)
  const beat = feed.read()
  world.clock.ms += 15 * SECOND_MS
  await vi.advanceTimersByTimeAsync(15 * SECOND_MS)
  expect(await beat).toBe(':\n\n')
  await world.store.sessions.revokeOthers(ada.id, null, 'logout')
  world.clock.ms += 15 * SECOND_MS
  world.live.tell([pack(requestOf(ada))])
  expect(await feed.read()).toBeUndefined()
})

test('an administrator who is demoted is told nothing more after a second, however much goes on', async () => {
  const { id } = await world.user('deputy', { role: 'admin' })
  const feed = await open((await world.session(id)).access, '/api/admin/usage/live')
  world.live.tell([pack(requestOf(ada))])
  expect(await feed.read()).toContain(ada.keyId)
  await world.store.users.patch(id, { role: 'user' })
  world.clock.ms += SECOND_MS
  world.live.tell([pack(requestOf(ada))])
  expect(await feed.read()).toBeUndefined()
})

test('an administrator whose address is shut out is told nothing more after a second, but for what is their own', async () => {
  const root = await person('root', 'admin')
  const feeds = [await open(root.token, '/api/admin/usage/live'), await open(root.token)]
  const body = { values: { 'security.admin_networks': ['198.51.100.7'] }, password: PASSWORD }
  expect((await world.call('adminPatchSettings', { token: root.token, body, ip: '198.51.100.7' })).status).toBe(200)
  world.clock.ms += SECOND_MS
  world.live.tell([pack(requestOf(root))])
  expect(await feeds[0]?.read()).toBeUndefined()
  expect(told(await feeds[1]?.read())).toHaveLength(1)
})

test('ends when the gateway does', async () => {
  const feed = await open(ada.token)
  world.live[Symbol.dispose]()
  expect(await feed.read()).toBeUndefined()
})
