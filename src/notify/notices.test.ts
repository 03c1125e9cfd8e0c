import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from '../api/testing.ts'
import type { Limit } from '../core/limits.ts'
import { DAY_MS } from '../core/time.ts'
import { dial } from '../relay/post.ts'
import { sendMail } from './mail.ts'
import { openNotices } from './notices.ts'
import { mailServer } from './test-mail-server.ts'

const never = new AbortController().signal
const LIMIT: Limit = {
  id: 'l1',
  subject: 'key',
  subjectId: 'k1',
  metric: 'cost',
  window: 'month',
  max: 20_000_000_000n,
  mode: 'normal',
  action: 'refuse',
}

let world: World
let userId: string
beforeEach(async () => {
  world = await openWorld()
  userId = (await world.user('ada')).id
  await world.store.users.patch(userId, { locale: 'en' })
})
afterEach(() => world[Symbol.asyncDispose]())

const SPAN = { start: 0, end: null }

function open(port: number | null) {
  const { store, clock, deps } = world
  const server = { host: '127.0.0.1', port: port ?? 0, security: 'none', user: '', password: '' } as const
  return openNotices({
    book: { ...store.notices, announcement: (id) => store.announcementDesk.get(id) },
    sender: async () => (port === null ? null : { server, from: 'yumen@example.com', allowPrivate: true }),
    mail: (mail, allowPrivate) => sendMail(mail, allowPrivate, dial),
    key: (id) => (id === 'k1' ? { userId, name: 'nightly' } : undefined),
    settings: deps.settings,
    site: { name: deps.site.name, linkOrigin: deps.site.publicOrigin },
    clock,
    log: { error: (event, fields) => void world.seen.errors.push({ event, ...fields }), warn: () => undefined },
  })
}

const shown = async () => (await world.store.notices.list(userId, { limit: 10 })).items.map(({ kind }) => kind)

test('whoever’s key comes to four fifths of a limit is told once, in the console and by e-mail', async () => {
  await using server = await mailServer()
  await using notices = open(server.port)
  notices.threshold(LIMIT, 0.8, SPAN)
  notices.threshold(LIMIT, 0.8, SPAN)
  expect(await notices.round(never)).toEqual({ ok: true, said: { told: 0, mailed: 1, failed: 0, problem: null } })
  expect(await notices.round(never)).toMatchObject({ said: { mailed: 0 } })
  expect(await shown()).toEqual(['limit_80'])
  expect(server.lines).toContain('RCPT TO:<ada@example.com>')
  expect(server.lines.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
  expect(world.seen.errors).toEqual([])
})

test('what was chosen meanwhile holds when it is sent', async () => {
  await using server = await mailServer()
  await using notices = open(server.port)
  notices.threshold(LIMIT, 1, SPAN)
  await expect.poll(shown).toEqual(['limit_100'])
  await world.store.users.changePreferences(userId, () => ({ preferences: { notices: { limit_100: ['console'] } } }))
  expect(await notices.round(never)).toMatchObject({ said: { mailed: 0, failed: 0 } })
  expect(server.lines).toEqual([])
})

test('a key that expires within a week is told of once, and nothing waits where no e-mail can be sent', async () => {
  const expiresAt = world.clock.now() + 6 * DAY_MS
  const key = { id: 'k1', userId, name: 'nightly', note: '', hash: 'h', prefix: 'sk-ym-abcd', last4: 'wxyz', expiresAt }
  await world.store.keys.create({ ...key, allowModels: null, allowIps: null })
  await using notices = open(null)
  expect(await notices.round(never)).toMatchObject({ said: { told: 1, mailed: 0 } })
  expect(await notices.round(never)).toMatchObject({ said: { told: 0 } })
  expect(await shown()).toEqual(['key_expiry'])
  await using server = await mailServer()
  await using later = open(server.port)
  expect(await later.round(never)).toMatchObject({ said: { told: 0, mailed: 0 } })
})

test('members of a group are told of its limit', async () => {
  const group = { name: 'Team', multiplierMicros: 1_000_000n, allowModels: null, note: '', isDefault: false }
  await world.store.groups.create({ ...group, id: 'g1', limits: [] })
  await world.store.userAdmin.change(userId, { groupId: 'g1' })
  await using notices = open(null)
  notices.threshold({ ...LIMIT, subject: 'group', subjectId: 'g1' }, 0.5, SPAN)
  await notices.round(never)
  expect(await shown()).toEqual(['limit_50'])
})
