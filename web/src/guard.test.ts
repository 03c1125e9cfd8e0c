import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guard, type RouteRole } from './guard.ts'
import { currentUser, startSession } from './lib/session.ts'
import { tokens } from './lib/tokens.ts'

const asked: string[] = []
let answer: () => Response
let stop: () => void

beforeEach(() => {
  asked.length = 0
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answer()
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stop = startSession()
})

afterEach(() => {
  tokens.clear('left')
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function signedInAs(role: string): void {
  localStorage.setItem('access_token', 'a1')
  localStorage.setItem('refresh_token', 'r1')
  answer = () => new Response(JSON.stringify({ id: 'u', name: 'U', role }))
}

const visit = (href: string, role?: RouteRole) => guard({ href, path: href.split('?')[0] ?? href, role })

describe('Route /', () => {
  test('redirects to /admin/dashboard for an administrator', async () => {
    signedInAs('admin')
    await expect(visit('/')).resolves.toBe('/admin/dashboard')
  })

  test('otherwise to /dashboard', async () => {
    await expect(visit('/')).resolves.toBe('/dashboard')
    signedInAs('user')
    await expect(visit('/')).resolves.toBe('/dashboard')
  })
})

describe('Route guard', () => {
  test('If a token exists but no user is loaded, the current user is fetched.', async () => {
    signedInAs('user')
    await expect(visit('/dashboard', 'user')).resolves.toBeNull()
    expect(asked).toEqual(['/api/users/me'])
    expect(currentUser()?.role).toBe('user')
    await visit('/dashboard/usage', 'user')
    expect(asked).toHaveLength(1)
  })

  test('The session is kept even if that fetch fails.', async () => {
    signedInAs('user')
    answer = () => new Response('{}', { status: 503 })
    await expect(visit('/dashboard', 'user')).resolves.toBeNull()
    expect([tokens.access(), tokens.refresh()]).toEqual(['a1', 'r1'])
  })

  test('A route needing login, visited without a token, stores the wanted path under redirectPath and sends the visitor to /login.', async () => {
    await expect(visit('/dashboard/usage?tab=requests&model=a', 'user')).resolves.toBe('/login')
    expect(Object.fromEntries(Object.entries(sessionStorage))).toEqual({
      redirectPath: '/dashboard/usage?tab=requests&model=a',
    })
  })

  test('Visiting /login while authenticated goes to the stored path (which is then cleared).', async () => {
    signedInAs('admin')
    sessionStorage.setItem('redirectPath', '/dashboard/api-keys?key=1')
    await expect(visit('/login', 'public')).resolves.toBe('/dashboard/api-keys?key=1')
    expect(sessionStorage.getItem('redirectPath')).toBeNull()
  })

  test('Without a stored path it goes to /admin/dashboard for an administrator.', async () => {
    signedInAs('admin')
    await expect(visit('/login', 'public')).resolves.toBe('/admin/dashboard')
  })

  test('Without a stored path it goes to /dashboard for others.', async () => {
    signedInAs('user')
    await expect(visit('/login', 'public')).resolves.toBe('/dashboard')
  })

  test.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', '/login', 'dashboard', ''])(
    'a stored path that is no page of this console (%s) is not followed',
    async (stored) => {
      signedInAs('user')
      sessionStorage.setItem('redirectPath', stored)
      await expect(visit('/login', 'public')).resolves.toBe('/dashboard')
    },
  )

  test('/login is public: a visitor without a token stays', async () => {
    await expect(visit('/login', 'public')).resolves.toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  test('An admin-only route visited by a non-administrator redirects to /dashboard.', async () => {
    signedInAs('user')
    await expect(visit('/admin/users', 'admin')).resolves.toBe('/dashboard')
  })

  test('Admin routes need the admin role: an unknown user has not got it.', async () => {
    signedInAs('admin')
    answer = () => new Response('{}', { status: 503 })
    await expect(visit('/admin/users', 'admin')).resolves.toBe('/dashboard')
  })

  test('an administrator enters both areas', async () => {
    signedInAs('admin')
    await expect(visit('/admin/users', 'admin')).resolves.toBeNull()
    await expect(visit('/dashboard', 'user')).resolves.toBeNull()
  })

  test('a session that turns out to be over leads to /login', async () => {
    signedInAs('user')
    answer = () => new Response('{"detail":"过期"}', { status: 401 })
    await expect(visit('/dashboard/usage', 'user')).resolves.toBe('/login')
    expect(tokens.access()).toBeNull()
    expect(sessionStorage.getItem('redirectPath')).toBe('/dashboard/usage')
  })

  test('Errors inside the guard let navigation proceed.', async () => {
    const getItem = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem })
    await expect(visit('/admin/users', 'admin')).resolves.toBeNull()
    vi.unstubAllGlobals()
  })
})
