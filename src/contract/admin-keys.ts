import { z } from 'zod'
import { bulkAnswer, bulkIds } from './bulk.ts'
import {
  count,
  exported,
  listOf,
  many,
  manyOf,
  named,
  nothing,
  page,
  pageOf,
  sortBy,
  time,
  usd,
  zoned,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { apiKey, KEY_STATES, keyFields, keyPatch, newKey } from './keys.ts'
import { consent } from './limits.ts'

/** What may be wrong with a key: nothing bounds its cost, its time, nobody uses it, many addresses do, or it ends within a week. */
export const KEY_RISKS = ['no_limit', 'no_expiry', 'unused_90d', 'many_ips', 'expires_7d'] as const
export type KeyRisk = (typeof KEY_RISKS)[number]

/** What keys may be ordered by; cost is that of this calendar month. */
export const KEY_COLUMNS = ['created', 'name', 'cost', 'used', 'addresses', 'expires'] as const
export type KeyColumn = (typeof KEY_COLUMNS)[number]

/** A key as administrators see it. */
const adminKey = apiKey.extend({
  owner: named.extend({ email: z.string() }),
  /** The administrator who made it; null when its owner did. */
  created_by: named.nullable(),
  /** The administrator who disabled it, so that only administrators enable it; null when its owner did, or nobody. */
  disabled_by: named.nullable(),
  /** How many addresses it was used from in the last seven days. */
  addresses: count,
  risks: z.array(z.enum(KEY_RISKS)),
})
export type AdminKey = z.infer<typeof adminKey>

/** Which keys, and in which order: a list and its export are asked for alike. */
const chosen = z.strictObject({
  ...zoned,
  id: many.optional(),
  q: z.string().trim().max(200).optional(),
  user: many.optional(),
  /** `active` finds all that work, those that are `rotating` and `exhausted` among them. */
  status: manyOf(KEY_STATES).optional(),
  risk: manyOf(KEY_RISKS).optional(),
  sort: sortBy(KEY_COLUMNS).default('-created'),
})

export const adminListKeys = endpoint({
  method: 'GET',
  path: '/api/admin/keys',
  who: 'admin',
  summary: 'The API keys of everybody, newest first unless ordered otherwise; several risks must all be there.',
  query: chosen.extend(page),
  answer: pageOf(adminKey),
})

export const adminExportKeys = endpoint({
  method: 'GET',
  path: '/api/admin/keys/export',
  who: 'admin',
  summary: 'API keys as a file, masked; newest first unless ordered otherwise.',
  query: chosen.extend(exported),
  answer: z.string(),
  file: true,
})

export const adminKeyFigures = endpoint({
  method: 'GET',
  path: '/api/admin/keys/figures',
  who: 'admin',
  summary: 'How many API keys there are of each state and risk, and what all of them cost this month.',
  query: z.strictObject(zoned),
  answer: z.strictObject({
    active: count,
    disabled: count,
    expired: count,
    /** Active, and the secret before the present one is still accepted. */
    rotating: count,
    /** Active, and a limit is used up. */
    exhausted: count,
    risks: z.record(z.enum(KEY_RISKS), count),
    month_cost: usd,
  }),
})

export const adminCreateKey = endpoint({
  method: 'POST',
  path: '/api/admin/keys',
  who: 'admin',
  summary: 'Creates an API key for a user; its secret is in this answer and nowhere else, ever.',
  body: newKey.extend({ user: z.string().max(64) }),
  answer: adminKey.extend({ secret: z.string() }),
  status: 201,
})

export const adminFindKey = endpoint({
  method: 'POST',
  path: '/api/admin/keys/find',
  who: 'admin',
  summary: 'Finds the API key that a secret belongs to.',
  body: z.strictObject({ secret: z.string().trim().min(1).max(200) }),
  answer: adminKey,
})

export const adminBulkKeys = endpoint({
  method: 'POST',
  path: '/api/admin/keys/bulk',
  who: 'admin',
  summary: 'Does the same to many API keys, each by itself.',
  body: z.discriminatedUnion('action', [
    z.strictObject({ ids: bulkIds, action: z.enum(['enable', 'disable']) }),
    z.strictObject({ ids: bulkIds, action: z.literal('delete') }),
    z.strictObject({ ids: bulkIds, action: z.literal('set_expiry'), expires_at: keyFields.expires_at }),
    z.strictObject({ ids: bulkIds, action: z.literal('set_limits'), limits: keyFields.limits, ...consent }),
  ]),
  answer: bulkAnswer,
})

export const adminGetKey = endpoint({
  method: 'GET',
  path: '/api/admin/keys/{id}',
  who: 'admin',
  summary: 'One API key.',
  query: z.strictObject(zoned),
  answer: adminKey,
})

export const adminKeyAddresses = endpoint({
  method: 'GET',
  path: '/api/admin/keys/{id}/addresses',
  who: 'admin',
  summary: 'Where an API key was used from in the last seven days, the latest first, 200 at most.',
  answer: listOf(
    z.strictObject({
      ip: z.string(),
      /** When the hour began in which it was last used from there. */
      at: time,
    }),
  ),
})

export const adminPatchKey = endpoint({
  method: 'PATCH',
  path: '/api/admin/keys/{id}',
  who: 'admin',
  summary: 'Changes an API key, or disables and enables it; with If-Match only from the version named there.',
  versioned: true,
  body: keyPatch,
  answer: adminKey,
})

export const adminDeleteKey = endpoint({
  method: 'DELETE',
  path: '/api/admin/keys/{id}',
  who: 'admin',
  summary: 'Deletes an API key; it stops working at once and for ever.',
  answer: nothing,
  status: 204,
})
