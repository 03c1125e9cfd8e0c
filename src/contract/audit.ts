import { z } from 'zod'
import { count, exported, many, manyOf, pageById, pageOf, time, zoned } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ROLES } from './users.ts'

const AUDIT_OUTCOMES = ['done', 'refused'] as const

const event = z.strictObject({
  id: z.string(),
  at: time,
  /** Null: the server itself, or somebody who was not signed in. */
  actor: z.strictObject({ id: z.string(), name: z.string(), role: z.enum(ROLES) }).nullable(),
  /** A dotted name: `provider.created`, `settings.changed`, … */
  action: z.string(),
  /**
   * `name` is what it is called today, of settings their titles; null where nothing has that name any more, or it has none. `provider`
   * is the id of a credential's provider.
   */
  target: z.strictObject({
    kind: z.string(),
    id: z.string().nullable(),
    name: z.string().nullable(),
    provider: z.string().nullable(),
  }),
  outcome: z.enum(AUDIT_OUTCOMES),
  ip: z.string(),
  client: z.string(),
  request_id: z.string(),
  /** False for rows that were written before rows were chained, which nothing can vouch for. */
  chained: z.boolean(),
})
/** One row of the audit log; what was before and after is told only when a single row is read. */
export type AuditEvent = z.infer<typeof event>

const filters = {
  actor: many.optional(),
  /** Whole names, or the beginning of some, which ends in a dot: `provider.`. */
  action: many.optional(),
  target: many.optional(),
  target_id: z.string().max(200).optional(),
  outcome: manyOf(AUDIT_OUTCOMES).optional(),
  from: time.optional(),
  to: time.optional(),
  /** Finds by action, actor, target (both by id, and as they are called today), address, device, request id, and what was changed. */
  q: z.string().trim().max(200).optional(),
}

export const adminListAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  who: 'admin',
  summary: 'Who changed what, newest first.',
  query: z.strictObject({ ...filters, ...pageById }),
  answer: pageOf(event),
})

export const adminExportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  who: 'admin',
  summary: 'The same list as a file, with what was before and after each act, and the call it came by.',
  query: z.strictObject({ ...filters, ...exported, ...zoned }),
  answer: z.string(),
  file: true,
})

const ring = z.strictObject({ n: count, hash: z.string() })

export const adminGetAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/{id}',
  who: 'admin',
  summary: 'One act, with what was before and after it, the call it came by, and what else was done around it.',
  answer: event.extend({
    /** Its place in the chain, by which a check names it; null for rows that are not chained. */
    n: count.nullable(),
    /**
     * How it stands in the chain, whoever may read the row: its hash and those of its neighbours, of which nothing else is told; null
     * for rows that are not chained. A neighbour is null at either end of the chain, or where it is gone. `breach` null: the hash made
     * anew from the row and the hash before it is the one that is kept, and no neighbour is gone.
     */
    chain: z
      .strictObject({
        hash: z.string(),
        previous: ring.nullable(),
        next: ring.nullable(),
        breach: z.enum(['changed', 'missing']).nullable(),
      })
      .nullable(),
    before: z.unknown(),
    after: z.unknown(),
    /** Null: nobody called, or it was done before calls were kept. Of the headers none that tells a secret; `confirmed`: with the own password once more. */
    call: z
      .strictObject({
        method: z.string(),
        path: z.string(),
        headers: z.record(z.string(), z.string()),
        confirmed: z.boolean(),
      })
      .nullable(),
    /** The session it was done in, as it stands in no token; null where none is known. */
    session: z.string().nullable(),
    /** `session`: what was done in the same session; `time`: where none is known, by the same person within half an hour. */
    related_by: z.enum(['session', 'time']),
    /** At most ten before it and ten after it, oldest first. */
    related: z.array(event),
  }),
})

/** `changed`: the row is not as it was written; `missing`: there is none with this number; `unchained`: somebody added one
 * past the gateway; `cut_off`: the newest rows are gone. */
const BREACHES = ['changed', 'missing', 'unchained', 'cut_off'] as const

export const adminVerifyAudit = endpoint({
  method: 'POST',
  path: '/api/admin/audit/verify',
  who: 'admin',
  summary: 'Holds every row against the chain, and names the first that does not fit.',
  answer: z.strictObject({
    ok: z.boolean(),
    checked: count,
    unchained: count,
    breach: z.strictObject({ n: count.nullable(), id: z.string().nullable(), why: z.enum(BREACHES) }).nullable(),
  }),
})
