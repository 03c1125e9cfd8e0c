import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** Who did what to what; `before` and `after` are JSON values without secrets. */
export type AuditEntry = {
  /** Null: somebody who is not signed in, or the server itself. */
  actorId: string | null
  /** A dotted name: `provider.created`, `session.reused`, … */
  action: string
  targetKind: string
  targetId: string | null
  before: unknown
  after: unknown
  ip: string
  client: string
  requestId: string
  outcome: 'done' | 'refused'
}

export type Audit = {
  /** Writes one row on its own; acts that change something pass it as their trail instead. */
  record(entry: AuditEntry): Promise<void>
}

export function auditIn(db: Database, clock: Clock): Audit {
  return { record: (entry) => insertAudit(db.kysely, entry, clock.now()) }
}

/** Writes one audit row with whatever transaction it is given. */
export async function insertAudit(tx: Kysely<Tables>, entry: AuditEntry, now: number): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      id: newId(now),
      at: now,
      actor_id: entry.actorId,
      action: entry.action,
      target_kind: entry.targetKind,
      target_id: entry.targetId,
      before: jsonOrNull(entry.before),
      after: jsonOrNull(entry.after),
      ip: entry.ip,
      client: entry.client,
      request_id: entry.requestId,
      outcome: entry.outcome,
    })
    .execute()
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
