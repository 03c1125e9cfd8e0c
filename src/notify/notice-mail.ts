import type { Bilingual } from '../contract/announcements.ts'
import type { SettingValues } from '../contract/settings.ts'
import type { Locale } from '../core/errors.ts'
import type { DueMail, NoticeFacts } from '../core/notices.ts'
import { type Clock, HOUR_MS, iso, MINUTE_MS, SECOND_MS } from '../core/time.ts'
import type { Log } from '../telemetry/log.ts'
import type { Mail } from './channels.ts'
import { linkTo, type MessageSite } from './message.ts'
import { noticeMessage } from './notice-message.ts'
import { type Carriers, wordOf } from './send.ts'

/** The server users are sent e-mail through, and in whose name. */
export type Sender = Pick<Mail, 'server' | 'from'> & { allowPrivate: boolean }

type Announcement = {
  title: Bilingual
  body: Bilingual
  /** Null: for everybody. */
  groups: readonly string[] | null
  shownAt: number | null
  startsAt: number | null
  endsAt: number | null
}

/** Where mail waits, and what announcements say. */
export type MailerBook = {
  mail: {
    due(limit: number): Promise<DueMail[]>
    sent(id: string): Promise<void>
    later(id: string, at: number): Promise<void>
    drop(id: string): Promise<void>
    dropAll(): Promise<void>
  }
  announcement(id: string): Promise<Announcement | undefined>
}

type MailWorld = {
  book: MailerBook
  mail: Carriers['mail']
  settings: () => SettingValues
  site: MessageSite
  clock: Clock
  log: Pick<Log, 'warn'>
}

type Mailed = { mailed: number; failed: number; problem: string | null }

const BATCH = 50
/** How long a round may send: what has come meanwhile goes first in the next. */
const ROUND_MS = 50 * SECOND_MS
/** After how long a mail that failed, or of which it could not be kept that it was sent, is tried again; then it is given up. */
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]
/** The server took the connection and refused the one mail. */
const OF_THIS_MAIL = ['eenvelope', 'emessage']

/** Sends what is due, one mail after the other; `sender` null: nothing of what waits is sent. */
export async function mailNotices(sender: Sender | null, world: MailWorld, signal: AbortSignal): Promise<Mailed> {
  const { book, clock } = world
  const mailed: Mailed = { mailed: 0, failed: 0, problem: null }
  if (sender === null) {
    await book.mail.dropAll()
    return mailed
  }
  const until = clock.monotonicMs() + ROUND_MS
  for (let due = await book.mail.due(BATCH); due.length > 0; due = await book.mail.due(BATCH)) {
    for (const one of due) {
      if (signal.aborted || clock.monotonicMs() > until) return mailed
      const fate = await sendOne(one, sender, world)
      if (fate === 'sent') mailed.mailed += 1
      if (typeof fate === 'string') continue
      mailed.failed += 1
      mailed.problem = fate.problem
      // A server that cannot be reached would keep every other mail waiting for nothing.
      if (!OF_THIS_MAIL.includes(fate.problem)) return mailed
    }
  }
  return mailed
}

/** What came of a mail; why it failed is a word that holds no secret. */
type Fate = 'sent' | 'dropped' | { problem: string }

async function sendOne(due: DueMail, { allowPrivate, ...from }: Sender, world: MailWorld): Promise<Fate> {
  const { book, mail, clock, log } = world
  const words = due.wanted ? await wordsOf(due, world) : null
  if (words === null) {
    await book.mail.drop(due.id)
    return 'dropped'
  }
  // Before it goes out: where no such word can be kept, it would go out again with each round.
  const pauseMs = PAUSES_MS[due.tries]
  await (pauseMs === undefined ? book.mail.drop(due.id) : book.mail.later(due.id, clock.now() + pauseMs))
  try {
    await mail({ via: 'mail', ...from, to: [due.to], ...words }, allowPrivate)
  } catch (error) {
    const problem = wordOf(error)
    log.warn('a notice cannot be sent by e-mail', { reason: problem })
    return { problem }
  }
  await book.mail.sent(due.id)
  return 'sent'
}

const FOOT = {
  'zh-CN': (site: string) => `由 ${site} 发送。可在「设置 → 通知」中调整`,
  en: (site: string) => `Sent by ${site}. You can change this under Settings → Notifications`,
}
const HERE = { 'zh-CN': '：\n', en: ':\n' }
const END = { 'zh-CN': '。', en: '.' }

/** Subject and text in the user's language; null where there is nothing to be said any more. */
async function wordsOf(
  { kind, facts, locale, timezone, groupId }: DueMail,
  { book, settings, site, clock }: MailWorld,
) {
  const { 'site.default_locale': siteLocale, 'site.timezone': siteZone } = settings()
  const reader = { locale: locale ?? siteLocale, zone: timezone ?? siteZone }
  const more = await announcedFacts({ kind, facts, groupId, locale: reader.locale }, book, clock.now())
  if (more === null) return null
  const { title, text, link } = noticeMessage({ kind, facts }, reader, more)
  const there = linkTo(site, '/dashboard/settings#notices')
  const foot = FOOT[reader.locale](site.name) + (there === '' ? END[reader.locale] : HERE[reader.locale] + there)
  return {
    subject: `[${site.name}] ${title}`,
    text: `${[text, linkTo(site, link), `-- \n${foot}`].filter(Boolean).join('\n\n')}\n`,
  }
}

/** What an announcement says now; null when it was withdrawn, is over or no longer for this reader, or the maintenance has begun or moved. */
async function announcedFacts(
  { kind, facts, groupId, locale }: Pick<DueMail, 'kind' | 'facts' | 'groupId'> & { locale: Locale },
  book: MailerBook,
  now: number,
): Promise<NoticeFacts | null> {
  if (kind !== 'announcement' && kind !== 'maintenance') return {}
  const found = await book.announcement(String(facts['id']))
  if (!found || found.shownAt === null || found.shownAt > now) return null
  if (found.endsAt !== null && found.endsAt <= now) return null
  if (found.groups !== null && (groupId === null || !found.groups.includes(groupId))) return null
  if (kind === 'maintenance') {
    const { startsAt } = found
    if (startsAt === null || startsAt <= now || iso(startsAt) !== facts['starts_at']) return null
  }
  const say = ({ zh, en }: Bilingual) => (locale === 'en' ? en.trim() || zh : zh.trim() || en)
  return { title: say(found.title), body: say(found.body) }
}
