import type { z } from 'zod'
import type {
  AdminAnnouncement,
  adminCreateAnnouncement,
  AnnouncementKind,
} from '../../../../../src/contract/announcements.ts'
import { fromLocalInput, toLocalInput } from '../../../lib/local-input.ts'

/** An announcement as it stands in the editor; times as the reader's clock shows them, empty where there is none. */
export type DeskForm = {
  kind: AnnouncementKind
  title: { zh: string; en: string }
  body: { zh: string; en: string }
  pinned: boolean
  audience: 'everybody' | 'some'
  groups: string[]
  starts_at: string
  ends_at: string
}

/** An announcement nobody has begun: for everybody, without a time. */
export const EMPTY_FORM: DeskForm = {
  kind: 'info',
  title: { zh: '', en: '' },
  body: { zh: '', en: '' },
  pinned: false,
  audience: 'everybody',
  groups: [],
  starts_at: '',
  ends_at: '',
}

/** An announcement as the form shows it. */
export function formOf(announcement: AdminAnnouncement, zone: string): DeskForm {
  return {
    kind: announcement.kind,
    title: announcement.title,
    body: announcement.body,
    pinned: announcement.pinned,
    audience: announcement.groups === null ? 'everybody' : 'some',
    groups: announcement.groups ?? [],
    starts_at: timeOf(announcement.starts_at, zone),
    ends_at: timeOf(announcement.ends_at, zone),
  }
}

const timeOf = (time: string | null, zone: string): string =>
  time === null ? '' : toLocalInput(Date.parse(time), zone)

type Body = z.input<typeof adminCreateAnnouncement.body>

/** The form as the API takes it, to be shown or kept as a draft; a time nobody touched stays, seconds and all. */
export function bodyOf(
  form: DeskForm,
  draft: boolean,
  zone: string,
  edited: Pick<AdminAnnouncement, 'starts_at' | 'ends_at'> | null,
): Body {
  const moment = (text: string, was: string | null = null) => {
    if (text === timeOf(was, zone)) return was
    const ms = fromLocalInput(text, zone)
    return ms === undefined ? null : new Date(ms).toISOString()
  }
  const { kind, title, body, pinned, audience, groups } = form
  return {
    kind,
    title,
    body,
    pinned,
    groups: audience === 'everybody' ? null : groups,
    starts_at: moment(form.starts_at, edited?.starts_at),
    ends_at: moment(form.ends_at, edited?.ends_at),
    draft,
  }
}

/** Kept as a draft, to be shown later, shown now, or over. */
export type DeskState = 'draft' | 'waiting' | 'shown' | 'over'

/** Where an announcement stands at a moment (epoch milliseconds). */
export function stateOf(
  { shown_at, ends_at }: Pick<AdminAnnouncement, 'shown_at' | 'ends_at'>,
  nowMs: number,
): DeskState {
  if (shown_at === null) return 'draft'
  if (Date.parse(shown_at) > nowMs) return 'waiting'
  return ends_at !== null && Date.parse(ends_at) <= nowMs ? 'over' : 'shown'
}
