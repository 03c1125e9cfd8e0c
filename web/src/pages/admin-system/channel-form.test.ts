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
  for_users: true,
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
}

test('a channel filled in as it is says the same again, without its secrets', () => {
  expect(bodyOf(formOf(mail)).body).toEqual({
    setup: { kind: 'email', config: mail.config, secrets: {} },
    name: 'Ops',
    rules: ['disk_low'],
    locale: 'en',
    allow_private: true,
    for_users: true,
    enabled: true,
  })
  expect(replacesSetup(formOf(mail), mail)).toBe(false)
})

test('a form that lacks what the channel needs says at which fields', () => {
  const hook = (url: string, over = {}) => bodyOf({ ...formOf(null), name: 'Hook', values: { url }, ...over })
  expect(hook('', { name: ' ' })).toEqual({ body: undefined, faults: { name: 'missing', url: 'missing' } })
  expect(hook('no address').faults).toEqual({ url: 'wrong' })
  expect(hook('https://a.example/x').body?.rules).toBeNull()
  const bad = { ...formOf(mail), values: { ...formOf(mail).values, to: 'a@example.com, nobody', port: 'x' } }
  expect(bodyOf(bad).faults).toEqual({ port: 'wrong', to: 'wrong' })
})

test('an address in a private network is refused until that is allowed', () => {
  const values = { url: 'http://127.0.0.1:9/hook' }
  const form = { ...formOf(null), name: 'Hook', values }
  expect(bodyOf(form)).toEqual({ body: undefined, faults: { url: 'private' } })
  expect(bodyOf({ ...form, allowPrivate: true }).faults).toEqual({})
  const inside = { ...formOf(mail), allowPrivate: false, values: { ...formOf(mail).values, host: '10.0.0.1' } }
  expect(bodyOf(inside).faults).toEqual({ host: 'private' })
})

test('a field that was entered anew replaces the set-up', () => {
  const form = formOf(mail)
  expect(replacesSetup({ ...form, values: { ...form.values, password: 'x' } }, mail)).toBe(true)
  expect(replacesSetup({ ...form, name: 'Other' }, mail)).toBe(false)
})

test('recipients and the port are read as a Chinese input method writes them', () => {
  const form = formOf(mail)
  const values = { ...form.values, port: '４６５', to: 'a@example.com，b@example.com；c@example.com、d@example.com' }
  expect(bodyOf({ ...form, values }).body?.setup.config).toMatchObject({
    port: 465,
    to: ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'],
  })
})

test('a port is no beginning of what was typed', () => {
  const form = formOf(mail)
  for (const port of ['465,587', '46 5', '465.5', '465x']) {
    expect(bodyOf({ ...form, values: { ...form.values, port } }).faults, port).toEqual({ port: 'wrong' })
  }
})
