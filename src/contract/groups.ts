import { z } from 'zod'
import { count, factor, listOf, nothing, time } from './common.ts'
import { endpoint } from './endpoint.ts'
import { consent, limitsInput, limitState } from './limits.ts'

/** Users who share a factor on prices, a choice of models and limits that all of them together may use. */
const group = z.strictObject({
  id: z.string(),
  name: z.string(),
  multiplier: factor,
  /** Catalogue names; null allows every model. A key is allowed what it, its account and the account’s group all allow. */
  allow_models: z.array(z.string()).nullable(),
  note: z.string(),
  /** New users join it when nothing else is said; one group at most. */
  default: z.boolean(),
  users: count,
  limits: z.array(limitState),
  version: z.int(),
  created_at: time,
})
export type GroupView = z.infer<typeof group>

const fields = {
  name: z.string().trim().min(1).max(64),
  multiplier: factor,
  allow_models: z.array(z.string().max(200)).min(1).max(200).nullable(),
  note: z.string().trim().max(500),
  default: z.boolean(),
  limits: limitsInput,
}

export const adminListGroups = endpoint({
  method: 'GET',
  path: '/api/admin/groups',
  who: 'admin',
  summary: 'All groups, by name.',
  answer: listOf(group),
})

export const adminCreateGroup = endpoint({
  method: 'POST',
  path: '/api/admin/groups',
  who: 'admin',
  summary: 'Creates a group.',
  body: z.strictObject({
    name: fields.name,
    multiplier: fields.multiplier.default('1'),
    allow_models: fields.allow_models.default(null),
    note: fields.note.default(''),
    default: fields.default.default(false),
    limits: fields.limits.default([]),
  }),
  answer: group,
  status: 201,
})

export const adminGetGroup = endpoint({
  method: 'GET',
  path: '/api/admin/groups/{id}',
  who: 'admin',
  summary: 'One group.',
  answer: group,
})

export const adminPatchGroup = endpoint({
  method: 'PATCH',
  path: '/api/admin/groups/{id}',
  who: 'admin',
  summary: 'Changes a group; with If-Match only from the version named there.',
  versioned: true,
  body: z.strictObject(fields).partial().extend(consent),
  answer: group,
})

export const adminDeleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/admin/groups/{id}',
  who: 'admin',
  summary: 'Deletes a group that nobody is in.',
  answer: nothing,
  status: 204,
})
