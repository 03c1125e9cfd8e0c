import { expect, test } from 'vitest'
import { STANDARD_SETTINGS } from '../contract/settings.ts'
import { HOUR_MS, iso, MINUTE_MS } from '../core/time.ts'
import type { Mail } from './channels.ts'
import type { DueMail } from '../core/notices.ts'
import { mailNotices, type MailerBook, type Sender } from './notice-mail.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const never = new AbortController().signal
const SENDER: Sender = {
  server: { host: 'mail.example', port: 465, security: 'tls', user: 'yumen', password: 'secret' },
  from: 'yumen@example.com',
  allowPrivate: false,
}
const KEY: DueMail = {
  id: 'n1',
  kind: 'key_expiry',
  facts: { key: 'k1', name: 'nightly', expires_at: iso(NOW + HOUR_MS) },
  tries: 0,
  to: 'ada@example.com',
  locale: 'en',
  timezone: 'UTC',
  groupId: null,
  wanted: true,
}
const WORKS: DueMail = {
  ...KEY,
  id: 'n2',
  kind: 'maintenance',
  facts: { id: 'a1', starts_at: iso(NOW + HOUR_MS) },
  locale: null,
  timezone: null,
}

function world(due: DueMail[], mail: (mail: Mail) => void = () => undefined) {
  let waiting = due
  const sent: Mail[] = []
  const fates: string[] = []
  const take = (id: string, fate: string) => {
    fates.push(`${id} ${fate}`)
    waiting = waiting.filter((one) => one.id !== id)
  }
  const announcement = {
    title: { zh: '换机房', en: '' },
    body: { zh: '', en: '' },
    groups: null as string[] | null,
    shownAt: NOW,
    startsAt: NOW + HOUR_MS,
    endsAt: null as number | null,
  }
  const book: MailerBook = {
    mail: {
      due: async () => waiting,
      sent: async (id) => take(id, 'sent'),
      later: async (id, at) => take(id, `later ${at - NOW}`),
      drop: async (id) => take(id, 'dropped'),
      dropAll: async () => void fates.push('all dropped'),
    },
    announcement: async () => announcement,
  }
  const all = {
    book,
    mail: async (one: Mail) => {
      mail(one)
      sent.push(one)
    },
    settings: () => STANDARD_SETTINGS,
    site: { name: 'Yumen', linkOrigin: 'https://yumen.example' as string | null },
    clock: { now: () => NOW, monotonicMs: () => 0 },
    log: { warn: () => undefined },
  }
  return { all, sent, fates, announcement }
}

const failing = (code: string) => () => {
  throw Object.assign(new Error('said by a server'), { code })
}

test('a mail is in the language of its user, in their zone, and leads to the console', async () => {
  const { all, sent, fates } = world([KEY, WORKS])
  expect(await mailNotices(SENDER, all, never)).toEqual({ mailed: 2, failed: 0, problem: null })
  expect(fates).toEqual([`n1 later ${MINUTE_MS}`, 'n1 sent', `n2 later ${MINUTE_MS}`, 'n2 sent'])
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [['ada@example.com'], '[Yumen] A key expires soon: nightly'],
    [['ada@example.com'], '[Yumen] 维护即将开始：换机房'],
  ])
  expect(sent[0]?.text).toContain('expires at 2026-11-20 13:00 (UTC)')
  expect(sent[0]?.text).toContain('https://yumen.example/dashboard/api-keys')
  expect(sent[1]?.text).toContain('https://yumen.example/dashboard/announcements?id=a1')
})

test('a mail of a gateway that knows no address of its own leads nowhere, and says the rest', async () => {
  const { all, sent } = world([KEY])
  all.site.linkOrigin = null
  await mailNotices(SENDER, all, never)
  expect(sent[0]?.text).toMatch(/expires at[^]*\n\n-- \nSent by Yumen\. .*Settings → Notifications\.\n$/)
  expect(sent[0]?.text).not.toMatch(/http|\/dashboard/)
})

const NEWS: DueMail = { ...WORKS, kind: 'announcement', facts: { id: 'a1' }, groupId: 'g1' }

test.each<[string, DueMail, (told: Pick<ReturnType<typeof world>, 'announcement'>) => void]>([
  ['nobody wants any more', { ...KEY, wanted: false }, () => undefined],
  ['tells of maintenance that was moved', WORKS, ({ announcement }) => (announcement.startsAt += HOUR_MS)],
  ['tells of what was withdrawn', WORKS, ({ announcement }) => (announcement.shownAt = NOW + 1)],
  ['tells of what is over', NEWS, ({ announcement }) => (announcement.endsAt = NOW)],
  ['tells of what is for other groups now', NEWS, ({ announcement }) => (announcement.groups = ['g2'])],
  ['tells of what is for groups, its user in none', WORKS, ({ announcement }) => (announcement.groups = ['g1'])],
])('a mail that %s is not sent', async (_, due, change) => {
  const { all, sent, fates, announcement } = world([due])
  change({ announcement })
  await mailNotices(SENDER, all, never)
  expect([sent, fates]).toEqual([[], [`${due.id} dropped`]])
})

test('what is announced to a group is sent to who is in it', async () => {
  const { all, fates, announcement } = world([NEWS])
  announcement.groups = ['g1', 'g2']
  await mailNotices(SENDER, all, never)
  expect(fates.at(-1)).toBe('n2 sent')
})

test('a mail that fails is tried thrice more, ever later, and then given up', async () => {
  const tries = [0, 1, 2, 3].map((n) => ({ ...KEY, id: `n${n}`, tries: n }))
  const { all, fates } = world(tries, failing('EENVELOPE'))
  expect(await mailNotices(SENDER, all, never)).toEqual({ mailed: 0, failed: 4, problem: 'eenvelope' })
  expect(fates).toEqual([`n0 later ${MINUTE_MS}`, `n1 later ${10 * MINUTE_MS}`, `n2 later ${HOUR_MS}`, 'n3 dropped'])
})

test('the last try of a mail is told as sent where it succeeds', async () => {
  const { all, fates } = world([{ ...KEY, tries: 3 }])
  expect(await mailNotices(SENDER, all, never)).toEqual({ mailed: 1, failed: 0, problem: null })
  expect(fates).toEqual(['n1 dropped', 'n1 sent'])
})

const full = () => Promise.reject(new Error('database or disk is full'))

test('nothing is sent while the database takes no writes, or the same would go out with each round', async () => {
  const { all, sent } = world([KEY])
  Object.assign(all.book.mail, { sent: full, later: full, drop: full })
  for (let round = 0; round < 3; round += 1) await expect(mailNotices(SENDER, all, never)).rejects.toThrow('full')
  expect(sent).toEqual([])
})

test('a mail of which it cannot be kept that it was sent is not due again within the round', async () => {
  const { all, sent } = world([KEY])
  Object.assign(all.book.mail, { sent: full })
  await expect(mailNotices(SENDER, all, never)).rejects.toThrow('full')
  expect(await mailNotices(SENDER, all, never)).toEqual({ mailed: 0, failed: 0, problem: null })
  expect(sent).toHaveLength(1)
})

test('a server that cannot be reached is asked once in a round', async () => {
  const { all, fates } = world([KEY, WORKS], failing('ECONNREFUSED'))
  expect(await mailNotices(SENDER, all, never)).toEqual({ mailed: 0, failed: 1, problem: 'econnrefused' })
  expect(fates).toEqual([`n1 later ${MINUTE_MS}`])
})

test('without a server nothing is kept for later', async () => {
  const { all, sent, fates } = world([KEY])
  await mailNotices(null, all, never)
  expect([sent, fates]).toEqual([[], ['all dropped']])
})
