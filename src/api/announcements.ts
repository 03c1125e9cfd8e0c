import type { Announcement, AnnouncementKind, AnnouncementRow } from '../contract/announcements.ts'
import { takes } from '../core/notices.ts'
import { iso, isoOrNull } from '../core/time.ts'
import type { ReadableAnnouncement, Reader } from '../store/announcements.ts'
import type { Handlers, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { excerptOf } from './excerpt.ts'
import { preferencesOf } from './preferences.ts'

type AnnouncementHandlers = Pick<
  Handlers,
  | 'listAnnouncements'
  | 'announcementBoard'
  | 'getAnnouncement'
  | 'readAnnouncement'
  | 'unreadAnnouncement'
  | 'readAllAnnouncements'
>

/** What was announced to the caller, and what they have read of it. */
export function announcementHandlers({ store }: Deps): AnnouncementHandlers {
  const { announcements } = store
  const mark = async (call: SignedCall, id: string, read: boolean) => {
    found(await announcements.mark(readerOf(call), id, read))
    return null
  }
  return {
    listAnnouncements: async (call) => {
      const reader = readerOf(call)
      const { items, next } = await announcements.list(reader, call.query)
      return { items: items.map(rowOf), next, counts: await announcements.counts(reader) }
    },
    announcementBoard: async (call) => {
      const reader = readerOf(call)
      const { notices: ways } = await preferencesOf(reader.userId, store)
      const kinds = takes(ways, 'announcement', 'console') ? undefined : ALWAYS_TOLD
      const { unread } = await announcements.counts(reader, kinds)
      const first = await announcements.list(reader, { filter: 'unread', limit: 1, kinds, standing: true })
      const maintenance = await announcements.maintenance(reader)
      const notices = await store.notices.unread(reader.userId)
      return { unread, notice: first.items.map(rowOf)[0] ?? null, maintenance: maintenance.map(rowOf), notices }
    },
    getAnnouncement: async (call) => {
      return announcementOf(found(await announcements.get(readerOf(call), call.params.id)))
    },
    readAnnouncement: (call) => mark(call, call.params.id, true),
    unreadAnnouncement: (call) => mark(call, call.params.id, false),
    readAllAnnouncements: async (call) => {
      await announcements.markAll(readerOf(call))
      return null
    },
  }
}

/** What is pointed at for those, too, who do not want to be told of what is announced. */
const ALWAYS_TOLD: readonly AnnouncementKind[] = ['important']

function readerOf({ caller: { user } }: SignedCall): Reader {
  return { userId: user.id, groupId: user.groupId }
}

function rowOf(row: ReadableAnnouncement): AnnouncementRow {
  const { body, ...head } = announcementOf(row)
  return { ...head, excerpt: { zh: excerptOf(body.zh), en: excerptOf(body.en) } }
}

function announcementOf(row: ReadableAnnouncement): Announcement {
  return {
    id: row.id,
    kind: row.kind,
    pinned: row.pinned,
    title: row.title,
    body: row.body,
    starts_at: isoOrNull(row.startsAt),
    ends_at: isoOrNull(row.endsAt),
    shown_at: iso(row.shownAt),
    updated_at: iso(row.updatedAt),
    author: row.author,
    read: row.read,
  }
}
