import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../core/time.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let userId: string
let token: string
beforeEach(async () => {
  world = await openWorld()
  userId = (await world.user('ada')).id
  token = (await world.session(userId)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const CHROME = (version: number) => ({
  'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`,
})
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

const signIn = (headers: Record<string, string>, ip = '192.0.2.1') =>
  world.call('login', { body: { email: 'ada@example.com', password: PASSWORD }, headers, ip })

const told = async () => (await world.call('listNotices', { token })).body

test('a sign-in from a device or a network that is new to the account is told of, once; the first and an update are not', async () => {
  await signIn(CHROME(140))
  await signIn(CHROME(141), '192.0.99.7')
  expect((await told()).items).toEqual([])
  await signIn(FIREFOX)
  await signIn(FIREFOX)
  await signIn(CHROME(141), '198.51.100.7')
  const { items, unread } = await told()
  expect(items.map(({ kind, read }) => [kind, read])).toEqual([
    ['odd_sign_in', false],
    ['odd_sign_in', false],
  ])
  expect(items[1]?.text).toContain('Firefox 140 · Linux，IP 192.0.2.1')
  expect(unread).toBe(2)
})

test('whose session was ended because its token came again is told where from, once', async () => {
  const { body: first } = await signIn(CHROME(140))
  await world.call('refresh', { body: { refresh_token: first.refresh_token } })
  world.clock.ms += MINUTE_MS
  const again = () =>
    world.call('refresh', { body: { refresh_token: first.refresh_token }, headers: FIREFOX, ip: '198.51.100.7' })
  expect([(await again()).status, (await again()).status]).toEqual([401, 401])
  const { items } = await told()
  expect(items.map(({ kind, title }) => [kind, title])).toEqual([['odd_sign_in', '会话已结束：登录凭证被重复使用']])
  expect(items[0]?.text).toContain('Firefox 140 · Linux，IP 198.51.100.7')
})

const keepAddresses = async (kept: string) => {
  const admin = (await world.session((await world.user(`root-${kept}`, { role: 'admin' })).id)).access
  await world.call('adminPatchSettings', { token: admin, body: { values: { 'capture.client_ip': kept } } })
}
const addresses = async () => {
  const { items } = (await world.call('listActivity', { token, query: { kind: 'sign_in' } })).body
  return items.map(({ ip }) => ip)
}

test('activity has of an address what is to be kept of it, and another network is told of as far as networks are known', async () => {
  await keepAddresses('network')
  await signIn(CHROME(140))
  await signIn(CHROME(140), '192.0.2.9')
  await signIn(CHROME(140), '198.51.100.7')
  expect(await addresses()).toEqual(['198.51.100.0/24', '192.0.2.0/24', '192.0.2.0/24'])
  const [odd] = (await told()).items
  expect(odd?.text).toContain('IP 198.51.100.0/24')
  await keepAddresses('none')
  await signIn(CHROME(140), '192.0.2.1')
  expect((await addresses())[0]).toBe('')
  expect((await told()).items).toHaveLength(1)
})

test('where no address is kept, another device is told of and another network is not', async () => {
  await keepAddresses('none')
  await signIn(CHROME(140))
  await signIn(CHROME(140), '198.51.100.7')
  expect((await told()).items).toEqual([])
  await signIn(FIREFOX, '203.0.113.7')
  const [odd] = (await told()).items
  expect(odd?.text).toContain('IP —')
  expect(await addresses()).toEqual(['', '', ''])
})

test('nobody is kept out because what they did cannot be told of', async () => {
  await signIn(CHROME(140))
  world.deps.store.notices.tell = () => Promise.reject(new Error('no room'))
  expect((await signIn(FIREFOX)).status).toBe(200)
  expect(world.seen.errors).toMatchObject([{ event: 'an owner was not told of a session' }])
})

test('what an administrator changes is told to its owner, in the language that is asked for', async () => {
  const admin = await world.session((await world.user('root', { role: 'admin' })).id)
  await world.call('adminPatchUser', { token: admin.access, params: { id: userId }, body: { billing: 'prepaid' } })
  const { body } = await world.call('listNotices', { token, headers: { 'accept-language': 'en' } })
  expect(body.items).toMatchObject([
    { kind: 'account_changed', title: 'An administrator changed your rights', link: '/dashboard/activity-logs' },
  ])
})

test('another name for a key is no news, what it may do is', async () => {
  const admin = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const { body: key } = await world.call('createKey', { token, body: { name: 'CI' } })
  const patch = (body: { name?: string; allow_ips?: string[] }) =>
    world.call('adminPatchKey', { token: admin, params: { id: key.id }, body })
  await patch({ name: 'CI 2' })
  expect((await told()).items).toEqual([])
  await patch({ name: 'CI 3', allow_ips: ['10.0.0.0/8'] })
  expect((await told()).items).toMatchObject([{ kind: 'account_changed', title: '密钥「CI 3」已被管理员修改' }])
})

test('notices are the own ones: read one by one, or all at once, and counted beside announcements', async () => {
  const notice = { kind: 'limit_80', facts: {} } as const
  for (const mark of ['a', 'b', 'c']) await world.store.notices.tell(userId, { ...notice, mark })
  const unread = async () => (await world.call('announcementBoard', { token })).body.notices
  expect(await unread()).toBe(3)
  const id = (await told()).items[0]?.id ?? ''
  const bob = await world.session((await world.user('bob')).id)
  expect((await world.call('readNotice', { token: bob.access, params: { id } })).status).toBe(404)
  await world.call('readNotice', { token, params: { id } })
  expect(await unread()).toBe(2)
  await world.call('readAllNotices', { token })
  expect([await unread(), (await told()).items.map(({ read }) => read)]).toEqual([0, [true, true, true]])
})

test('whoever does not want to be told of announcements is pointed at important ones alone', async () => {
  const admin = await world.session((await world.user('root', { role: 'admin' })).id)
  const announce = (kind: 'info' | 'important') =>
    world.call('adminCreateAnnouncement', {
      token: admin.access,
      body: { kind, title: { zh: kind, en: '' }, body: { zh: '正文', en: '' } },
    })
  await announce('important')
  await announce('info')
  const board = async () => {
    const { unread, notice } = (await world.call('announcementBoard', { token })).body
    return [unread, notice?.kind]
  }
  expect(await board()).toEqual([2, 'info'])
  await world.call('putPreferences', { token, body: { notices: { announcement: [] } } })
  expect(await board()).toEqual([1, 'important'])
})
