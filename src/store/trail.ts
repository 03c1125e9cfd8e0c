import type { Kysely } from 'kysely'
import { type ActivityEntry, insertActivity } from './activity.ts'
import { type AuditEntry, insertAudit } from './audit.ts'
import type { Tables } from './schema.ts'
import { noticeOf, tell } from './tell.ts'

/** Rows that tell of an act; written in the same transaction as the act itself, and not at all when it is refused. */
export type Trail = { activity?: ActivityEntry | undefined; audit?: AuditEntry | undefined }

/** Writes a trail at `now`, in the transaction of its act; what of it concerns the owner is told to them. */
export async function insertTrail(tx: Kysely<Tables>, trail: Trail | undefined, now: number): Promise<void> {
  if (trail?.activity) {
    await insertActivity(tx, trail.activity, now)
    const notice = noticeOf(trail.activity, now)
    if (notice) await tell(tx, trail.activity.userId, notice, now)
  }
  if (trail?.audit) await insertAudit(tx, trail.audit, now)
}
