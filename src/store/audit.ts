import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Clock } from '../core/time.ts'
import { type ActivityEntry, insertActivity } from './activity.ts'
import { appendAudit, type ChainReport, type Mac, verifyChain } from './audit-chain.ts'
import { type AuditDetail, type AuditPage, type AuditQuery, readAudit } from './audit-list.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** What was called, with those of its headers that tell no secret; `confirmed`: the caller gave their password once more. */
export type AuditCall = { method: string; path: string; headers: Readonly<Record<string, string>>; confirmed: boolean }

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
  /** The family of the tokens it came with; absent: none. */
  session?: string | undefined
  /** Absent: nobody called. */
  call?: AuditCall | undefined
}

/** Who did what: rows are added, never changed or deleted. */
export type Audit = {
  /** Writes one row on its own, and what its user is told; acts that change something pass both as their trail instead. */
  record(entry: AuditEntry, activity?: ActivityEntry): Promise<void>
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditPage>
  /** One act, held against the chain. */
  get(id: string, locale?: AuditQuery['locale']): Promise<AuditDetail | undefined>
  /** Whether every row is as it was written; throws once the signal fires. */
  verify(signal?: AbortSignal): Promise<ChainReport>
}

/** Keeps the table `audit`; `mac` chains each row to the one before it. */
export function auditIn(db: Database, clock: Clock, mac: Mac): Audit {
  return {
    record: (entry, activity) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        if (activity) await insertActivity(tx, activity, now)
        await insertAudit(tx, entry, now)
      }),
    list: (query) => db.report('listAudit', query),
    get: (id, locale) => readAudit(db.kysely, mac, { id, locale }),
    verify: (signal) => verifyChain(db.kysely, mac, signal),
  }
}

/** Writes one audit row in a transaction of the store. */
export function insertAudit(tx: Kysely<Tables>, entry: AuditEntry, now: number): Promise<void> {
  return appendAudit(tx, {
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
    session: entry.session ?? null,
    call: jsonOrNull(entry.call),
  })
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
