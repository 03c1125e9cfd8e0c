import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../contract/all.ts'
import { DatabaseAway, TookTooLong } from '../store/away.ts'
import type { Deps } from './deps.ts'
import { allHandlers } from './handlers.ts'
import { createApi } from './serve.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  const user = await world.user('ada')
  token = (await world.session(user.id)).access
})
afterAll(() => world[Symbol.asyncDispose]())

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  world.fetch(path, { method: 'POST', body, headers: { authorization: `Bearer ${token}`, ...headers } })

test('the API refuses to start when an endpoint has no handler', () => {
  const { getSite: _left, ...rest } = allHandlers(world.deps)
  expect(() => createApi(world.deps, rest)).toThrow('getSite has no handler')
})

test('every endpoint of the contract is bound: none answers as an unknown path or method', async () => {
  for (const { method, path } of Object.values(endpoints)) {
    const response = await world.fetch(path.replace('{id}', 'x'), { method })
    const { code } = (await response.json()) as { code?: string }
    expect(['path_unknown', 'method_not_allowed', 'internal'], `${method} ${path}`).not.toContain(code)
  }
})

test('every answer names its request and is never cached, failures too', async () => {
  const ids = new Set<string>()
  for (const path of ['/api/public/site', '/api/users/me', '/api/nothing', '/api/docs', '/api/openapi.json']) {
    const response = await world.fetch(path)
    expect(response.headers.get('cache-control'), path).toBe('no-store')
    ids.add(response.headers.get('x-request-id') ?? '')
    if (!response.ok) expect(await response.json()).toMatchObject({ request_id: response.headers.get('x-request-id') })
  }
  expect(ids.size).toBe(5)
  expect(ids).not.toContain('')
})

test('an unknown path is 404 and a wrong method 405, both in JSON', async () => {
  const missing = await world.fetch('/api/nothing')
  expect([missing.status, await missing.json()]).toEqual([404, expect.objectContaining({ code: 'path_unknown' })])
  const wrong = await world.fetch('/api/keys', { method: 'PUT' })
  expect([wrong.status, await wrong.json()]).toEqual([405, expect.objectContaining({ code: 'method_not_allowed' })])
})

test('a NUL character is refused wherever it stands, since PostgreSQL keeps none', async () => {
  const answers = [
    await post('/api/keys', '{"name":"a\\u0000b"}'),
    await post('/api/keys', '{"name":"a","b\\u0000":1}'),
    await world.fetch('/api/keys?tz=%00', { headers: { authorization: `Bearer ${token}` } }),
    await world.fetch('/api/keys/%00', { headers: { authorization: `Bearer ${token}` } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(await answers[0]?.json()).toMatchObject({ code: 'text_refused' })
})

test('errors are in Chinese unless English is asked for', async () => {
  const detail = async (language?: string) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
    return ((await (await world.fetch('/api/users/me', { headers })).json()) as { detail: string }).detail
  }
  expect(await detail()).toBe('请先登录')
  expect(await detail('fr-FR')).toBe('请先登录')
  expect(await detail('zh-TW,en;q=0.5')).toBe('请先登录')
  expect(await detail('en-US,zh;q=0.5')).toBe('Sign in first')
})

test('a body that is no JSON, no UTF-8 or not an object is refused', async () => {
  for (const body of ['{', '{"name":', 'name=x', new Uint8Array([0x22, 0xff, 0x22])]) {
    expect((await post('/api/keys', body)).status).toBe(400)
  }
  for (const body of ['[]', 'null', '"x"', '1']) expect((await post('/api/keys', body)).status, body).toBe(422)
})

test('a body that breaks off is no fault of ours', async () => {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"name":'))
      stream.error(new Error('the caller is gone'))
    },
  })
  const request = { method: 'POST', body, duplex: 'half', headers: { authorization: `Bearer ${token}` } }
  expect((await world.fetch('/api/keys', request as RequestInit)).status).toBe(400)
  expect(world.seen.errors).toEqual([])
})

test('a body over 64 KiB is refused, told by its length or not', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(70_000) })
  expect((await post('/api/keys', body)).status).toBe(413)
  const stream = new Blob([body]).stream()
  const request = { method: 'POST', body: stream, duplex: 'half', headers: { authorization: `Bearer ${token}` } }
  const response = await world.fetch('/api/keys', request as RequestInit)
  expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })])
})

test('nesting deeper than 64 and __proto__ anywhere are refused', async () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  const put = (body: string) =>
    world.fetch('/api/users/me/preferences', { method: 'PUT', body, headers: { authorization: `Bearer ${token}` } })
  expect((await put(nested(64))).status).toBe(422)
  expect((await put(nested(65))).status).toBe(400)
  expect((await put(nested(10_000))).status).toBe(400)
  for (const body of ['{"__proto__":{"role":"admin"}}', '{"a":[{"__proto__":1}]}']) {
    expect((await put(body)).status, body).toBe(400)
  }
})

test('fields and parameters nobody knows are refused by name', async () => {
  const body = await post('/api/keys', '{"name":"x","user_id":"other"}')
  expect([body.status, await body.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'fields_invalid', fields: { user_id: '未知的字段' } }),
  ])
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/api/keys?owner=x', '/api/users/me?as=x', '/api/keys?__proto__=x', '/api/keys?tz=UTC&tz=UTC']) {
    expect((await world.fetch(path, { headers })).status, path).toBe(422)
  }
})

test('several wrong fields are told each on its own, in the language asked for', async () => {
  const body = JSON.stringify({ name: '', note: 'x'.repeat(201), allow_models: [], expires_at: 'soon' })
  const response = await post('/api/keys', body, { 'accept-language': 'en' })
  expect(await response.json()).toMatchObject({
    detail: 'Check what you entered',
    fields: {
      name: 'This is required',
      note: 'At most 200 characters',
      allow_models: 'At least 1 entries',
      expires_at: 'Enter a valid time',
    },
  })
})

test('rights come before form: a stranger with a wrong body is told to sign in', async () => {
  const response = await world.fetch('/api/admin/providers', { method: 'POST', body: '{' })
  expect(response.status).toBe(401)
})

test('HEAD is answered like GET, without a body', async () => {
  const response = await world.fetch('/api/public/site', { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('a user is sent eight files at once, and whoever has taken, left or only looked at one makes room', async () => {
  const get = async (userId: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${(await world.session(userId)).access}` }
    return world.fetch('/api/keys/export?tz=UTC&format=csv', { headers, ...init })
  }
  const [eve, guy] = [(await world.user('eve')).id, (await world.user('guy')).id]
  for (let n = 0; n < 9; n += 1) expect((await get(eve, { method: 'HEAD' })).status).toBe(200)
  const leaving = new AbortController()
  const sent = [await get(eve, { signal: leaving.signal })]
  while (sent.length < 8) sent.push(await get(eve))
  expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  const refused = await get(eve)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ code: 'too_many_files' })
  expect((await get(guy)).status).toBe(200)
  expect(await sent[1]?.text()).toContain('name')
  await sent[2]?.body?.cancel()
  leaving.abort()
  for (let n = 0; n < 3; n += 1) expect((await get(eve)).status).toBe(200)
  expect((await get(eve)).status).toBe(429)
})

test('a file that is refused takes no room', async () => {
  const { access } = await world.session((await world.user('joe')).id)
  const headers = { authorization: `Bearer ${access}` }
  const get = (query: string) => world.fetch(`/api/keys/export?${query}`, { headers })
  for (let n = 0; n < 9; n += 1) expect((await get('format=pdf')).status).toBe(422)
  for (let n = 0; n < 9; n += 1) expect((await (await get('tz=UTC&format=csv')).text()).length).toBeGreaterThan(0)
})

test('a fault of ours is a 500 that tells nothing of its cause, which is logged', async () => {
  const broken = createApi({
    ...world.deps,
    store: {
      ...world.store,
      users: { ...world.store.users, byEmail: () => Promise.reject(new Error('disk on fire')) },
    },
  })
  const body = JSON.stringify({ email: 'ada@example.com', password: PASSWORD })
  const request = new Request('http://yumen.test/api/auth/login', { method: 'POST', body })
  const response = await broken.fetch(request, { ip: '192.0.2.9' })
  const text = await response.text()
  expect([response.status, JSON.parse(text)]).toEqual([500, expect.objectContaining({ code: 'internal' })])
  expect(text).toContain('服务器错误，请稍后重试')
  expect(text).not.toContain('disk')
  expect(world.seen.errors).toMatchObject([{ path: '/api/auth/login', errorClass: 'Error' }])
  expect(JSON.stringify(world.seen.errors)).not.toMatch(/disk on fire|correct horse/)
})

const refused = new DatabaseAway(
  Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' }),
)

test('while the database is away a call is a 503 that says when to ask again, and nothing of where it is', async () => {
  const { fetch, seen } = withDatabase(refused)
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
  const response = await fetch('/api/keys', { headers })
  const text = await response.text()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(JSON.parse(text)).toMatchObject({
    code: 'database_away',
    detail: 'The database is unavailable at the moment; try again later',
  })
  expect(text).not.toContain('10.0.0.7')
  expect(seen.errors).toMatchObject([{ path: '/api/keys', errorClass: 'DatabaseAway', code: 'ECONNREFUSED' }])
})

test('a log-in without a database is a 500, for the words of which its page is fixed', async () => {
  const body = JSON.stringify({ email: 'ada@example.com', password: PASSWORD })
  const response = await withDatabase(refused).fetch('/api/auth/login', { method: 'POST', body })
  expect([response.status, response.headers.get('retry-after')]).toEqual([500, '5'])
  expect(await response.json()).toMatchObject({ code: 'database_away', detail: '数据库暂时不可用，请稍后重试' })
})

test('what the database stopped is a 503 that says to ask for less, not when to ask again', async () => {
  const { fetch, seen } = withDatabase(new TookTooLong(new Error('canceling statement due to statement timeout')))
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
  const response = await fetch('/api/keys', { headers })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, null])
  expect(await response.json()).toMatchObject({
    code: 'took_too_long',
    detail: 'The database took too long and the call was stopped; choose a shorter period or more filters',
  })
  expect(seen.errors).toMatchObject([{ path: '/api/keys', errorClass: 'TookTooLong' }])
})

function withDatabase(fault: Error) {
  const away = () => Promise.reject(fault)
  const { sessions, users } = world.store
  const store = { ...world.store, sessions: { ...sessions, byAccess: away }, users: { ...users, byEmail: away } }
  const seen = { errors: [] as unknown[] }
  const log: Deps['log'] = { error: (event, fields) => void seen.errors.push({ event, ...fields }) }
  const api = createApi({ ...world.deps, store, log })
  const fetch = async (path: string, init: RequestInit) =>
    api.fetch(new Request(`http://yumen.test${path}`, init), { ip: '192.0.2.9' })
  return { fetch, seen }
}
