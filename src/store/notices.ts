import type { Kysely } from 'kysely'
import type { NewNotice, Notice, NoticeFacts } from '../core/notices.ts'
import type { Clock } from '../core/time.ts'
import { cutPage } from './cut-page.ts'
import type { Database } from './database.ts'
import { readFacts, readStrings } from './json.ts'
import { type MailQueue, mailQueueIn } from './notice-mail.ts'
import type { Tables } from './schema.ts'
import { tell, tellThese } from './tell.ts'

/** A notice as its user sees it. Times are epoch milliseconds. */
export type StoredNotice = { id: string; kind: Notice; facts: NoticeFacts; at: number; read: boolean }

/** Whom something is announced to: accounts made before, of these groups (null: of all and none). */
type NoticeAudience = { groups: readonly string[] | null; madeBefore: number }

/** What is known of an announcement that is to be told. */
type ToldAnnouncement = {
  id: string
  groups: string[] | null
  shownAt: number
  startsAt: number | null
}

/** What users are told of; each way only if they want it, and each mark once. */
export type Notices = {
  /** Answers whether it was written. */
  tell(userId: string, notice: NewNotice): Promise<boolean>
  /** Tells everybody of an audience, in slices; answers how many were told. Ends early when the signal fires. */
  tellAll(audience: NoticeAudience, notice: NewNotice, signal: AbortSignal): Promise<number>
  /** What the console shows, newest first. */
  list(
    userId: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: StoredNotice[]; next: string | null }>
  unread(userId: string): Promise<number>
  /** False when the user has no such notice. */
  read(userId: string, id: string): Promise<boolean>
  readAll(userId: string): Promise<void>
  /** Active keys that expire after `from` and until `to`. */
  keysExpiring(from: number, to: number): Promise<{ id: string; userId: string; name: string; expiresAt: number }[]>
  /** Announcements that were first shown after `since` and are shown now, and maintenance that begins from now on until `until`. */
  announced(since: number, until: number): Promise<{ fresh: ToldAnnouncement[]; near: ToldAnnouncement[] }>
  mail: MailQueue
}

/** Keeps the table `notice`; what is to be told of is read from `api_key` and `announcement`. */
export function noticesIn(db: Database, clock: Clock): Notices {
  return {
    tell: (userId, notice) => db.transaction(async (tx) => (await tell(tx, userId, notice, clock.now())) > 0),
    tellAll: (audience, notice, signal) => tellAll(db, audience, { notice, signal, clock }),
    ...readersIn(db, clock),
    keysExpiring: async (from, to) => {
      const rows = await db.kysely
        .selectFrom('api_key')
        .select(['id', 'user_id', 'name', 'expires_at'])
        .where('status', '=', 'active')
        .where('expires_at', '>', from)
        .where('expires_at', '<=', to)
        .execute()
      return rows.map(({ id, user_id: userId, name, expires_at: at }) => ({ id, userId, name, expiresAt: at ?? 0 }))
    },
    announced: (since, until) => announced(db.kysely, { since, until, now: clock.now() }),
    mail: mailQueueIn(db, clock),
  }
}

type Readers = Pick<Notices, 'list' | 'unread' | 'read' | 'readAll'>

function readersIn(db: Database, clock: Clock): Readers {
  const shown = (userId: string) =>
    db.kysely.selectFrom('notice').where('user_id', '=', userId).where('in_console', '=', 1)
  const unread = (userId: string) =>
    db.kysely
      .updateTable('notice')
      .set({ read_at: clock.now() })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
  return {
    list: async (userId, { limit, cursor }) => {
      let rows = shown(userId).select(['id', 'kind', 'facts', 'created_at', 'read_at'])
      if (cursor !== undefined) rows = rows.where('id', '<', cursor)
      const found = await rows
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const page = cutPage(found, limit, ({ id }) => id)
      const items = page.rows.map(({ id, kind, facts, created_at: at, read_at: readAt }) => ({
        id,
        kind,
        facts: readFacts(facts),
        at,
        read: readAt !== null,
      }))
      return { items, next: page.next }
    },
    unread: async (userId) => {
      const rows = shown(userId)
        .where('read_at', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('n'))
      return (await rows.executeTakeFirstOrThrow()).n
    },
    read: async (userId, id) => {
      if (!(await shown(userId).select('id').where('id', '=', id).executeTakeFirst())) return false
      await unread(userId).where('id', '=', id).execute()
      return true
    },
    readAll: async (userId) => {
      await unread(userId).execute()
    },
  }
}

/** Users are told by so many in a transaction, so that settled requests need not wait. */
const SLICE = 200

type Telling = { notice: NewNotice; signal: AbortSignal; clock: Clock }

async function tellAll(db: Database, { groups, madeBefore }: NoticeAudience, { notice, signal, clock }: Telling) {
  let told = 0
  for (let last: string | undefined = ''; last !== undefined && !signal.aborted;) {
    const after: string = last
    last = await db.transaction(async (tx) => {
      let rows = tx.selectFrom('user').select(['id', 'preferences']).where('status', '=', 'active')
      if (groups !== null) rows = rows.where('group_id', 'in', groups)
      const users = await rows
        .where('id', '>', after)
        .where('created_at', '<=', madeBefore)
        .orderBy('id')
        .limit(SLICE)
        .execute()
      told += await tellThese(tx, users, notice, clock.now())
      return users.at(-1)?.id
    })
  }
  return told
}

async function announced(db: Kysely<Tables>, { since, until, now }: { since: number; until: number; now: number }) {
  const rows = await db
    .selectFrom('announcement')
    .select(['id', 'kind', 'audience', 'shown_at', 'starts_at', 'ends_at'])
    .where('shown_at', '<=', now)
    .where((eb) =>
      eb.or([eb('shown_at', '>', since), eb.and([eb('kind', '=', 'maintenance'), eb('starts_at', '>', now)])]),
    )
    .execute()
  const all = rows
    .filter(({ ends_at: end }) => end === null || end > now)
    .map(({ id, kind, audience, shown_at: shownAt, starts_at: startsAt }) => ({
      id,
      kind,
      groups: readStrings(audience),
      shownAt: shownAt ?? 0,
      startsAt,
    }))
  return {
    fresh: all.filter(({ shownAt }) => shownAt > since),
    near: all.filter(
      ({ kind, startsAt }) => kind === 'maintenance' && startsAt !== null && startsAt > now && startsAt <= until,
    ),
  }
}
