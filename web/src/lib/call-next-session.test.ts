import { afterEach, expect, test, vi } from 'vitest'
import { deleteKey } from '../../../src/contract/keys.ts'
import { call } from './call.ts'
import { tokens } from './tokens.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** A server that refuses `a1`; before it answers at `changing`, one has left and the next has signed in. Gives what was asked. */
function changingAt(changing: string, refresh: Response = Response.json({}, { status: 401 })): string[] {
  const asked: string[] = []
  tokens.keep({ access_token: 'a1', refresh_token: 'r1' })
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    asked.push(url)
    if (url === changing) {
      tokens.clear('left')
      tokens.keep({ access_token: 'b1', refresh_token: 's1' })
    }
    if (url === '/api/auth/refresh') return refresh
    return Response.json({}, { status: headers.get('authorization') === 'Bearer a1' ? 401 : 200 })
  })
  return asked
}

test('what was asked in a session that is over is not asked again in the next', async () => {
  const asked = changingAt('/api/keys/k')
  await expect(call(deleteKey, { params: { id: 'k' } })).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual(['/api/keys/k'])
})

test.each([
  [200, { access_token: 'a2', refresh_token: 'r2' }],
  [401, { detail: 'x' }],
])('what a refresh says (%i) is nothing to those who signed in meanwhile', async (status, body) => {
  const asked = changingAt('/api/auth/refresh', Response.json(body, { status }))
  await expect(call(deleteKey, { params: { id: 'k' } })).rejects.toMatchObject({ status: 401 })
  expect([tokens.access(), tokens.refresh()]).toEqual(['b1', 's1'])
  expect(asked).toEqual(['/api/keys/k', '/api/auth/refresh'])
})
