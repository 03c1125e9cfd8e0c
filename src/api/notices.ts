import { iso } from '../core/time.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'

type NoticeHandlers = Pick<Handlers, 'listNotices' | 'readNotice' | 'readAllNotices'>

/** What the caller was told of, and what they have read of it. */
export function noticeHandlers({ store: { notices }, notify, settings }: Deps): NoticeHandlers {
  return {
    listNotices: async ({ caller: { user }, query, locale }) => {
      const reader = { locale, zone: user.timezone ?? settings()['site.timezone'] }
      const { items, next } = await notices.list(user.id, query)
      return {
        items: items.map(({ id, kind, facts, at, read }) => {
          return { id, kind, ...notify.sayNotice({ kind, facts }, reader), at: iso(at), read }
        }),
        next,
        unread: await notices.unread(user.id),
        mails: await notify.mails(),
      }
    },
    readNotice: async ({ caller: { user }, params }) => {
      if (!(await notices.read(user.id, params.id))) throw new ApiError('not_found')
      return null
    },
    readAllNotices: async ({ caller: { user } }) => {
      await notices.readAll(user.id)
      return null
    },
  }
}
