import { beforeEach, expect, test } from 'vitest'
import { keepWantedPath, takeWantedPath, wantedPath } from './wanted-path.ts'

beforeEach(() => sessionStorage.clear())

test('Storage key: redirectPath (session storage).', () => {
  keepWantedPath('/dashboard/usage?tab=requests#x')
  expect(Object.fromEntries(Object.entries(sessionStorage))).toEqual({
    redirectPath: '/dashboard/usage?tab=requests#x',
  })
  expect(wantedPath()).toBe('/dashboard/usage?tab=requests#x')
})

test('a path that is taken is forgotten', () => {
  keepWantedPath('/dashboard')
  expect([takeWantedPath(), takeWantedPath()]).toEqual(['/dashboard', null])
})

test('the timestamp of a reload is not kept', () => {
  keepWantedPath('/dashboard/usage?tab=x&_t=123')
  expect(wantedPath()).toBe('/dashboard/usage?tab=x')
})
