import { expect, test } from 'vitest'
import { keepSecret, secretOf } from './secrets.ts'
import { startSession } from './session.ts'
import { tokens } from './tokens.ts'

test('a secret is remembered until the session ends, and stands in no storage', () => {
  const end = startSession()
  tokens.keep({ access_token: 'a', refresh_token: 'r' })
  keepSecret('k1', 'plain')
  expect(secretOf('k1')).toBe('plain')
  for (const storage of [localStorage, sessionStorage]) {
    const stored = Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at) ?? ''))
    expect(stored.join()).not.toContain('plain')
  }
  tokens.clear('left')
  expect(secretOf('k1')).toBeUndefined()
  end()
})
