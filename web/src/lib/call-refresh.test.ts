import { beforeEach, expect, test, vi } from 'vitest'
import { getMe } from '../../../src/contract/users.ts'
import { call } from './call.ts'
import { answer, expiringServer, scriptedServer } from './test-server.ts'
import { tokens } from './tokens.ts'

const server = scriptedServer()
const { of } = server

beforeEach(() => void vi.useFakeTimers())

test.each(['no answer', 502, 503])(
  'a refresh that once gets %s is asked for again, and nobody has to sign in',
  async (once) => {
    server.script = (request) => {
      if (request.url !== '/api/auth/refresh' || of(request.url).length > 1) return expiringServer(request)
      if (typeof once === 'number') return answer(once)
      throw new TypeError('Failed to fetch')
    }
    const asking = expect(Promise.all([call(getMe), call(getMe)])).resolves.toEqual([{ ok: true }, { ok: true }])
    await vi.runAllTimersAsync()
    await asking
    expect(of('/api/auth/refresh').map((one) => one.body)).toEqual(Array(2).fill({ refresh_token: 'r1' }))
    expect([tokens.access(), tokens.refresh()]).toEqual(['a2', 'r2'])
  },
)

test('a refresh that another tab was faster with is not asked for again', async () => {
  server.script = (request) => {
    if (request.url !== '/api/auth/refresh') return expiringServer(request)
    tokens.keep({ access_token: 'a2', refresh_token: 'r2' })
    throw new TypeError('Failed to fetch')
  }
  const asking = expect(call(getMe)).resolves.toEqual({ ok: true })
  await vi.runAllTimersAsync()
  await asking
  expect(of('/api/auth/refresh')).toHaveLength(1)
})
