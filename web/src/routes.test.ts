import { afterEach, expect, test, vi } from 'vitest'
import { entries, makeRouter } from './routes.tsx'

const USER_PATHS = [
  '/dashboard',
  '/dashboard/profile',
  '/dashboard/api-keys',
  '/dashboard/announcements',
  '/dashboard/models-providers',
  '/dashboard/providers/{id}',
  '/dashboard/usage',
  '/dashboard/settings',
  '/dashboard/activity-logs',
  '/dashboard/tutorial',
]
const ADMIN_PATHS = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/keys',
  '/admin/models-providers',
  '/admin/providers/{id}',
  '/admin/usage',
  '/admin/system',
  '/admin/audit-logs',
  '/admin/tutorial',
]

const router = makeRouter()
const placeAt = (path: string) => router.getMatchedRoutes(path.replace('{id}', 'p1'))[2]?.options.staticData?.place

afterEach(() => {
  vi.unstubAllGlobals()
})

test('Public route: /login.', () => {
  expect(placeAt('/login')?.role).toBe('public')
  expect(entries.filter((entry) => entry.role === 'public').map((entry) => entry.path)).toEqual(['/login'])
})

test.each(USER_PATHS)('User area (login required): %s', (path) => {
  expect(placeAt(path)?.role).toBe('user')
})

test.each(ADMIN_PATHS)('Admin area (login and admin role required): %s', (path) => {
  expect(placeAt(path)?.role).toBe('admin')
})

test('there is no route beside these', () => {
  const written = entries.map((entry) => entry.path.replace('$id', '{id}')).toSorted()
  expect(written).toEqual(['/login', ...USER_PATHS, ...ADMIN_PATHS].toSorted())
})

test('every guarded route passes the guard: without a token it leads to /login', async () => {
  for (const path of [...USER_PATHS, ...ADMIN_PATHS]) {
    localStorage.clear()
    sessionStorage.clear()
    const fresh = makeRouter()
    await fresh.navigate({ to: path.replace('{id}', 'p1') })
    expect([path, fresh.state.location.pathname]).toEqual([path, '/login'])
    expect(sessionStorage.getItem('redirectPath')).toBe(path.replace('{id}', 'p1'))
  }
})
