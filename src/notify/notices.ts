import type { SettingValues } from '../contract/settings.ts'
import type { JobReport } from '../core/jobs.ts'
import type { Span } from '../core/limit-window.ts'
import type { Limit } from '../core/limits.ts'
import type { NewNotice, NoticeFacts } from '../core/notices.ts'
import type { Clock } from '../core/time.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import type { MessageSite } from './message.ts'
import { makeNotices, type MakerBook } from './notice-makers.ts'
import { mailNotices, type MailerBook, type Sender } from './notice-mail.ts'
import type { Carriers } from './send.ts'
import { thresholdNotice } from './threshold-notice.ts'

/** What is kept of notices; each is told once, and only in the ways its user wants. */
type NoticeBook = MakerBook & MailerBook

type NoticesOptions = {
  book: NoticeBook
  /** Through whom users are sent e-mail; null: nobody is. */
  sender(): Promise<Sender | null>
  mail: Carriers['mail']
  /** Whose a key is, and its name. */
  key(id: string): { userId: string; name: string } | undefined
  settings: () => SettingValues
  site: MessageSite
  clock: Clock
  log: Pick<Log, 'error' | 'warn'>
}

/** Tells users of what concerns them. Disposing waits for what is being written. */
type Notices = AsyncDisposable & {
  /** A limit has come to a share of its maximum in a window; returns at once. */
  threshold(limit: Limit, share: number, span: Span): void
  /** Tells of announcements, maintenance and keys, and sends what is due by e-mail. */
  round(signal: AbortSignal): Promise<{ ok: boolean; said: JobReport }>
}

/** Opens the telling of users. */
export function openNotices(options: NoticesOptions): Notices {
  const { book, clock, log } = options
  const end = new AbortController()
  const make = makeNotices(options)
  let writing: Promise<void> = Promise.resolve()

  async function tellOf(limit: Limit, notice: NewNotice): Promise<void> {
    const { subject, subjectId } = limit
    if (subject === 'group') {
      await book.tellAll({ groups: [subjectId], madeBefore: clock.now() }, notice, end.signal)
      return
    }
    const userId = subject === 'key' ? options.key(subjectId)?.userId : subjectId
    if (userId !== undefined) await book.tell(userId, notice)
  }

  return {
    threshold(limit, share, span) {
      const name = limit.subject === 'key' ? options.key(limit.subjectId)?.name : undefined
      const notice = thresholdNotice(limit, share, { span, name: name ?? '' })
      if (!notice) return
      // One after the other: a group may have many members, and requests are settled meanwhile.
      writing = writing
        .then(() => tellOf(limit, notice))
        .catch((error: unknown) => log.error('a notice cannot be written', faultFields(error)))
    },
    async round(signal) {
      // What has just happened is told in this round.
      await writing
      const sender = await options.sender()
      const told = await make(sender !== null, signal)
      const sent = await mailNotices(sender, options, signal)
      return { ok: sent.problem === null, said: { told, ...sent } satisfies NoticeFacts }
    },
    async [Symbol.asyncDispose]() {
      end.abort()
      await writing
    },
  }
}
