import type { Kysely } from 'kysely'
import type { AnnouncementKind, Bilingual } from '../contract/announcements.ts'
import type { Clock } from '../core/time.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import { groupExists } from './groups.ts'
import { readStrings, writeStrings } from './json.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import type { Tables } from './schema.ts'
import type { AnnouncementRow } from './schema-operations.ts'
import { insertTrail, type Trail } from './trail.ts'

/** What is written of an announcement. Times are epoch milliseconds. */
export type AnnouncementText = {
  kind: AnnouncementKind
  title: Bilingual
  body: Bilingual
  pinned: boolean
  /** The groups it is for; null: everybody. */
  groups: string[] | null
  startsAt: number | null
  endsAt: number | null
  /** From when on readers see it; null for a draft. */
  shownAt: number | null
}

/** An announcement as administrators see it. */
export type WrittenAnnouncement = AnnouncementText & {
  id: string
  author: string | null
  reads: number
  version: number
  createdAt: number
  updatedAt: number
}

/** `group_missing`: it is for a group that does not exist, whose id `about` is. */
export type AnnouncementRefusal = 'not_found' | 'version_conflict' | 'group_missing'

/** What administrators do with announcements, drafts among them. */
export type AnnouncementDesk = {
  /** Drafts too, the latest made first. */
  list(query: {
    limit: number
    cursor?: string | undefined
  }): Promise<{ items: WrittenAnnouncement[]; next: string | null }>
  get(id: string): Promise<WrittenAnnouncement | undefined>
  create(
    announcement: AnnouncementText & { id: string; authorId: string | null },
    trail?: Trail,
  ): Promise<Outcome<WrittenAnnouncement, AnnouncementRefusal>>
  /** Only when it still has the version it was read with. */
  replace(
    id: string,
    text: AnnouncementText & { ifVersion: number },
    trail?: Trail,
  ): Promise<Outcome<WrittenAnnouncement, AnnouncementRefusal>>
  /** False when there is none. */
  remove(id: string, trail?: Trail): Promise<boolean>
}

/** Keeps the table `announcement`; who has read one is forgotten with it. */
export function announcementDeskIn(db: Database, clock: Clock): AnnouncementDesk {
  return {
    list: async ({ limit, cursor }) => {
      let rows = written(db.kysely)
      if (cursor !== undefined) rows = rows.where('announcement.id', '<', cursor)
      const found = await rows
        .orderBy('announcement.id', 'desc')
        .limit(limit + 1)
        .execute()
      const page = cutPage(found, limit, ({ id }) => id)
      return { items: page.rows.map(toWritten), next: page.next }
    },
    get: (id) => read(db.kysely, id),
    create: ({ id, authorId, ...text }, trail) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const missing = await missingGroup(tx, text.groups)
        if (missing !== null) return refuse('group_missing', missing)
        const row = {
          ...columns(text),
          id,
          author_id: authorId,
          created_at: now,
          updated_at: now,
          version: 1,
        }
        await tx.insertInto('announcement').values(row).execute()
        await insertTrail(tx, trail, now)
        return done(await present(tx, id))
      }),
    replace: (id, text, trail) => db.transaction((tx) => replace(tx, id, text, { trail, now: clock.now() })),
    remove: (id, trail) =>
      db.transaction(async (tx) => {
        await tx.deleteFrom('announcement_read').where('announcement_id', '=', id).execute()
        const { numDeletedRows } = await tx.deleteFrom('announcement').where('id', '=', id).executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await insertTrail(tx, trail, clock.now())
        return true
      }),
  }
}

async function replace(
  tx: Kysely<Tables>,
  id: string,
  { ifVersion, ...text }: AnnouncementText & { ifVersion: number },
  { trail, now }: { trail: Trail | undefined; now: number },
): Promise<Outcome<WrittenAnnouncement, AnnouncementRefusal>> {
  const before = await read(tx, id)
  if (!before) return refuse('not_found')
  // Those it has may be gone by now, which is nothing that whoever mends a word can help.
  const fresh = text.groups?.filter((group) => !before.groups?.includes(group)) ?? null
  const missing = await missingGroup(tx, fresh)
  if (missing !== null) return refuse('group_missing', missing)
  const { numUpdatedRows } = await tx
    .updateTable('announcement')
    .set({ ...columns(text), updated_at: now, version: ifVersion + 1 })
    .where('id', '=', id)
    .where('version', '=', ifVersion)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return refuse('version_conflict')
  await insertTrail(tx, trail, now)
  return done(await present(tx, id))
}

function columns(text: AnnouncementText) {
  return {
    kind: text.kind,
    title_zh: text.title.zh,
    title_en: text.title.en,
    body_zh: text.body.zh,
    body_en: text.body.en,
    pinned: Number(text.pinned),
    audience: writeStrings(text.groups),
    starts_at: text.startsAt,
    ends_at: text.endsAt,
    shown_at: text.shownAt,
  } satisfies Partial<AnnouncementRow>
}

async function missingGroup(tx: Kysely<Tables>, groups: readonly string[] | null): Promise<string | null> {
  for (const id of groups ?? []) if (!(await groupExists(tx, id))) return id
  return null
}

function written(db: Kysely<Tables>) {
  return db
    .selectFrom('announcement')
    .leftJoin('user as author', 'author.id', 'announcement.author_id')
    .selectAll('announcement')
    .select('author.name as author')
    .select((eb) =>
      eb
        .selectFrom('announcement_read')
        .whereRef('announcement_read.announcement_id', '=', 'announcement.id')
        .select((it) => it.fn.countAll<number>().as('reads'))
        .as('reads'),
    )
}

async function read(db: Kysely<Tables>, id: string): Promise<WrittenAnnouncement | undefined> {
  const row = await written(db).where('announcement.id', '=', id).executeTakeFirst()
  return row && toWritten(row)
}

async function present(tx: Kysely<Tables>, id: string): Promise<WrittenAnnouncement> {
  const found = await read(tx, id)
  if (!found) throw new Error('An announcement that was just written is missing.')
  return found
}

function toWritten(row: AnnouncementRow & { author: string | null; reads: number | null }): WrittenAnnouncement {
  return {
    id: row.id,
    kind: row.kind,
    title: { zh: row.title_zh, en: row.title_en },
    body: { zh: row.body_zh, en: row.body_en },
    pinned: row.pinned === 1,
    groups: readStrings(row.audience),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    shownAt: row.shown_at,
    author: row.author,
    reads: row.reads ?? 0,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
