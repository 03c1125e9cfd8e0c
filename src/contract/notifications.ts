import { z } from 'zod'
import { ALERT_RULES, CHANNEL_KINDS } from '../core/alerts.ts'
import { CHANNEL_FIELDS } from './channels.ts'
import { listOf, manyOf, nothing, pageById, pageOf, time } from './common.ts'
import { endpoint } from './endpoint.ts'

const rules = z.array(z.enum(ALERT_RULES)).min(1).nullable()
const locale = z.enum(['zh-CN', 'en'])

const channel = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  /** Everything that is not secret. */
  config: z.record(z.string(), z.unknown()),
  /** The names of the secrets that are set. */
  secrets_set: z.array(z.string()),
  /** Its secrets cannot be opened any more, and have to be entered again. */
  unreadable: z.boolean(),
  /** What it wants to hear of; null: everything. */
  rules,
  locale,
  /** Whether it may lie in a private network. */
  allow_private: z.boolean(),
  enabled: z.boolean(),
  /** Whether users are sent their notices through it, too; only where it is e-mail. */
  for_users: z.boolean(),
  version: z.int(),
  created_at: time,
})
/** A way operators are told by; send `version` as `If-Match` to refuse a lost update. */
export type ChannelView = z.infer<typeof channel>

const fields = {
  name: z.string().trim().min(1).max(64),
  rules,
  locale,
  allow_private: z.boolean(),
  enabled: z.boolean(),
  for_users: z.boolean(),
}

const setups = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), ...CHANNEL_FIELDS.webhook }),
  z.strictObject({ kind: z.literal('email'), ...CHANNEL_FIELDS.email }),
  z.strictObject({ kind: z.literal('feishu'), ...CHANNEL_FIELDS.feishu }),
  z.strictObject({ kind: z.literal('dingtalk'), ...CHANNEL_FIELDS.dingtalk }),
  z.strictObject({ kind: z.literal('wecom'), ...CHANNEL_FIELDS.wecom }),
  z.strictObject({ kind: z.literal('telegram'), ...CHANNEL_FIELDS.telegram }),
])

export const adminListChannels = endpoint({
  method: 'GET',
  path: '/api/admin/notifications/channels',
  who: 'admin',
  summary: 'Where operators are told of what goes wrong; secrets never come out.',
  answer: listOf(channel),
})

export const adminCreateChannel = endpoint({
  method: 'POST',
  path: '/api/admin/notifications/channels',
  who: 'admin',
  summary: 'Adds a channel.',
  body: z.strictObject({
    setup: setups,
    name: fields.name,
    rules: fields.rules.default(null),
    locale: fields.locale.default('zh-CN'),
    allow_private: fields.allow_private.default(false),
    enabled: fields.enabled.default(true),
    for_users: fields.for_users.default(false),
  }),
  answer: channel,
  status: 201,
})

export const adminPatchChannel = endpoint({
  method: 'PATCH',
  path: '/api/admin/notifications/channels/{id}',
  who: 'admin',
  summary: 'Changes a channel; a setup that is given replaces the old one, secrets included.',
  versioned: true,
  body: z.strictObject({ ...fields, setup: setups }).partial(),
  answer: channel,
})

export const adminDeleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/admin/notifications/channels/{id}',
  who: 'admin',
  summary: 'Deletes a channel.',
  answer: nothing,
  status: 204,
})

export const adminTestChannel = endpoint({
  method: 'POST',
  path: '/api/admin/notifications/channels/{id}/test',
  who: 'admin',
  summary: 'Sends a test message by a channel, once.',
  answer: z.strictObject({
    ok: z.boolean(),
    /** Why it was not sent, in a word: `http_403`, `refused`, `econnrefused`, … */
    problem: z.string().nullable(),
  }),
})

const alert = z.strictObject({
  id: z.string(),
  rule: z.enum(ALERT_RULES),
  subject: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** One sentence in the caller’s language. */
  title: z.string(),
  detail: z.string(),
  severity: z.enum(['critical', 'warning', 'info']),
  /** The page of the console where it can be mended. */
  link: z.string(),
  fired_at: time,
  /** Null: it is still so. */
  resolved_at: time.nullable(),
  deliveries: z.array(
    z.strictObject({
      channel: z.string(),
      at: time,
      state: z.enum(['fired', 'resolved']),
      ok: z.boolean(),
      problem: z.string().nullable(),
      /** How often it was tried; the rest is of the last time. */
      tries: z.int(),
    }),
  ),
})
/** One time that something was wrong, from when it was seen until it was over, and what came of telling each channel. */
export type AlertView = z.infer<typeof alert>

export const adminListAlerts = endpoint({
  method: 'GET',
  path: '/api/admin/notifications/alerts',
  who: 'admin',
  summary: 'What went wrong, newest first, and who was told.',
  query: z.strictObject({
    ...pageById,
    rule: manyOf(ALERT_RULES).optional(),
    state: z.enum(['open', 'resolved']).optional(),
  }),
  answer: pageOf(alert),
})
