import { z } from 'zod'
import { activityEvent } from './activity.ts'
import { bulkAnswer, bulkIds } from './bulk.ts'
import {
  count,
  email,
  exported,
  many,
  manyOf,
  named,
  nothing,
  page,
  pageById,
  pageOf,
  sortBy,
  time,
  usd,
  zoned,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { keyFields } from './keys.ts'
import { consent, limitsInput, limitState } from './limits.ts'
import { BILLINGS, ROLES, USER_STATUSES } from './users.ts'

/** What stands out about an account: a limit or its money is used up, or nobody has used it for 30 days. */
export const USER_SIGNS = ['exhausted', 'idle_30d'] as const
export type UserSign = (typeof USER_SIGNS)[number]

/** What accounts may be ordered by; cost and requests are those of this calendar month. */
export const USER_COLUMNS = ['created', 'name', 'cost', 'requests', 'keys', 'active'] as const
export type UserColumn = (typeof USER_COLUMNS)[number]

/** An account as administrators see it. */
const adminUser = z.strictObject({
  id: z.string(),
  email,
  name: z.string(),
  role: z.enum(ROLES),
  status: z.enum(USER_STATUSES),
  group: named.nullable(),
  billing: z.enum(BILLINGS),
  credit: usd,
  spent: usd,
  /** Credit less what was spent; null where nothing is paid ahead. */
  balance: usd.nullable(),
  limits: z.array(limitState),
  /** Catalogue names; null allows every model. A key is allowed what it, its account and the account’s group all allow. */
  allow_models: z.array(z.string()).nullable(),
  /** Catalogue names of what is left out where every model is allowed. */
  deny_models: z.array(z.string()),
  /** Ids; null allows every provider. */
  allow_providers: z.array(z.string()).nullable(),
  /** Addresses or CIDR blocks that requests may come from; null allows every address. */
  allow_ips: z.array(z.string()).nullable(),
  note: z.string(),
  must_change_password: z.boolean(),
  /** Signing in takes a code of an authenticator as well. */
  second_factor: z.boolean(),
  /** How many it has, each of which signs in in place of the password. */
  passkeys: count,
  keys: count,
  /** This calendar month in the zone of `tz`. */
  month: z.strictObject({ requests: count, cost: usd }),
  /** Cost of each of the last 14 days in the zone of `tz`, oldest first. */
  trend: z.array(usd),
  /** The last sign of life, in the console or with a key. */
  last_active_at: time.nullable(),
  last_login_at: time.nullable(),
  created_at: time,
  /** Bumped with every change; send it as `If-Match` to refuse a lost update. */
  version: count,
})
export type AdminUser = z.infer<typeof adminUser>

/** Which accounts, and in which order: a list and its export are asked for alike. */
const chosen = z.strictObject({
  id: many.optional(),
  q: z.string().trim().max(200).optional(),
  role: manyOf(ROLES).optional(),
  status: manyOf(USER_STATUSES).optional(),
  group: many.optional(),
  billing: manyOf(BILLINGS).optional(),
  sign: manyOf(USER_SIGNS).optional(),
  ...zoned,
  sort: sortBy(USER_COLUMNS).default('-created'),
})

export const adminListUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  who: 'admin',
  summary: 'Accounts, newest first unless ordered otherwise; several signs must all be there.',
  query: chosen.extend(page),
  answer: pageOf(adminUser),
})

export const adminExportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  who: 'admin',
  summary: 'Accounts as a file, limits and bounds as they are imported, newest first unless ordered otherwise.',
  query: chosen.extend(exported),
  answer: z.string(),
  file: true,
})

export const adminUserFigures = endpoint({
  method: 'GET',
  path: '/api/admin/users/figures',
  who: 'admin',
  summary: 'How many accounts there are of each state, and what all of them cost this month.',
  query: z.strictObject(zoned),
  answer: z.strictObject({
    active: count,
    disabled: count,
    exhausted: count,
    /** Seen in the console or with a key since midnight. */
    active_today: count,
    month_cost: usd,
  }),
})

const fields = {
  name: z.string().trim().min(1).max(64),
  role: z.enum(ROLES),
  /** The id of a group; null: none. */
  group: z.string().max(64).nullable(),
  billing: z.enum(BILLINGS),
  note: z.string().trim().max(500),
  limits: limitsInput,
  allow_models: keyFields.allow_models,
  deny_models: z.array(z.string().max(200)).max(200),
  allow_providers: z.array(z.string().min(1).max(64)).min(1).max(200).nullable(),
  allow_ips: keyFields.allow_ips,
}

/** A password told once: whoever signs in with it must change it. */
const oneTime = z.string().nullable()

export const adminCreateUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  who: 'admin',
  summary:
    'Creates an account; without a password one is made, told in this answer only. An administrator takes the password of whoever makes them.',
  body: z.strictObject({
    email,
    name: fields.name,
    role: fields.role.default('user'),
    password: z.string().min(8).max(1024).optional(),
    must_change_password: z.boolean().default(true),
    /** Left out: the group that new users join. */
    group: fields.group.optional(),
    billing: fields.billing.default('unlimited'),
    note: fields.note.default(''),
    limits: fields.limits.default([]),
    allow_models: fields.allow_models.default(null),
    deny_models: fields.deny_models.default([]),
    allow_providers: fields.allow_providers.default(null),
    allow_ips: fields.allow_ips.default(null),
    /** Of whoever calls; `password` is the account’s. */
    own_password: consent.password,
  }),
  answer: adminUser.extend({ one_time_password: oneTime }),
  status: 201,
})

export const adminGetUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}',
  who: 'admin',
  summary: 'One account.',
  query: z.strictObject(zoned),
  answer: adminUser,
})

export const adminPatchUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{id}',
  who: 'admin',
  summary:
    'Changes an account; limits that are given replace the old ones, and another e-mail, or disabling it, ends its sessions. Making or enabling an administrator takes the password of whoever does it. With If-Match only from the version named there.',
  versioned: true,
  body: z
    .strictObject({ email, ...fields, status: z.enum(USER_STATUSES) })
    .partial()
    .extend(consent),
  answer: adminUser,
})

export const adminDeleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  who: 'admin',
  summary: 'Deletes an account and revokes its keys; what it used stays in the books.',
  /** The account's e-mail, typed once more. */
  body: z.strictObject({ email, ...consent }),
  answer: nothing,
  status: 204,
})

export const adminResetPassword = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/password',
  who: 'admin',
  summary: 'Gives an account a new one-time password, told in this answer only, and ends its sessions.',
  /** Needed for an administrator’s account. */
  body: z.strictObject(consent),
  answer: z.strictObject({ one_time_password: z.string() }),
})

export const adminListActivity = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/activity',
  who: 'admin',
  summary: 'What happened to an account as its owner is told, newest first.',
  query: z.strictObject(pageById),
  answer: pageOf(activityEvent),
})

export const adminViewUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/view',
  who: 'admin',
  summary:
    'Begins to look at the console as a user sees it: calls that send the token as `x-yumen-view` read the user’s own data, and change nothing.',
  answer: z.strictObject({ token: z.string(), expires_at: time }),
})

export const adminBulkUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/bulk',
  who: 'admin',
  summary: 'Does the same to many accounts, each by itself.',
  body: z.discriminatedUnion('action', [
    /** Enabling an administrator takes the password of whoever does it. */
    z.strictObject({ ids: bulkIds, action: z.enum(['enable', 'disable']), ...consent }),
    z.strictObject({ ids: bulkIds, action: z.literal('set_group'), group: fields.group }),
    z.strictObject({ ids: bulkIds, action: z.literal('set_limits'), limits: fields.limits, ...consent }),
  ]),
  answer: bulkAnswer,
})

/** A line of a list of new accounts, and what stands against it. */
export const importedUser = z.strictObject({
  line: z.int(),
  email: z.string(),
  name: z.string(),
  problem: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
  one_time_password: oneTime,
})

export const adminImportUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/import',
  who: 'admin',
  summary:
    'Creates accounts from CSV with the columns email, name, role, group, billing and note, and limits, allow_models, deny_models, allow_providers and allow_ips, each a list parted by semicolons; tries it first with dry_run.',
  body: z.strictObject({ csv: z.string().min(1), dry_run: z.boolean().default(true), ...consent }),
  answer: z.strictObject({ rows: z.array(importedUser), created: count }),
  maxBodyKib: 1024,
})
