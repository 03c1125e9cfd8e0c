import { type ExpressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import type { AnnouncementFilter, AnnouncementKind, Bilingual } from '../contract/announcements.ts'
import type { Clock } from '../core/time.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import { anyLike } from './like.ts'
import type { Tables } from './schema.ts'

/** An announcement as its readers see it. Times are epoch milliseconds. */
export type ReadableAnnouncement = {
  id: string
  kind: AnnouncementKind
  pinned: boolean
  title: Bilingual
  /** Markdown; in lists only its beginning. */
  body: Bilingual
  startsAt: number | null
  endsAt: number | null
  shownAt: number
  updatedAt: number
  author: string | null
  read: boolean
}

/** Who reads: what is for other groups is not there for them. */
export type Reader = { userId: string; groupId: string | null }

/** `cursor` is the `next` of the page before. */
export type AnnouncementQuery = {
  filter: AnnouncementFilter
  q?: string | undefined
  limit: number
  cursor?: string | undefined
  /** Of these kinds alone. */
  kinds?: readonly AnnouncementKind[] | undefined
  /** Without maintenance that is over. */
  standing?: boolean
}

type AnnouncementCounts = Record<AnnouncementFilter, number>

/** What readers see of announcements: those that are shown by now, to everybody or to their group. */
export type Announcements = {
  /** Pinned first, then the newest. */
  list(reader: Reader, query: AnnouncementQuery): Promise<{ items: ReadableAnnouncement[]; next: string | null }>
  /** Of these kinds alone where some are named. */
  counts(reader: Reader, kinds?: readonly AnnouncementKind[]): Promise<AnnouncementCounts>
  /** Maintenance that is not over, the nearest first. */
  maintenance(reader: Reader): Promise<ReadableAnnouncement[]>
  get(reader: Reader, id: string): Promise<ReadableAnnouncement | undefined>
  /** False when there is no such announcement for this reader. */
  mark(reader: Reader, id: string, read: boolean): Promise<boolean>
  markAll(reader: Reader): Promise<void>
}

const MOST_MAINTENANCE = 5
/** Enough of a text for an excerpt. */
const BEGINNING_CHARS = 600

/** Reads `announcement`, and keeps in `announcement_read` who has read what. */
export function announcementsIn(db: Database, clock: Clock): Announcements {
  const visibleTo = (reader: Reader) => visible(db.kysely, reader, clock.now())
  return {
    list: (reader, query) => {
      const all = visibleTo(reader)
      return list(query.standing === true ? all.where(standingAt(clock.now())) : all, query)
    },
    counts: async (reader, kinds) => {
      const { all, unread, maintenance } = await visibleTo(reader)
        .$if(kinds !== undefined, (rows) => rows.where('announcement.kind', 'in', kinds ?? []))
        .select((eb) => [
          eb.fn.countAll<number>().as('all'),
          sql<number | null>`sum(case when seen.at is null then 1 else 0 end)`.as('unread'),
          sql<number | null>`sum(case when announcement.kind = 'maintenance' then 1 else 0 end)`.as('maintenance'),
        ])
        .executeTakeFirstOrThrow()
      return { all, unread: unread ?? 0, maintenance: maintenance ?? 0 }
    },
    maintenance: async (reader) => {
      const rows = await beginnings(visibleTo(reader))
        .where('announcement.kind', '=', 'maintenance')
        .where('announcement.ends_at', '>', clock.now())
        .orderBy('announcement.starts_at')
        .limit(MOST_MAINTENANCE)
        .execute()
      return rows.map(toAnnouncement)
    },
    get: async (reader, id) => {
      const row = await visibleTo(reader)
        .select(HEAD)
        .select(['announcement.body_zh', 'announcement.body_en'])
        .where('announcement.id', '=', id)
        .executeTakeFirst()
      return row && toAnnouncement(row)
    },
    mark: async (reader, id, read) => {
      const found = await visibleTo(reader)
        .select('announcement.id')
        .where('announcement.id', '=', id)
        .executeTakeFirst()
      if (!found) return false
      if (read) await insertReads(db.kysely, reader, [id], clock.now())
      else {
        const row = db.kysely.deleteFrom('announcement_read').where('announcement_id', '=', id)
        await row.where('user_id', '=', reader.userId).execute()
      }
      return true
    },
    markAll: (reader) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const unread = await visible(tx, reader, now).select('announcement.id').where('seen.at', 'is', null).execute()
        const ids = unread.map(({ id }) => id)
        if (ids.length > 0) await insertReads(tx, reader, ids, now)
      }),
  }
}

/** What a reader may see at a moment, with whether it was read and who wrote it. */
function visible(db: Kysely<Tables>, { userId, groupId }: Reader, now: number) {
  return db
    .selectFrom('announcement')
    .leftJoin('announcement_read as seen', (join) =>
      join.onRef('seen.announcement_id', '=', 'announcement.id').on('seen.user_id', '=', userId),
    )
    .leftJoin('user as author', 'author.id', 'announcement.author_id')
    .where('announcement.shown_at', '<=', now)
    .where((eb) =>
      eb.or([
        // Maintenance that is over stays, for those who ask what happened.
        eb('announcement.kind', '=', 'maintenance'),
        eb('announcement.ends_at', 'is', null),
        eb('announcement.ends_at', '>', now),
      ]),
    )
    .where((eb) =>
      groupId === null
        ? eb('announcement.audience', 'is', null)
        : eb.or([
            eb('announcement.audience', 'is', null),
            eb('announcement.audience', 'like', `%${JSON.stringify(groupId)}%`),
          ]),
    )
}

/** What is no maintenance that is over. */
const standingAt = (now: number) => (eb: ExpressionBuilder<Tables, 'announcement'>) =>
  eb.or([eb('announcement.kind', '!=', 'maintenance'), eb('announcement.ends_at', '>', now)])

const HEAD = [
  'announcement.id',
  'announcement.kind',
  'announcement.pinned',
  'announcement.title_zh',
  'announcement.title_en',
  'announcement.starts_at',
  'announcement.ends_at',
  'announcement.shown_at',
  'announcement.updated_at',
  'author.name as author',
  'seen.at as read_at',
] as const

type Visible = ReturnType<typeof visible>

function beginnings(rows: Visible) {
  return rows
    .select(HEAD)
    .select([
      sql<string>`substr(announcement.body_zh, 1, ${sql.lit(BEGINNING_CHARS)})`.as('body_zh'),
      sql<string>`substr(announcement.body_en, 1, ${sql.lit(BEGINNING_CHARS)})`.as('body_en'),
    ])
}

async function list(all: Visible, { filter, q, limit, cursor, kinds }: AnnouncementQuery) {
  let rows = beginnings(all)
  if (kinds) rows = rows.where('announcement.kind', 'in', kinds)
  if (filter === 'unread') rows = rows.where('seen.at', 'is', null)
  if (filter === 'maintenance') rows = rows.where('announcement.kind', '=', 'maintenance')
  if (q) rows = rows.where(anyLike(['title_zh', 'title_en', 'body_zh', 'body_en'], q))
  if (cursor !== undefined) rows = rows.where(after(cursor))
  const found = await rows
    .orderBy('announcement.pinned', 'desc')
    .orderBy('announcement.shown_at', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = cutPage(found, limit, (last) => `${last.pinned}.${last.shown_at}.${last.id}`)
  return { items: page.rows.map(toAnnouncement), next: page.next }
}

/** What comes after the row a cursor was made of; the contract has checked its form. */
function after(cursor: string) {
  const [pinned, shownAt, id] = cursor.split('.')
  return sql<SqlBool>`(announcement.pinned, announcement.shown_at, announcement.id) < (${Number(pinned)}, ${Number(shownAt)}, ${id})`
}

async function insertReads(db: Kysely<Tables>, { userId }: Reader, ids: readonly string[], at: number): Promise<void> {
  await db
    .insertInto('announcement_read')
    .values(ids.map((id) => ({ user_id: userId, announcement_id: id, at })))
    .onConflict((it) => it.doNothing())
    .execute()
}

type Row = Awaited<ReturnType<ReturnType<typeof beginnings>['execute']>>[number]

function toAnnouncement(row: Row): ReadableAnnouncement {
  return {
    id: row.id,
    kind: row.kind,
    pinned: row.pinned === 1,
    title: { zh: row.title_zh, en: row.title_en },
    body: { zh: row.body_zh, en: row.body_en },
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    shownAt: row.shown_at ?? 0,
    updatedAt: row.updated_at,
    author: row.author,
    read: row.read_at !== null,
  }
}
