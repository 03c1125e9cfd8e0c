import type { AnnouncementKind } from '../contract/announcements.ts'
import type { AlertRule, ChannelKind } from '../core/alerts.ts'
import type { Notice } from '../core/notices.ts'

/** JSON as text; whoever reads it parses it. */
type Json = string
/** Epoch milliseconds, UTC. */
type Time = number

/**
 * `n` and `mac` chain a row to the one before it; both are null in rows that were written before there was a chain, and only there.
 * `session` is the family of the tokens it came with, `call` how it came; null where nobody called, and in rows of before.
 */
export type AuditRow = {
  id: string
  at: Time
  actor_id: string | null
  action: string
  target_kind: string
  target_id: string | null
  before: Json | null
  after: Json | null
  ip: string
  client: string
  request_id: string
  outcome: 'done' | 'refused'
  session: string | null
  call: Json | null
  n: number | null
  mac: string | null
}

/** The one row that says where the chain ends, and how many rows there were before it began. */
export type AuditHeadRow = { id: 1; n: number; mac: string; unchained: number }

/** Where operators are told. What is secret of it is sealed; `rules` null stands for every rule. */
export type ChannelRow = {
  id: string
  name: string
  kind: ChannelKind
  config: Json
  secrets_sealed: string
  rules: Json | null
  locale: 'zh-CN' | 'en'
  allow_private: number
  enabled: number
  /** Whether users are sent their notices through it, too. */
  for_users: number
  version: number
  created_at: Time
}

/** Something that was wrong, or still is. `deliveries` tells to which channels it was sent, and what came of it. */
export type AlertRow = {
  id: string
  rule: AlertRule
  subject: string
  facts: Json
  fired_at: Time
  resolved_at: Time | null
  notified_at: Time | null
  deliveries: Json
}

/** When a job ran last, and what came of it. */
export type JobRow = { name: string; ran_at: Time; took_ms: number; ok: number; said: Json }

/** JSON's null stands for a setting that was set back. */
export type SettingRow = { key: string; value: Json; version: number }

/** What happened to an account, for its owner; `details` are facts for a sentence. */
export type ActivityRow = {
  id: string
  at: Time
  user_id: string
  kind: string
  details: Json
  ip: string
  user_agent: string
}

/** How far the rows have got with the journal of a node. */
export type JournalPositionRow = { node: string; segment: number; byte_offset: number }

/** `shown_at`: since or from when on readers see it; null for a draft. `audience` lists groups, null means everybody. */
export type AnnouncementRow = {
  id: string
  kind: AnnouncementKind
  title_zh: string
  title_en: string
  body_zh: string
  body_en: string
  pinned: number
  audience: Json | null
  starts_at: Time | null
  ends_at: Time | null
  shown_at: Time | null
  author_id: string | null
  created_at: Time
  updated_at: Time
  version: number
}

/** Who has read what; no row: not yet. */
export type AnnouncementReadRow = { user_id: string; announcement_id: string; at: Time }

/**
 * Something a user is told of; no user has two of one `mark`. `in_console` 0: the console says it elsewhere, or is not to.
 * `mail_due_at` null: it is not to be sent, or not any more.
 */
export type NoticeRow = {
  id: string
  user_id: string
  kind: Notice
  mark: string
  facts: Json
  created_at: Time
  in_console: number
  read_at: Time | null
  mail_due_at: Time | null
  mail_tries: number
  mailed_at: Time | null
}
