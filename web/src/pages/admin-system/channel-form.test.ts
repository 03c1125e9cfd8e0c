import { expect, test } from 'vitest'
import type { ChannelView } from '../../../../src/contract/notifications.ts'
import { bodyOf, formOf, replacesSetup } from './channel-form.ts'

const mail: ChannelView = {
  id: 'c1',
  name: 'Ops',
  kind: 'email',
  config: {
    host: 'mail.example',
    port: 587,
    security: 'starttls',
    user: '',
    from: 'a@example.com',
    to: ['b@example.com'],
  },
  secrets_set: ['password'],
  unreadable: false,
  rules: ['disk_low'],
  locale: 'en',
  allow_private: true,
  enabled: true,
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
}

test('a channel filled in as it is says the same again, without its secrets', () => {
  expect(bodyOf(formOf(mail))).toEqual({
    setup: { kind: 'email', config: mail.config, secrets: {} },
    name: 'Ops',
    rules: ['disk_low'],
    locale: 'en',
    allow_private: true,
    enabled: true,
  })
  expect(replacesSetup(formOf(mail), mail)).toBe(false)
})

test('a form that lacks what the channel needs has no body', () => {
  expect(bodyOf({ ...formOf(null), name: 'Hook' })).toBeUndefined()
  expect(bodyOf({ ...formOf(null), name: 'Hook', values: { url: 'no address' } })).toBeUndefined()
  expect(bodyOf({ ...formOf(null), name: 'Hook', values: { url: 'https://a.example/x' } })?.rules).toBeNull()
})

test('a field that was entered anew replaces the set-up', () => {
  const form = formOf(mail)
  expect(replacesSetup({ ...form, values: { ...form.values, password: 'x' } }, mail)).toBe(true)
  expect(replacesSetup({ ...form, name: 'Other' }, mail)).toBe(false)
})
