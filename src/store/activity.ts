import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** What happened to an account, written for its owner. */
export type ActivityEntry = {
  userId: string
  /** A dotted name: `session.opened`, `key.created`, … */
  kind: string
  /** Facts for the sentence the console shows; never a secret. */
  details: Record<string, string | number | boolean | null>
  ip: string
  userAgent: string
}

export type Activity = {
  /** Writes one row on its own; acts that change something pass it as their trail instead. */
  record(entry: ActivityEntry): Promise<void>
}

export function activityIn(db: Database, clock: Clock): Activity {
  return { record: (entry) => insertActivity(db.kysely, entry, clock.now()) }
}

/** Writes one activity row with whatever transaction it is given. */
export async function insertActivity(tx: Kysely<Tables>, entry: ActivityEntry, now: number): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      id: newId(now),
      at: now,
      user_id: entry.userId,
      kind: entry.kind,
      details: JSON.stringify(entry.details),
      ip: entry.ip,
      user_agent: entry.userAgent,
    })
    .execute()
}
