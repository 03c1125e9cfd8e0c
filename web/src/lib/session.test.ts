import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { listKeys } from '../../../src/contract/keys.ts'
import { call } from './call.ts'
import {
  currentUser,
  fetchMe,
  isAdmin,
  ME,
  onRoleChanged,
  onSignOut,
  signIn,
  signOut,
  startSession,
} from './session.ts'
import { tokens } from './tokens.ts'
import { endView, viewAs } from './view-as.ts'
import { viewingNow } from './viewing.ts'

const me = { id: 'u1', email: 'a@b.cn', name: 'A', role: 'user' }
const asked: string[] = []
let script: (path: string) => Response
let stop: () => void
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  asked.length = 0
  script = (path) => {
    if (path === '/api/auth/login') return json({ access_token: 'a1', refresh_token: 'r1' })
    return path === '/api/auth/logout' ? new Response(null, { status: 204 }) : json(me)
  }
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return script(url)
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stop = startSession()
})

afterEach(() => {
  tokens.clear('left')
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('The user starts unauthenticated.', () => {
  expect([tokens.access(), tokens.refresh(), currentUser()]).toEqual([null, null, null])
})

test('After login access_token and refresh_token are kept in local storage under those names.', async () => {
  await signIn('a@b.cn', 'secret')
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ access_token: 'a1', refresh_token: 'r1' })
  expect(currentUser()).toEqual(me)
})

test('Logout clears both tokens and the user.', async () => {
  await signIn('a@b.cn', 'secret')
  const forget = vi.fn()
  const unregister = onSignOut(forget)
  await signOut()
  unregister()
  expect([tokens.access(), tokens.refresh(), currentUser()]).toEqual([null, null, null])
  expect(forget).toHaveBeenCalledTimes(1)
  expect(asked).toContain('/api/auth/logout')
})

test('logout clears everything although the server does not answer', async () => {
  await signIn('a@b.cn', 'secret')
  script = () => {
    throw new TypeError('Failed to fetch')
  }
  await signOut()
  expect([tokens.access(), currentUser()]).toEqual([null, null])
})

test('An authentication check runs 100 ms after the application starts.', async () => {
  localStorage.setItem('access_token', 'a1')
  await vi.advanceTimersByTimeAsync(99)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['/api/users/me'])
  expect(currentUser()).toEqual(me)
})

test('the check asks nothing without a token', async () => {
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
})

test('The session is kept even if the fetch of the user fails.', async () => {
  localStorage.setItem('access_token', 'a1')
  localStorage.setItem('refresh_token', 'r1')
  script = () => json({ detail: 'x' }, 500)
  await expect(fetchMe()).resolves.toBeNull()
  expect([tokens.access(), tokens.refresh()]).toEqual(['a1', 'r1'])
})

test('who is signed in is asked once for all who want to know', async () => {
  localStorage.setItem('access_token', 'a1')
  await Promise.all([fetchMe(), fetchMe()])
  expect(asked).toEqual(['/api/users/me'])
})

test('A user is an administrator when the role equals admin.', () => {
  const as = (role: string) => isAdmin({ ...me, role } as NonNullable<ReturnType<typeof currentUser>>)
  expect([as('admin'), as('user'), as('administrator'), isAdmin(null)]).toEqual([true, false, false, false])
})

test('leaving in another tab ends the session here', async () => {
  await signIn('a@b.cn', 'secret')
  const storageArea = localStorage
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'access_token', oldValue: 'a1', newValue: null, storageArea }),
  )
  expect(currentUser()).toBeNull()
})

test('a refresh in another tab changes nothing here', async () => {
  await signIn('a@b.cn', 'secret')
  const storageArea = localStorage
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'access_token', oldValue: 'a1', newValue: 'a2', storageArea }),
  )
  expect(currentUser()).toEqual(me)
})

/** Answers to the question who is signed in, one for each time it is asked, given when the test says so. */
function heldAnswers(): ((user: typeof me) => void)[] {
  const give: ((user: typeof me) => void)[] = []
  vi.stubGlobal('fetch', (url: string) => {
    if (url === '/api/users/me') return new Promise((resolve) => give.push((user) => resolve(json(user))))
    return Promise.resolve(url.startsWith('/api/admin/') ? json({ token: 'v1' }) : script(url))
  })
  return give
}

test('a look that is ended before its user is known shows the own account again', async () => {
  const admin = { ...me, id: 'u0', name: 'Admin', role: 'admin' }
  script = () => json(admin)
  localStorage.setItem('access_token', 'a1')
  await fetchMe()
  const give = heldAnswers()
  const looking = viewAs({ id: 'u1', name: 'A' })
  await expect.poll(() => give).toHaveLength(1)
  const ending = endView()
  await vi.advanceTimersByTimeAsync(0)
  give[1]?.(admin)
  give[0]?.(me)
  await Promise.all([looking, ending])
  expect(currentUser()).toEqual(admin)
})

test('what was asked about one who has left is not said of the next', async () => {
  const next = { ...me, id: 'u2', name: 'Next' }
  localStorage.setItem('access_token', 'a0')
  const give = heldAnswers()
  const first = fetchMe()
  await vi.advanceTimersByTimeAsync(0)
  await signOut()
  const second = signIn('b@b.cn', 'secret')
  await vi.advanceTimersByTimeAsync(0)
  give[1]?.(next)
  give[0]?.(me)
  await Promise.all([first, second])
  expect(currentUser()).toEqual(next)
})

test.each(['second_factor_required', 'password_change_required'])(
  'a call refused with %s asks again who is signed in',
  async (code) => {
    await signIn('a@b.cn', 'secret')
    script = (path) => (path === '/api/keys' ? json({ code, detail: 'x' }, 409) : json({ ...me, name: 'B' }))
    await expect(call<typeof listKeys>({ method: 'GET', path: '/api/keys' })).rejects.toMatchObject({ code })
    await expect.poll(() => currentUser()).toMatchObject({ name: 'B' })
  },
)

const listKeysDoor = { method: 'GET', path: '/api/keys' } as const
const refused = (code: string) => json({ code, detail: '需要管理员权限' }, 401)

test('who administrates no more is told so once, however many calls are refused at once', async () => {
  script = () => json({ ...me, role: 'admin' })
  localStorage.setItem('access_token', 'a1')
  await fetchMe()
  const told = vi.fn()
  const end = onRoleChanged(() => told(currentUser()?.role))
  script = (path) => (path === '/api/keys' ? refused('admin_required') : json(me))
  await Promise.allSettled([1, 2, 3].map(() => call<typeof listKeys>(listKeysDoor)))
  await expect.poll(() => told).toHaveBeenCalledWith('user')
  await fetchMe()
  end()
  expect(told).toHaveBeenCalledTimes(1)
})

test('who is made an administrator is one when the session is renewed', async () => {
  await signIn('a@b.cn', 'secret')
  const told = vi.fn()
  const end = onRoleChanged(told)
  let over = true
  script = (path) => {
    if (path === '/api/auth/refresh') over = false
    if (path === '/api/auth/refresh') return json({ access_token: 'a2', refresh_token: 'r2' })
    return path === '/api/keys' && over
      ? json({ code: 'session_expired', detail: '' }, 401)
      : json({ ...me, role: 'admin' })
  }
  await call<typeof listKeys>(listKeysDoor)
  await expect.poll(() => told).toHaveBeenCalledTimes(1)
  end()
  expect(isAdmin(currentUser())).toBe(true)
})

test('a look at a user is no change of role', async () => {
  const admin = { ...me, id: 'u0', role: 'admin' }
  script = () => json(admin)
  localStorage.setItem('access_token', 'a1')
  await fetchMe()
  const told = vi.fn()
  const end = onRoleChanged(told)
  script = (path) => json(path.startsWith('/api/admin/') ? { token: 'v1' } : me)
  await viewAs({ id: 'u1', name: 'A' })
  script = () => json(admin)
  await endView()
  end()
  expect(told).not.toHaveBeenCalled()
})

test('who administrates no more is not kept in a look at a user', async () => {
  script = (path) => json(path.startsWith('/api/admin/') ? { token: 'v1' } : me)
  localStorage.setItem('access_token', 'a1')
  await viewAs({ id: 'u1', name: 'A' })
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  script = () => refused('admin_required')
  await expect(call<typeof listKeys>(listKeysDoor)).rejects.toMatchObject({ code: 'admin_required' })
  expect(viewingNow()).toBeNull()
  expect(leave).toHaveBeenCalledWith('/admin/users')
})

test('an account that was changed in another tab is asked for again', async () => {
  await signIn('a@b.cn', 'secret')
  asked.length = 0
  const newValue = JSON.stringify({ places: [ME], at: 1 })
  window.dispatchEvent(new StorageEvent('storage', { key: 'ym.changed', newValue }))
  await expect.poll(() => asked).toEqual(['/api/users/me'])
})
