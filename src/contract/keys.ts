import { z } from 'zod'
import { count, exported, listOf, many, nothing, time, usd, zoned } from './common.ts'
import { endpoint } from './endpoint.ts'
import { consent, limitsInput, limitState } from './limits.ts'
import { protocolId } from './protocol-id.ts'

/** `expired` follows from the key’s end; people only choose between `active` and `disabled`. */
const keyStatus = z.enum(['active', 'disabled', 'expired'])

/** What a key can be said to be: active ones may be `rotating`, while the secret before the present one works, and `exhausted`, once a limit is used up. */
export const KEY_STATES = ['active', 'rotating', 'exhausted', 'disabled', 'expired'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** A key as its owner sees it, without the secret: of that only a hash is kept. */
export const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  /** The first characters and the last four: enough to recognise a key, not to use it. */
  prefix: z.string(),
  last4: z.string(),
  status: keyStatus,
  /** An administrator disabled it: its owner cannot enable it. */
  disabled_by_admin: z.boolean(),
  expires_at: time.nullable(),
  /** Catalogue names; null allows every model. */
  allow_models: z.array(z.string()).nullable(),
  /** Addresses or CIDR blocks; null allows every address. */
  allow_ips: z.array(z.string()).nullable(),
  tags: z.array(z.string()),
  limits: z.array(limitState),
  /** Until when the secret before the present one is still accepted; null when none is. */
  old_secret_until: time.nullable(),
  created_at: time,
  /** Bumped with every change; send it as `If-Match` to refuse a lost update. */
  version: count,
  last_used_at: time.nullable(),
  last_used_ip: z.string().nullable(),
  last_used_client: z.string().nullable(),
  /** Null also of what was used before this was kept, and of what names no model. */
  last_used_model: z.string().nullable(),
  /** This calendar month in the zone of `tz`. */
  month: z.strictObject({ requests: count, cost: usd }),
  /** Cost of each of the last 14 days in the zone of `tz`, oldest first. */
  trend: z.array(usd),
})
export type ApiKey = z.infer<typeof apiKey>

/** What whoever makes or changes a key may say of it. */
export const keyFields = {
  name: z.string().trim().min(1).max(64),
  note: z.string().trim().max(200),
  expires_at: time.nullable(),
  allow_models: z.array(z.string().max(200)).min(1).max(200).nullable(),
  allow_ips: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
    .min(1)
    .max(100)
    .nullable(),
  tags: z.array(z.string().trim().min(1).max(32)).max(20),
  limits: limitsInput,
}

/** A new key; everything but its name may be left out. */
export const newKey = z.strictObject({
  name: keyFields.name,
  note: keyFields.note.default(''),
  expires_at: keyFields.expires_at.default(null),
  allow_models: keyFields.allow_models.default(null),
  allow_ips: keyFields.allow_ips.default(null),
  tags: keyFields.tags.default([]),
  limits: keyFields.limits.default([]),
})

/** What is to change of a key; what is left out stays. */
export const keyPatch = z
  .strictObject(keyFields)
  .partial()
  .extend({ status: z.enum(['active', 'disabled']).optional(), ...consent })

export const listKeys = endpoint({
  method: 'GET',
  path: '/api/keys',
  who: 'user',
  summary: 'The own API keys, newest first.',
  query: z.strictObject(zoned),
  answer: listOf(apiKey),
})

export const exportKeys = endpoint({
  method: 'GET',
  path: '/api/keys/export',
  who: 'user',
  summary: 'The own API keys as a file, masked; with `id` only these, in the order they are named in.',
  query: z.strictObject({ ...zoned, id: many.optional(), ...exported }),
  answer: z.string(),
  file: true,
})

export const createKey = endpoint({
  method: 'POST',
  path: '/api/keys',
  who: 'user',
  summary: 'Creates an API key; its secret is in this answer and nowhere else, ever.',
  body: newKey,
  answer: apiKey.extend({ secret: z.string() }),
  status: 201,
})

export const getKey = endpoint({
  method: 'GET',
  path: '/api/keys/{id}',
  who: 'user',
  summary: 'One of the own API keys.',
  query: z.strictObject(zoned),
  answer: apiKey,
})

export const patchKey = endpoint({
  method: 'PATCH',
  path: '/api/keys/{id}',
  who: 'user',
  summary:
    'Changes an own API key: name, note, expiry, allow-lists, tags, limits, or disables and enables it; one that an administrator disabled stays so (409). With If-Match only from the version named there.',
  versioned: true,
  body: keyPatch,
  answer: apiKey,
})

/** How many hours the replaced secret is still accepted. */
export const OVERLAP_HOURS = [0, 1, 24, 72] as const

export const rotateKey = endpoint({
  method: 'POST',
  path: '/api/keys/{id}/rotate',
  who: 'user',
  summary: 'Gives an own API key a new secret, told in this answer only; the old one is accepted for a while yet.',
  body: z.strictObject({ overlap_hours: z.literal(OVERLAP_HOURS).default(24) }),
  answer: apiKey.extend({ secret: z.string() }),
})

export const deleteKey = endpoint({
  method: 'DELETE',
  path: '/api/keys/{id}',
  who: 'user',
  summary: 'Deletes an own API key; it stops working at once and for ever.',
  answer: nothing,
  status: 204,
})

/** What one tiny request through the relay gave. */
const keyTest = z.strictObject({
  ok: z.boolean(),
  status: z.int(),
  protocol: protocolId,
  model: z.string().nullable(),
  first_token_ms: z.number().nullable(),
  total_ms: z.number(),
  cost: usd.nullable(),
  /** Why it failed, in the caller's language. */
  detail: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type KeyTest = z.infer<typeof keyTest>

export const testKey = endpoint({
  method: 'POST',
  path: '/api/keys/{id}/test',
  who: 'user',
  summary: 'Sends one tiny request with an own key, metered as usual.',
  body: z.strictObject({ model: z.string().max(200).optional() }),
  answer: keyTest,
})
