import { describe, expect, test, vi } from 'vitest'
import { login, refresh } from '../../../src/contract/auth.ts'
import { deleteKey, getKey } from '../../../src/contract/keys.ts'
import { getSite } from '../../../src/contract/site.ts'
import { usage } from '../../../src/contract/usage.ts'
import { changePassword, getMe } from '../../../src/contract/users.ts'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import { setCurrentLocale } from './locale.ts'
import { answer, expiringServer, scriptedServer } from './test-server.ts'
import { onTokensGone, tokens } from './tokens.ts'

const server = scriptedServer()
const { sent, of } = server

describe('the calls', () => {
  test.each([
    [login, { body: { email: 'a@b.cn', password: 'x' } }, 'POST', '/api/auth/login'],
    [refresh, { body: { refresh_token: 'r' } }, 'POST', '/api/auth/refresh'],
    [getMe, {}, 'GET', '/api/users/me'],
  ] as const)('%# goes out with its method, path and body', async (endpoint, args, method, path) => {
    server.script = () => answer(200, {})
    await call<typeof endpoint>(endpoint, args as never)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method, url: path, body: 'body' in args ? args.body : undefined })
  })

  test('Every request whose path contains /api/ carries a bearer Authorization header with the access token.', async () => {
    server.script = () => answer(200, {})
    await call(getMe)
    await call(login, { body: { email: 'a@b.cn', password: 'x' } })
    await call(getKey, { params: { id: 'k1' }, query: {} })
    expect(sent.map((one) => one.headers.get('authorization'))).toEqual(['Bearer a1', 'Bearer a1', 'Bearer a1'])
  })

  test('The exceptions are paths containing /public, .json or /health.', async () => {
    server.script = () => answer(200, {})
    await call(getSite)
    await call({ ...getMe, path: '/api/openapi.json' })
    await call({ ...getMe, path: '/api/health/ready' })
    await call({ ...getMe, path: '/health' })
    expect(sent.map((one) => one.headers.get('authorization'))).toEqual([null, null, null, null])
  })

  test('a parameter that looks like an exception does not cost the request its bearer', async () => {
    server.script = () => answer(200, {})
    for (const id of ['gpt.json', 'health', 'public-1', 'a/health']) await call(getKey, { params: { id }, query: {} })
    expect(sent.map((one) => one.headers.get('authorization'))).toEqual(Array(4).fill('Bearer a1'))
    expect(sent.map((one) => decodeURIComponent(one.url.slice('/api/keys/'.length)))).toEqual([
      'gpt.json',
      'health',
      'public-1',
      'a/health',
    ])
  })

  test('without a token there is no Authorization header', async () => {
    localStorage.clear()
    server.script = () => answer(200, {})
    await call(login, { body: { email: 'a@b.cn', password: 'x' } })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('The base URL is empty (same origin).', async () => {
    server.script = () => answer(200, {})
    await call(getMe)
    expect(sent[0]?.url).toBe('/api/users/me')
    await expect(call({ ...getMe, path: '//elsewhere.example/api/x' })).rejects.toThrow()
    expect(sent).toHaveLength(1)
  })

  test('The default content type is JSON.', async () => {
    server.script = () => answer(200, {})
    await call(login, { body: { email: 'a@b.cn', password: 'x' } })
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
  })

  test('the language of the reader goes along', async () => {
    server.script = () => answer(200, {})
    setCurrentLocale('en', false)
    await call(getMe)
    setCurrentLocale('zh-CN', false)
    expect(sent[0]?.headers.get('accept-language')).toBe('en')
  })

  test('lists in a query become repeated keys', async () => {
    server.script = () => answer(200, {})
    const query = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z', model: ['a b', 'c'] }
    await call(usage.summary, { query })
    expect(new URL(sent[0]?.url ?? '', 'http://x').searchParams.getAll('model')).toEqual(['a b', 'c'])
  })
})

describe('a 401', () => {
  test('On a 401 response the client tries one token refresh and replays the request.', async () => {
    server.script = expiringServer
    await expect(call(getMe)).resolves.toEqual({ ok: true })
    expect(sent.map((one) => one.url)).toEqual(['/api/users/me', '/api/auth/refresh', '/api/users/me'])
    expect(of('/api/auth/refresh')[0]?.body).toEqual({ refresh_token: 'r1' })
    expect([tokens.access(), tokens.refresh()]).toEqual(['a2', 'r2'])
  })

  test('Concurrent requests wait for the same refresh.', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    server.script = async (request) => {
      if (request.url === '/api/auth/refresh') await held
      return expiringServer(request)
    }
    const three = [call(getMe), call(getMe), call(getKey, { params: { id: 'k' }, query: {} })]
    await expect.poll(() => of('/api/auth/refresh')).toHaveLength(1)
    letGo()
    await expect(Promise.all(three)).resolves.toHaveLength(3)
    expect(of('/api/auth/refresh')).toHaveLength(1)
    expect(sent).toHaveLength(7)
  })

  test('a 401 that comes after somebody else refreshed is replayed without another refresh', async () => {
    server.script = (request) => {
      if (request.headers.get('authorization') === 'Bearer a1') tokens.keep({ access_token: 'a2', refresh_token: 'r2' })
      return expiringServer(request)
    }
    await expect(call(getMe)).resolves.toEqual({ ok: true })
    expect(of('/api/auth/refresh')).toHaveLength(0)
  })

  test('the replay that is refused again is not refreshed again', async () => {
    server.script = ({ url }) =>
      url === '/api/auth/refresh' ? answer(200, { access_token: 'a2', refresh_token: 'r2' }) : answer(401)
    await expect(call(getMe)).rejects.toMatchObject({ status: 401 })
    expect(of('/api/auth/refresh')).toHaveLength(1)
    expect(of('/api/users/me')).toHaveLength(2)
  })

  test.each([400, 401, 500])('If the refresh fails (%i), the tokens are cleared.', async (status) => {
    vi.useFakeTimers()
    const gone = vi.fn()
    const stop = onTokensGone(gone)
    server.script = ({ url }) => (url === '/api/auth/refresh' ? answer(status) : answer(401))
    const failing = expect(call(getMe)).rejects.toMatchObject({ status: 401 })
    await vi.runAllTimersAsync()
    await failing
    stop()
    expect(of('/api/auth/refresh')).toHaveLength(status === 500 ? 4 : 1)
    expect([tokens.access(), tokens.refresh()]).toEqual([null, null])
    expect(gone).toHaveBeenCalledExactlyOnceWith('expired')
  })

  test('If no refresh token exists, the tokens are cleared.', async () => {
    localStorage.removeItem('refresh_token')
    server.script = () => answer(401)
    await expect(call(getMe)).rejects.toMatchObject({ status: 401 })
    expect(tokens.access()).toBeNull()
    expect(sent).toHaveLength(1)
  })

  test('tokens that arrive after the visitor has left do not bring the session back', async () => {
    server.script = (request) => {
      if (request.url === '/api/auth/refresh') tokens.clear('left')
      return expiringServer(request)
    }
    await expect(call(getMe)).rejects.toMatchObject({ status: 401 })
    expect(tokens.access()).toBeNull()
  })
})

describe('errors', () => {
  test.each(['用户不存在或已禁用', '需要管理员权限', '权限不足', '用户已禁用'])(
    'A 401 on an API call does not trigger refresh or logout when its detail contains %s.',
    async (text) => {
      server.script = () => answer(401, { detail: `错误：${text}。`, code: 'denied', request_id: 'r9' })
      await expect(call(getMe)).rejects.toMatchObject({ status: 401, code: 'denied', requestId: 'r9' })
      expect(sent).toHaveLength(1)
      expect([tokens.access(), tokens.refresh()]).toEqual(['a1', 'r1'])
    },
  )

  test('There is no 401 retry for the login call.', async () => {
    server.script = () => answer(401)
    await expect(call(login, { body: { email: 'a@b.cn', password: 'x' } })).rejects.toMatchObject({ status: 401 })
    expect(sent).toHaveLength(1)
    expect(tokens.access()).toBe('a1')
  })

  test('There is no 401 retry for the refresh call.', async () => {
    server.script = () => answer(401)
    await expect(call(refresh, { body: { refresh_token: 'r1' } })).rejects.toMatchObject({ status: 401 })
    expect(sent).toHaveLength(1)
  })

  test('At most 3 retries per request, a replay after a refresh included.', async () => {
    vi.useFakeTimers()
    let first = true
    server.script = ({ url }) => {
      if (url === '/api/auth/refresh') return answer(200, { access_token: 'a2', refresh_token: 'r2' })
      const status = first ? 401 : 503
      first = false
      return answer(status)
    }
    const failing = expect(call(getMe, { persist: true })).rejects.toMatchObject({ status: 503 })
    await vi.runAllTimersAsync()
    await failing
    expect(of('/api/users/me')).toHaveLength(4)
  })

  test('what changes something is never repeated on a fault of the server', async () => {
    server.script = () => answer(503)
    await expect(call(deleteKey, { params: { id: 'k' } })).rejects.toMatchObject({ status: 503 })
    expect(sent).toHaveLength(1)
  })

  test('Network errors with no response are only logged.', async () => {
    server.script = () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(call(getMe)).rejects.toMatchObject({ status: 0, code: 'no_answer' })
    expect(console.warn).toHaveBeenCalledTimes(1)
    expect([tokens.access(), tokens.refresh()]).toEqual(['a1', 'r1'])
  })

  test('a network error of the refresh keeps the session, and is told as one', async () => {
    vi.useFakeTimers()
    server.script = ({ url }) => {
      if (url === '/api/auth/refresh') throw new TypeError('Failed to fetch')
      return answer(401)
    }
    const failing = expect(call(getMe)).rejects.toMatchObject({ status: 0, code: 'no_answer' })
    await vi.runAllTimersAsync()
    await failing
    expect([tokens.access(), tokens.refresh()]).toEqual(['a1', 'r1'])
  })

  test('an error tells its code, sentence, fields and request id', async () => {
    const fields = { new_password: 'too common' }
    server.script = () => answer(422, { detail: '字段无效', code: 'invalid', fields, request_id: 'r7' })
    const body = { current_password: 'x', new_password: '12345678' }
    const error = await call(changePassword, { body }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status: 422, code: 'invalid', detail: '字段无效', fields, requestId: 'r7' })
  })

  test('an error page of something in between is an error too', async () => {
    server.script = () => new Response('<html>502</html>', { status: 502, headers: { 'x-request-id': 'r8' } })
    await expect(call(getMe)).rejects.toMatchObject({ status: 502, code: 'unknown', detail: '', requestId: 'r8' })
  })
})

describe('limits', () => {
  test('HTTP client default timeout: 0 (none).', async () => {
    vi.useFakeTimers()
    const { promise, resolve: reply } = Promise.withResolvers<Response>()
    server.script = () => promise
    const asking = call(getMe)
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
    reply(answer(200, { late: true }))
    await expect(asking).resolves.toEqual({ late: true })
  })

  test('a caller that gives up gets its own reason', async () => {
    const leaving = new AbortController()
    server.script = () => {
      leaving.abort()
      throw leaving.signal.reason
    }
    await expect(call(getMe, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
