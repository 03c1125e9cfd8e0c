import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { newId } from '../core/ids.ts'
import { windowAt } from '../core/limit-window.ts'
import type { Limit, LimitState, LimitSubject, LimitUse } from '../core/limits.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { limitUse } from './limit-use.ts'
import type { LimitRow, Tables } from './schema.ts'
import { insertTrail, type Trail } from './trail.ts'

/** What is limited, and which. */
export type LimitOwner = { subject: LimitSubject; subjectId: string }

/** A limit as somebody wishes it; one for each metric and window. */
export type NewLimit = Omit<Limit, 'id' | keyof LimitOwner>

/** Limits, and what is used of them as far as the database knows. */
export type Limits = {
  /** In the order of metric and window. */
  of(owner: LimitOwner): Promise<Limit[]>
  /** Replaces the limits of an upstream; false when there is no such provider or credential. */
  put(owner: UpstreamOwner, limits: readonly NewLimit[], trail?: Trail): Promise<boolean>
  /** Whether there is such a provider or credential. */
  exists(owner: UpstreamOwner): Promise<boolean>
  /** What every limit has counted in its present window, up to the journal's position. */
  use(now: number, zone: string): Promise<LimitUse[]>
  /** The limits of one owner with what the database knows of their use; what is under way holds nothing here. */
  state(owner: LimitOwner, zone: string): Promise<LimitState[]>
  /** The operator's zone, which windows are cut in. */
  zone(): Promise<string>
  /** Deletes the limits of what is there no longer. */
  purge(): Promise<void>
}

/** A provider or one of its credentials. */
export type UpstreamOwner = LimitOwner & { subject: 'provider' | 'credential' }

/** Keeps the table `limit`; what is used is read from requests and their sums. */
export function limitsIn(db: Database, clock: Clock): Limits {
  return {
    of: (owner) => limitsOf(db.kysely, owner),
    exists: (owner) => exists(db.kysely, owner),
    put: (owner, limits, trail) =>
      db.transaction(async (tx) => {
        if (!(await exists(tx, owner))) return false
        await setLimits(tx, owner, limits)
        await insertTrail(tx, trail, clock.now())
        return true
      }),
    use: async (now, zone) => limitUse(db.kysely, await allLimits(db.kysely), { now, zone }),
    state: async (owner, zone) => {
      const now = clock.now()
      const limits = await limitsOf(db.kysely, owner)
      const uses = new Map((await limitUse(db.kysely, limits, { now, zone })).map((use) => [use.limitId, use.used]))
      return limits.map((limit) => ({
        limit,
        used: uses.get(limit.id) ?? 0n,
        held: 0n,
        resetsAt: windowAt(limit.window, now, zone).end,
      }))
    },
    zone: () => readZone(db.kysely),
    purge: async () => {
      for (const [subject, isThere] of Object.entries(PRESENT) as [LimitSubject, RawBuilder<SqlBool>][]) {
        const left = db.kysely.deleteFrom('limit').where('subject', '=', subject)
        await left.where((eb) => eb.not(isThere)).execute()
      }
    },
  }
}

/** Whether what a limit is of is there. Whoever deletes it takes its limits along; one that is set at that moment, or was left by an older version, stays behind. */
const PRESENT: Record<LimitSubject, RawBuilder<SqlBool>> = {
  user: there('user', sql`deleted_at is null`),
  key: there('api_key', sql`status <> 'revoked'`),
  group: there('group', sql`true`),
  provider: there('provider', sql`status <> 'deleted'`),
  credential: there('credential', sql`true`),
}

function there(table: keyof Tables, alive: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from ${sql.table(table)} where id = subject_id and ${alive})`
}

/** The operator's zone: the setting `site.timezone`, UTC until it is set. */
async function readZone(db: Kysely<Tables>): Promise<string> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'site.timezone').executeTakeFirst()
  const value: unknown = row && JSON.parse(row.value)
  return typeof value === 'string' ? value : 'UTC'
}

/** Every limit there is. */
export async function allLimits(db: Kysely<Tables>): Promise<Limit[]> {
  return (await db.selectFrom('limit').selectAll().execute()).map(toLimit)
}

async function limitsOf(db: Kysely<Tables>, { subject, subjectId }: LimitOwner): Promise<Limit[]> {
  const rows = await db
    .selectFrom('limit')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('metric')
    .orderBy('window')
    .execute()
  return rows.map(toLimit)
}

/** Replaces the limits of an owner in the transaction of whoever changes it; what stays keeps its id, and so its count. */
export async function setLimits(tx: Kysely<Tables>, owner: LimitOwner, limits: readonly NewLimit[]): Promise<void> {
  const kept = new Set<string>()
  for (const { metric, window, max, mode, action } of limits) {
    const change = { max_amount: max, mode, action }
    const { id } = await tx
      .insertInto('limit')
      .values({ id: newId(), subject: owner.subject, subject_id: owner.subjectId, metric, window, ...change })
      .onConflict((it) => it.columns(['subject', 'subject_id', 'metric', 'window']).doUpdateSet(change))
      .returning('id')
      .executeTakeFirstOrThrow()
    kept.add(id)
  }
  await tx
    .deleteFrom('limit')
    .where('subject', '=', owner.subject)
    .where('subject_id', '=', owner.subjectId)
    .$if(kept.size > 0, (it) => it.where('id', 'not in', [...kept]))
    .execute()
}

async function exists(db: Kysely<Tables>, { subject, subjectId }: UpstreamOwner): Promise<boolean> {
  const rows = db.selectFrom('provider').select('provider.id').where('provider.status', '<>', 'deleted')
  const found =
    subject === 'provider'
      ? rows.where('provider.id', '=', subjectId)
      : rows.innerJoin('credential', 'credential.provider_id', 'provider.id').where('credential.id', '=', subjectId)
  return (await found.executeTakeFirst()) !== undefined
}

function toLimit(row: LimitRow): Limit {
  return {
    id: row.id,
    subject: row.subject,
    subjectId: row.subject_id,
    metric: row.metric,
    window: row.window,
    max: row.max_amount,
    mode: row.mode,
    action: row.action,
  }
}
