import { z } from 'zod'
import { count, exported, manyOf, pageById, pageOf, time, zoned } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Everything that is told of an account, in the groups it is filtered by. */
export const ACTIVITY_GROUPS = {
  sign_in: [
    'session.opened',
    'session.failed',
    'session.reused',
    'session.closed',
    'session.ended',
    'session.others_ended',
  ],
  keys: ['key.created', 'key.changed', 'key.rotated', 'key.enabled', 'key.disabled', 'key.deleted'],
  account: [
    'profile.changed',
    'settings.changed',
    'password.changed',
    'password.reset',
    'second_factor.enabled',
    'second_factor.replaced',
    'second_factor.disabled',
    'second_factor.reset',
    'recovery_codes.renewed',
    'passkey.added',
    'passkey.renamed',
    'passkey.removed',
    'passkeys.reset',
    'account.created',
    'account.changed',
    'account.enabled',
    'account.disabled',
    'account.viewed',
  ],
  limits: ['limits.changed', 'limit.reached', 'balance.changed'],
  exports: ['data.exported'],
} as const
export type ActivityGroup = keyof typeof ACTIVITY_GROUPS
/** What this build writes; rows of another build may hold other kinds, which is why an event’s `kind` is any text. */
export type ActivityKind = (typeof ACTIVITY_GROUPS)[ActivityGroup][number]

/** What went wrong; everything else was done. */
export const FAILED_ACTIVITIES = ['session.failed', 'session.reused'] as const satisfies readonly ActivityKind[]

const OUTCOMES = ['done', 'failed'] as const

/** One thing that happened to an account, as its owner is told of it: what an administrator did names neither them nor their address. */
export const activityEvent = z.strictObject({
  id: z.string(),
  at: time,
  /** One of `ACTIVITY_GROUPS`. */
  kind: z.string(),
  outcome: z.enum(OUTCOMES),
  /** What it was about: names, counts, never a secret. `by: "admin"` where an administrator did it. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Empty where it is not the owner's to know. */
  ip: z.string(),
  user_agent: z.string(),
})
export type ActivityEvent = z.infer<typeof activityEvent>

const GROUP_NAMES = Object.keys(ACTIVITY_GROUPS) as [ActivityGroup, ...ActivityGroup[]]

const filters = {
  kind: manyOf(GROUP_NAMES).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  from: time.optional(),
  to: time.optional(),
  /** What happened to one API key, by its id, also once it is gone. */
  key: z.string().max(64).optional(),
  /** Finds by name, address and device. */
  q: z.string().trim().max(200).optional(),
}

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  who: 'user',
  summary: 'What happened to the own account, newest first.',
  query: z.strictObject({ ...filters, ...pageById }),
  answer: pageOf(activityEvent),
})

export const activitySummary = endpoint({
  method: 'GET',
  path: '/api/activity/summary',
  who: 'user',
  summary: 'How much happened to the own account, by group and by day.',
  query: z.strictObject({ from: time, to: time, ...zoned }),
  answer: z.strictObject({
    groups: z.strictObject(
      Object.fromEntries(GROUP_NAMES.map((name) => [name, count])) as Record<ActivityGroup, typeof count>,
    ),
    days: z.array(z.strictObject({ date: z.iso.date(), done: count, failed: count })),
  }),
})
/** `groups` names every group, also those nothing happened in; `days` has every day of the period in the zone of `tz`, oldest first. */
export type ActivitySummary = z.infer<(typeof activitySummary)['answer']>

export const exportActivity = endpoint({
  method: 'GET',
  path: '/api/activity/export',
  who: 'user',
  summary: 'The same list as a file.',
  query: z.strictObject({ ...filters, ...zoned, ...exported }),
  answer: z.string(),
  file: true,
})
