import { expect, test } from 'vitest'
import { placeOfTarget } from './use-act-words.ts'

const place = (kind: string, more: { id?: string | null; name?: string | null; provider?: string | null } = {}) =>
  placeOfTarget({ target: { kind, id: 'a/b', name: 'N', provider: null, ...more } })

test.each([
  ['user', '/admin/users?user=a%2Fb'],
  ['key', '/admin/keys?key=a%2Fb'],
  ['group', '/admin/users?groups=1'],
  ['model', '/admin/models-providers?tab=models&model=a%2Fb'],
  ['price', '/admin/models-providers?tab=models&model=a%2Fb'],
  ['provider', '/admin/providers/a%2Fb'],
  ['settings', '/admin/system'],
  ['channel', '/admin/system?section=alerts'],
  ['announcement', '/admin/system?section=announcements&announcement=a%2Fb'],
  ['request', '/admin/usage?tab=requests&req=a%2Fb'],
  ['database', null],
  ['server', null],
])('a %s is shown at %s', (kind, at) => {
  expect(place(kind)).toBe(at)
})

test('a credential is shown with its provider, and prices of many models where the models are', () => {
  expect(place('credential')).toBeNull()
  expect(place('credential', { provider: 'p/1' })).toBe('/admin/providers/p%2F1')
  expect(place('price', { id: null, name: null })).toBe('/admin/models-providers?tab=models')
})

test('what is gone is shown nowhere', () => {
  for (const kind of ['user', 'key', 'group', 'model', 'provider', 'channel', 'announcement'])
    expect(place(kind, { name: null })).toBeNull()
})
