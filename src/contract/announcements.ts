import { z } from 'zod'
import { count, cursorAs, nothing, page, pageById, pageOf, time } from './common.ts'
import { endpoint } from './endpoint.ts'

/** What an announcement is: `maintenance` has a window in which work is done, `important` is pointed at also for readers who turned announcements off. */
export const ANNOUNCEMENT_KINDS = ['info', 'warning', 'maintenance', 'important'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]

/** What is said in both languages; where one is empty, the other stands for both. */
const bilingual = z.strictObject({ zh: z.string(), en: z.string() })
export type Bilingual = z.infer<typeof bilingual>

const shown = {
  id: z.string(),
  kind: z.enum(ANNOUNCEMENT_KINDS),
  pinned: z.boolean(),
  title: bilingual,
  /** Maintenance: when the work begins and ends. Others: from when to when it is shown. */
  starts_at: time.nullable(),
  ends_at: time.nullable(),
  /** Since when readers see it. */
  shown_at: time,
  updated_at: time,
  author: z.string().nullable(),
  read: z.boolean(),
}

/** An announcement in a list; `excerpt` is the beginning of its text without Markdown. */
const announcementRow = z.strictObject({ ...shown, excerpt: bilingual })
export type AnnouncementRow = z.infer<typeof announcementRow>

/** The whole of it; `body` is Markdown, in which HTML is text. */
const announcement = z.strictObject({ ...shown, body: bilingual })
export type Announcement = z.infer<typeof announcement>

/** What a reader can narrow the list to; each is counted in the answer. */
export const ANNOUNCEMENT_FILTERS = ['all', 'unread', 'maintenance'] as const
export type AnnouncementFilter = (typeof ANNOUNCEMENT_FILTERS)[number]

/** What is pinned, when it was shown, and the id of the last row of a page. */
const cursor = cursorAs(z.string().regex(/^(?:[01]\.\d{1,15}\.[\w-]{1,64})?$/))

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements',
  who: 'user',
  summary: 'What was announced to the signed-in user: pinned first, then the newest.',
  query: z.strictObject({
    filter: z.enum(ANNOUNCEMENT_FILTERS).default('all'),
    q: z.string().trim().max(200).optional(),
    ...page,
    cursor,
  }),
  answer: pageOf(announcementRow).extend({
    /** How many there are, whatever is looked for. */
    counts: z.strictObject({ all: count, unread: count, maintenance: count }),
  }),
})

export const announcementBoard = endpoint({
  method: 'GET',
  path: '/api/announcements/board',
  who: 'user',
  summary: 'What every page shows: how much is unread, the first announcement of it, and maintenance that is not over.',
  answer: z.strictObject({
    /** Announcements the caller wants to be pointed at and has not read. */
    unread: count,
    notice: announcementRow.nullable(),
    maintenance: z.array(announcementRow),
    /** Notices of the caller's own account that are unread. */
    notices: count,
  }),
})
/** `notice` is null when nothing unread is to be pointed at; `maintenance` is the nearest first, five at most. */
export type AnnouncementBoard = z.infer<(typeof announcementBoard)['answer']>

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/announcements/{id}',
  who: 'user',
  summary: 'One announcement.',
  answer: announcement,
})

export const readAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/{id}/read',
  who: 'user',
  summary: 'Marks an announcement as read.',
  answer: nothing,
  status: 204,
})

export const unreadAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/announcements/{id}/read',
  who: 'user',
  summary: 'Marks an announcement as unread.',
  answer: nothing,
  status: 204,
})

export const readAllAnnouncements = endpoint({
  method: 'POST',
  path: '/api/announcements/read-all',
  who: 'user',
  summary: 'Marks everything that was announced as read.',
  answer: nothing,
  status: 204,
})

/** An announcement as administrators write it. */
const adminAnnouncement = z.strictObject({
  ...announcement.omit({ read: true, shown_at: true }).shape,
  draft: z.boolean(),
  /** Since when readers see it, or from when on they will; null for a draft. */
  shown_at: time.nullable(),
  /** The groups it is for; null: everybody. */
  groups: z.array(z.string()).nullable(),
  /** How many have read it. */
  reads: count,
  version: z.int(),
  created_at: time,
})
export type AdminAnnouncement = z.infer<typeof adminAnnouncement>

const MAX_TITLE_CHARS = 120
const MAX_BODY_CHARS = 20_000
const text = (maxChars: number) => z.strictObject({ zh: z.string().max(maxChars), en: z.string().max(maxChars) })

const fields = {
  kind: z.enum(ANNOUNCEMENT_KINDS),
  title: text(MAX_TITLE_CHARS),
  body: text(MAX_BODY_CHARS),
  pinned: z.boolean(),
  groups: z.array(z.string().max(64)).min(1).max(100).nullable(),
  starts_at: time.nullable(),
  ends_at: time.nullable(),
  draft: z.boolean(),
}

export const adminListAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  who: 'admin',
  summary: 'All announcements, drafts too, the latest made first.',
  query: z.strictObject(pageById),
  answer: pageOf(adminAnnouncement),
})

export const adminCreateAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  who: 'admin',
  summary: 'Announces something, or keeps it as a draft.',
  body: z.strictObject({
    kind: fields.kind,
    title: fields.title,
    body: fields.body,
    pinned: fields.pinned.default(false),
    groups: fields.groups.default(null),
    starts_at: fields.starts_at.default(null),
    ends_at: fields.ends_at.default(null),
    draft: fields.draft.default(false),
  }),
  answer: adminAnnouncement,
  status: 201,
  maxBodyKib: 256,
})

export const adminGetAnnouncement = endpoint({
  method: 'GET',
  path: '/api/admin/announcements/{id}',
  who: 'admin',
  summary: 'One announcement.',
  answer: adminAnnouncement,
})

export const adminPatchAnnouncement = endpoint({
  method: 'PATCH',
  path: '/api/admin/announcements/{id}',
  who: 'admin',
  summary: 'Changes an announcement; with If-Match only from the version named there.',
  versioned: true,
  body: z.strictObject(fields).partial(),
  answer: adminAnnouncement,
  maxBodyKib: 256,
})

export const adminDeleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/admin/announcements/{id}',
  who: 'admin',
  summary: 'Deletes an announcement for ever.',
  answer: nothing,
  status: 204,
})
