import type { Page } from 'playwright-core'
import type { Answer, Asked, Script } from './stage.ts'

/** The signed-in user as the stage's server tells it. */
const meAs = (role: 'admin' | 'user') => ({
  id: 'usr_1',
  email: 'lin.xiao@example.com',
  name: '林晓',
  role,
  status: 'active',
  locale: null,
  timezone: 'Asia/Shanghai',
  billing: 'unlimited',
  balance: null,
  group: null,
  limits: [],
  allow_models: null,
  allow_ips: null,
  must_change_password: false,
  must_set_second_factor: false,
  created_at: '2025-03-12T02:00:00.000Z',
  last_login_at: '2026-11-20T01:12:44.000Z',
})

const SITE = {
  name: 'Yumen',
  public_origin: 'http://127.0.0.1',
  default_locale: 'zh-CN',
  version: '0.1.0',
  build_id: 'b1',
  tells_provider: false,
  sign_in: { password: true },
  password_min_chars: 8,
}

/** An error answer in the shape of the API. */
export const refusal = (status: number, detail: string): Answer => ({
  status,
  body: { detail, code: 'refused', request_id: 'req_1' },
})

/** A server with one account; `first` is asked before everything else. */
export function serverWith(role: 'admin' | 'user', first: Script = () => undefined): Script {
  return async (asked: Asked) => {
    const special = await first(asked)
    if (special !== undefined) return special
    const { path } = asked
    if (path === '/health') return { status: 200, body: { status: 'ok' } }
    if (path === '/api/public/site') return { status: 200, body: SITE }
    if (path === '/api/auth/login') return { status: 200, body: { access_token: 'a1', refresh_token: 'r1' } }
    if (path === '/api/auth/logout') return { status: 204 }
    if (path === '/api/users/me') return { status: 200, body: meAs(role) }
    if (path === '/api/users/me/preferences') return { status: 200, body: {} }
    // Pages that are not what a test is about may ask for anything and learn that there is nothing.
    return path.startsWith('/api/') ? refusal(404, '不存在') : undefined
  }
}

/** Puts tokens into the browser before the console starts. */
export async function signedIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('seeded') !== null) return
    sessionStorage.setItem('seeded', '1')
    localStorage.setItem('access_token', 'a1')
    localStorage.setItem('refresh_token', 'r1')
  })
}

/** Both tokens as the browser has them now. */
export const tokensOf = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')])
