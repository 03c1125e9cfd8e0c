import type { AdminAnnouncement } from '../contract/announcements.ts'
import type { Endpoints } from '../contract/all.ts'
import type { BodyOf } from '../contract/endpoint.ts'
import { newId } from '../core/ids.ts'
import { iso, isoOrNull } from '../core/time.ts'
import type { AnnouncementRefusal, AnnouncementText, WrittenAnnouncement } from '../store/announcement-desk.ts'
import type { Outcome } from '../store/outcome.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { ApiError, found, invalid } from './errors.ts'
import { auditOf } from './trail.ts'
import { NO_GROUP } from './user-acts.ts'

type DeskHandlers = Pick<
  Handlers,
  | 'adminListAnnouncements'
  | 'adminCreateAnnouncement'
  | 'adminGetAnnouncement'
  | 'adminPatchAnnouncement'
  | 'adminDeleteAnnouncement'
>

/** Where administrators write announcements. */
export function announcementDeskHandlers(deps: Deps): DeskHandlers {
  const { announcementDesk: desk } = deps.store
  return {
    adminListAnnouncements: async ({ query }) => {
      const { items, next } = await desk.list(query)
      return { items: items.map(viewOf), next }
    },
    adminCreateAnnouncement: (call) => create(call, deps),
    adminGetAnnouncement: async ({ params }) => viewOf(await stored(params.id, deps)),
    adminPatchAnnouncement: (call) => patch(call, deps),
    adminDeleteAnnouncement: async (call) => {
      const { id } = call.params
      const before = fieldsOf(viewOf(await stored(id, deps)))
      const audit = auditOf(call, { action: 'announcement.deleted', ...target(id), before, after: null })
      found(await desk.remove(id, { audit }))
      return null
    },
  }
}

type Fields = BodyOf<Endpoints['adminCreateAnnouncement']>

const target = (id: string) => ({ targetKind: 'announcement', targetId: id })

async function create(call: Call<Endpoints['adminCreateAnnouncement']>, { store, clock }: Deps) {
  const now = clock.now()
  const id = newId(now)
  const text = textOf(call.body, { now, shownAt: null })
  const audit = auditOf(call, { action: 'announcement.created', ...target(id), before: null, after: call.body })
  const made = await store.announcementDesk.create({ ...text, id, authorId: call.caller.user.id }, { audit })
  return viewOf(accepted(made))
}

async function patch(call: Call<Endpoints['adminPatchAnnouncement']>, deps: Deps) {
  const { id } = call.params
  const old = await stored(id, deps)
  const before = fieldsOf(viewOf(old))
  if (!differs(call.body, before) && sawNewest(call, old)) return viewOf(old)
  const given = Object.fromEntries(Object.entries(call.body).filter(([, value]) => value !== undefined))
  const text = textOf({ ...before, ...given }, { now: deps.clock.now(), shownAt: old.shownAt })
  const audit = auditOf(call, { action: 'announcement.changed', ...target(id), before, after: call.body })
  const ifVersion = call.ifMatch ?? old.version
  return viewOf(accepted(await deps.store.announcementDesk.replace(id, { ...text, ifVersion }, { audit })))
}

const MUST = { zh: '此项必填', en: 'This is required' }
const LATER = { zh: '结束时间必须晚于开始时间', en: 'The end must come after the start' }

/** Checks what form alone does not say, and reckons from when on readers see it. */
function textOf(fields: Fields, present: { now: number; shownAt: number | null }): AnnouncementText {
  const startsAt = momentOf(fields.starts_at)
  const endsAt = momentOf(fields.ends_at)
  if (isBlank(fields.title)) throw invalid({ title: MUST })
  if (!fields.draft && isBlank(fields.body)) throw invalid({ body: MUST })
  if (fields.kind === 'maintenance' && startsAt === null) throw invalid({ starts_at: MUST })
  if (fields.kind === 'maintenance' && endsAt === null) throw invalid({ ends_at: MUST })
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) throw invalid({ ends_at: LATER })
  return {
    kind: fields.kind,
    title: { zh: fields.title.zh.trim(), en: fields.title.en.trim() },
    body: fields.body,
    pinned: fields.pinned,
    groups: fields.groups,
    startsAt,
    endsAt,
    shownAt: fields.draft ? null : shownFrom(fields.kind === 'maintenance' ? null : startsAt, present),
  }
}

/** What is shown already keeps its date; what begins later waits; everything else is shown from now on. */
function shownFrom(begins: number | null, { now, shownAt }: { now: number; shownAt: number | null }): number {
  if (begins !== null && begins > now) return begins
  return shownAt !== null && shownAt <= now ? shownAt : now
}

function isBlank({ zh, en }: Fields['title']): boolean {
  return zh.trim() === '' && en.trim() === ''
}

function momentOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}

async function stored(id: string, { store }: Deps): Promise<WrittenAnnouncement> {
  return found(await store.announcementDesk.get(id))
}

function accepted(outcome: Outcome<WrittenAnnouncement, AnnouncementRefusal>): WrittenAnnouncement {
  if (outcome.ok) return outcome.value
  if (outcome.refused === 'group_missing') throw invalid({ groups: NO_GROUP })
  throw new ApiError(outcome.refused)
}

function fieldsOf(view: AdminAnnouncement): Fields {
  const { kind, title, body, pinned, groups, starts_at, ends_at, draft } = view
  return { kind, title, body, pinned, groups, starts_at, ends_at, draft }
}

function viewOf(row: WrittenAnnouncement): AdminAnnouncement {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    pinned: row.pinned,
    groups: row.groups,
    starts_at: isoOrNull(row.startsAt),
    ends_at: isoOrNull(row.endsAt),
    shown_at: isoOrNull(row.shownAt),
    draft: row.shownAt === null,
    author: row.author,
    reads: row.reads,
    version: row.version,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  }
}
