import type { NoticeView } from '../contract/notices.ts'
import type { Locale } from '../core/errors.ts'
import { iso } from '../core/time.ts'
import type { StoredNotice } from '../store/notices.ts'
import type { User } from '../store/users.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'

type NoticeHandlers = Pick<Handlers, 'listNotices' | 'readNotice' | 'readAllNotices'>

/** What the caller was told of, and what they have read of it. */
export function noticeHandlers(deps: Deps): NoticeHandlers {
  const { notify } = deps
  const { notices } = deps.store
  return {
    listNotices: async ({ caller: { user }, query, locale }) => {
      const { items, next } = await notices.list(user.id, query)
      return {
        items: items.map(noticeViewFor(user, locale, deps)),
        next,
        unread: await notices.unread(user.id),
        mails: await notify.mails(),
      }
    },
    readNotice: async ({ caller: { user }, params }) => {
      found(await notices.read(user.id, params.id))
      return null
    },
    readAllNotices: async ({ caller: { user } }) => {
      await notices.readAll(user.id)
      return null
    },
  }
}

/** How a user is shown their notices: in their language, and in their time zone or the site's. */
export function noticeViewFor(
  user: User,
  locale: Locale,
  { notify, settings }: Deps,
): (row: StoredNotice) => NoticeView {
  const reader = { locale, zone: user.timezone ?? settings()['site.timezone'] }
  return ({ id, kind, facts, at, read }) => ({
    id,
    kind,
    ...notify.sayNotice({ kind, facts }, reader),
    at: iso(at),
    read,
  })
}
