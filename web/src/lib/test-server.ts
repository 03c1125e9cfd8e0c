import { afterEach, beforeEach, vi } from 'vitest'
import { tokens } from './tokens.ts'

/** A call as the server gets it. */
type Sent = { method: string; url: string; headers: Headers; body: unknown }

/** An answer with a body in JSON. */
export const answer = (status: number, body: unknown = { detail: 'x', code: 'x', request_id: 'r1' }): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), { status })

/** A server that answers what each test of a file tells it to a visitor who has the tokens `a1` and `r1`. */
export function scriptedServer() {
  const sent: Sent[] = []
  const server = {
    /** All that was asked. */
    sent,
    of: (path: string) => sent.filter((one) => one.url === path),
    script: (_sent: Sent): Response | Promise<Response> => answer(200, {}),
  }
  beforeEach(() => {
    sent.length = 0
    localStorage.clear()
    tokens.keep({ access_token: 'a1', refresh_token: 'r1' })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      const request = { method: init.method ?? 'GET', url, headers: new Headers(init.headers), body }
      sent.push(request)
      return server.script(request)
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  return server
}

/** A server whose token `a1` is over and that hands out `a2` and `r2`. */
export function expiringServer({ url, headers }: Pick<Sent, 'url' | 'headers'>): Response {
  if (url === '/api/auth/refresh') return answer(200, { access_token: 'a2', refresh_token: 'r2' })
  return headers.get('authorization') === 'Bearer a2' ? answer(200, { ok: true }) : answer(401)
}
