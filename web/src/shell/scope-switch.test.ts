import { expect, test } from 'vitest'
import { siblingOf } from './scope-switch.tsx'

const menu = (...paths: string[]) => paths.map((path) => ({ path }))

test('stepping into the other scope keeps the sibling page', () => {
  expect(siblingOf('/dashboard/usage', 'admin', menu('/admin/dashboard', '/admin/usage'))).toBe('/admin/usage')
  expect(siblingOf('/admin/usage', 'user', menu('/dashboard', '/dashboard/usage'))).toBe('/dashboard/usage')
})

test('a page without a sibling leads to the first page of the other scope', () => {
  expect(siblingOf('/dashboard/api-keys', 'admin', menu('/admin/dashboard'))).toBe('/admin/dashboard')
  expect(siblingOf('/admin/models-providers', 'user', menu('/dashboard'))).toBe('/dashboard')
  expect(siblingOf('/dashboard', 'admin', menu('/admin/usage'))).toBe('/admin/dashboard')
})
