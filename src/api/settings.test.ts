import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SettingChanges } from '../contract/admin-settings.ts'
import { SETTINGS, STANDARD_SETTINGS } from '../contract/settings.ts'
import { DAY_MS } from '../core/time.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const patch = (values: SettingChanges, more: { password?: string; headers?: Record<string, string> } = {}) => {
  const { password, headers = {} } = more
  return world.call('adminPatchSettings', { token, headers, body: { values, ...(password && { password }) } })
}
const site = async () => (await world.call('getSite')).body

test('settings are what the contract says until somebody changes them, and then they hold at once', async () => {
  const { body } = await world.call('adminGetSettings', { token })
  expect(body).toEqual({ values: STANDARD_SETTINGS, changed: [], version: 0 })
  const { body: changed } = await patch({ 'site.name': '玉门关', 'money.cny_rate': '7.12', 'money.currency': 'CNY' })
  expect(changed).toMatchObject({ changed: ['site.name', 'money.cny_rate', 'money.currency'], version: 3 })
  expect(await site()).toMatchObject({ cny_rate: '7.12', currency: 'CNY' })
})

test('null sets one back, and no version comes twice', async () => {
  await patch({ 'money.cny_rate': '7.12' })
  const { body } = await patch({ 'money.cny_rate': null })
  expect(body).toMatchObject({ changed: [], version: 2 })
  expect(await site()).not.toHaveProperty('cny_rate')
})

test('a change that began from an older version is refused whole', async () => {
  await patch({ 'site.name': 'One' })
  const late = await patch({ 'site.name': 'Two', 'money.currency': 'CNY' }, { headers: { 'if-match': '0' } })
  expect(late).toMatchObject({ status: 409, error: { code: 'version_conflict' } })
  const { body } = await world.call('adminGetSettings', { token })
  expect(body.values).toMatchObject({ 'site.name': 'One', 'money.currency': 'USD' })
})

test('values out of bounds, zones nobody knows and names that are no setting are refused by field', async () => {
  const wrong: [SettingChanges, string][] = [
    [{ 'relay.max_attempts': 0 }, 'values.relay.max_attempts'],
    [{ 'site.public_origin': 'https://a.example/path' }, 'values.site.public_origin'],
    [{ 'site.timezone': 'Mars/Olympus' }, 'site.timezone'],
    [{ 'no.such': 1 } as SettingChanges, 'values.no.such'],
  ]
  for (const [values, field] of wrong) {
    const { status, body } = await patch(values, { password: PASSWORD })
    expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([422, [field]])
  }
})

test('the audit row tells what was changed from what to what, and no more', async () => {
  await patch({ 'site.name': 'One' })
  await patch({ 'site.name': 'Two' })
  const row = world.rows('audit').at(-1)
  expect(row).toMatchObject({ action: 'settings.changed', target_kind: 'settings' })
  expect([row?.['before'], row?.['after']]).toEqual(['{"site.name":"One"}', '{"site.name":"Two"}'])
})

test('the log calls settings by their titles in the language of the reader, in the list, in one act and in files', async () => {
  await patch({ 'site.name': 'One', 'money.cny_rate': '7.12', 'alerts.balance_usd': '5', 'alerts.cooldown_min': 30 })
  const zh = (key: 'site.name' | 'money.cny_rate' | 'alerts.cooldown_min') => SETTINGS[key].title.zh
  const named = `${zh('site.name')}、${zh('money.cny_rate')}、${zh('alerts.cooldown_min')} 等 4 项`
  const headers = { 'accept-language': 'zh-CN' }
  const { body } = await world.call('adminListAudit', { token, headers })
  const [event] = body.items
  expect(event?.target).toEqual({ kind: 'settings', id: null, name: named, provider: null })
  const { body: whole } = await world.call('adminGetAudit', { token, headers, params: { id: event?.id ?? '' } })
  expect(whole.target.name).toBe(named)
  const file = await world.fetch('/api/admin/audit/export?format=json', {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(await file.text()).toContain(named)
  const { body: english } = await world.call('adminListAudit', { token, headers: { 'accept-language': 'en' } })
  expect(english.items.find(({ id }) => id === event?.id)?.target.name).toContain('and 1 more')
})

test('a risky setting takes the password once more', async () => {
  expect((await patch({ 'security.session_days': 2 })).error.code).toBe('password_needed')
  expect((await patch({ 'security.session_days': 2 }, { password: PASSWORD })).status).toBe(200)
  await world.user('ada')
  const { body } = await world.call('login', { body: { email: 'ada@example.com', password: PASSWORD } })
  world.clock.ms += 3 * DAY_MS
  const again = await world.call('refresh', { body: { refresh_token: body.refresh_token } })
  expect(again.error.code).toBe('session_expired')
})

test('where users are told to go with their keys is changed with the password alone', async () => {
  const elsewhere = { 'site.public_origin': 'https://gateway.evil.example' }
  expect((await patch(elsewhere)).error.code).toBe('password_needed')
  expect((await site()).public_origin).not.toContain('evil')
  expect((await patch(elsewhere, { password: PASSWORD })).status).toBe(200)
})

test('administrators can be kept to addresses, but not shut themselves out', async () => {
  const out = await patch({ 'security.admin_networks': ['198.51.100.0/24'] }, { password: PASSWORD })
  expect(out.status).toBe(422)
  await patch({ 'security.admin_networks': ['192.0.2.0/24'] }, { password: PASSWORD })
  const stranger = await world.call('adminGetSettings', { token, ip: '198.51.100.9' })
  expect(stranger).toMatchObject({ status: 401, error: { code: 'not_permitted' } })
  expect((await world.call('getMe', { token, ip: '198.51.100.9' })).status).toBe(200)
  expect((await world.call('adminGetSettings', { token })).status).toBe(200)
})

test('new users and keys begin with the limits that are set for them, unless others are asked for', async () => {
  await patch({
    'users.default_limits': [{ metric: 'cost', window: 'month', max: '5', mode: 'normal', action: 'refuse' }],
    'keys.default_limits': [{ metric: 'requests', window: 'minute', max: 60, mode: 'normal', action: 'refuse' }],
  })
  const user = (email: string, limits?: { metric: 'requests'; window: 'day'; max: number }[]) =>
    world.call('adminCreateUser', { token, body: { email, name: 'n', ...(limits && { limits }) } })
  expect((await user('a@example.com')).body.limits).toMatchObject([{ metric: 'cost', window: 'month', max: '5' }])
  const own = await user('b@example.com', [{ metric: 'requests', window: 'day', max: 9 }])
  expect(own.body.limits).toMatchObject([{ metric: 'requests', window: 'day', max: 9 }])
  const key = await world.call('createKey', { token, body: { name: 'k' } })
  expect(key.body.limits).toMatchObject([{ metric: 'requests', window: 'minute', max: 60 }])
})

test('a user makes no more keys than the operator allows; an administrator may make one more', async () => {
  await patch({ 'keys.most_per_user': 2 })
  const { id } = await world.user('ada')
  const { access } = await world.session(id)
  const make = (name: string) => world.call('createKey', { token: access, body: { name } })
  const [first, second, third] = [await make('a'), await make('b'), await make('c')]
  expect([first.status, second.status, third.status]).toEqual([201, 201, 422])
  expect(third.error.detail).toBe('最多可拥有 2 个密钥，请先删除不再使用的')
  expect((await world.call('adminCreateKey', { token, body: { user: id, name: 'd' } })).status).toBe(201)
  for (const key of [first, second]) await world.call('deleteKey', { token: access, params: { id: key.body.id } })
  expect((await make('e')).status).toBe(201)
})

test('keys that are made at the same moment are counted too, and a refused one is told nowhere', async () => {
  await patch({ 'keys.most_per_user': 1 })
  const { id } = await world.user('ada')
  const { access } = await world.session(id)
  const made = await Promise.all(['a', 'b'].map((name) => world.call('createKey', { token: access, body: { name } })))
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  expect(world.rows('activity').filter((row) => row['kind'] === 'key.created')).toHaveLength(1)
})

test('passwords are as long as the operator asks, and guesses as few', async () => {
  await patch({ 'security.password_min_chars': 30, 'security.guesses_per_account': 3 }, { password: PASSWORD })
  const short = { current_password: PASSWORD, new_password: 'a better horse battery' }
  expect((await world.call('changePassword', { token, body: short })).error.detail).toBe('密码至少 30 个字符')
  await world.user('ada')
  const guess = () => world.call('login', { body: { email: 'ada@example.com', password: 'wrong' } })
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) statuses.push((await guess()).status)
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('whoever asks for no language is answered in the default one', async () => {
  await patch({ 'site.default_locale': 'en' })
  expect((await site()).default_locale).toBe('en')
  expect((await world.call('getMe')).error.detail).toBe('Sign in first')
})

test('no amount is taken that the database cannot hold: nothing could be compared with it any more', async () => {
  const beyond = await patch({ 'alerts.balance_usd': '9999999999' })
  expect([beyond.status, beyond.error.detail]).toEqual([422, '最多十亿美元'])
  expect((await patch({ 'alerts.balance_usd': '1000000000' })).status).toBe(200)
  const period = { from: '2026-11-01T00:00:00Z', to: '2026-11-30T00:00:00Z' }
  const cost = (min_cost: string) => world.call('usageRequests', { token, query: { ...period, min_cost } })
  expect((await cost('9999999999')).status).toBe(422)
  expect((await cost('1000000000')).body.items).toEqual([])
})
