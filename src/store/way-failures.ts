import { type Kysely, sql, type SqlBool } from 'kysely'
import { idFrom } from '../core/ids.ts'
import type { Tables } from './schema.ts'
import { HEALTH_TICK_MS } from './tick-cells.ts'
import { LIMITED } from './way-ticks.ts'

/** A provider over a stretch of time, in steps. `from` and `stepMs` are whole ticks (`HEALTH_TICK_MS`). */
export type WayFailuresQuery = { provider: string; from: number; to: number; stepMs: number }

/** A request that failed so, and when; `requestId` is null where its row is gone. */
type Met = { at: number; requestId: string | null }

/** All failures of one class: how many in each step and of each credential, and the first and the last of them. */
export type WayFailure = {
  kind: string
  count: number
  steps: number[]
  byCredential: Map<string, number>
  first: Met
  last: Met
}

/** What a provider failed with, the most frequent class first, and what each of its credentials failed with last. */
export type WayFailures = { classes: WayFailure[]; latest: Map<string, Met & { kind: string }> }

/** So many classes are told. */
const MOST = 20

/** Reads what a provider failed with, whether or not another one answered then. */
export async function wayFailures(db: Kysely<Tables>, query: WayFailuresQuery): Promise<WayFailures> {
  const { provider } = query
  const rows = await failureRows(db, query).execute()
  const length = Math.ceil((query.to - query.from) / query.stepMs)
  const found = [...Map.groupBy(rows, ({ outcome }) => outcome)].map(([kind, own]) => summed(kind, own, length))
  const most = found.toSorted((a, b) => b.count - a.count || b.last - a.last).slice(0, MOST)
  const classes = most.map(async ({ first, last, ...sums }) => ({
    ...sums,
    first: await metIn(db, { provider, kind: sums.kind, bucket: first, order: 'asc' }),
    last: await metIn(db, { provider, kind: sums.kind, bucket: last, order: 'desc' }),
  }))
  const latest = [...Map.groupBy(rows, ({ credential_id: id }) => id)].map(async ([credential, own]) => {
    const { outcome: kind, last: bucket } = own.reduce((a, b) => (b.last > a.last ? b : a))
    return [credential, { kind, ...(await metIn(db, { provider, kind, bucket, order: 'desc', credential })) }] as const
  })
  return { classes: await Promise.all(classes), latest: new Map(await Promise.all(latest)) }
}

/** The failures of each credential, class and step, from a stretch of the provider's key. */
function failureRows(db: Kysely<Tables>, { provider, from, to, stepMs }: WayFailuresQuery) {
  return db
    .selectFrom('way_tick')
    .select((eb) => [
      'credential_id',
      'outcome',
      // Both engines divide whole numbers to whole numbers, once they are told that these are some.
      sql<number>`(bucket - cast(${from} as bigint)) / cast(${stepMs} as bigint)`.as('step'),
      sql<number>`sum(attempts)`.as('attempts'),
      eb.fn.min('bucket').as('first'),
      eb.fn.max('bucket').as('last'),
    ])
    .where('provider_id', '=', provider)
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
    .where('outcome', '<>', '')
    .groupBy(['credential_id', 'outcome', 'step'])
}

type Row = { credential_id: string; step: number; attempts: number; first: number; last: number }

function summed(kind: string, rows: readonly Row[], length: number) {
  const steps = Array.from({ length }, () => 0)
  const byCredential = new Map<string, number>()
  for (const { credential_id: credential, step, attempts } of rows) {
    steps[step] = (steps[step] ?? 0) + attempts
    byCredential.set(credential, (byCredential.get(credential) ?? 0) + attempts)
  }
  return {
    kind,
    count: rows.reduce((sum, { attempts }) => sum + attempts, 0),
    steps,
    byCredential,
    first: Math.min(...rows.map(({ first }) => first)),
    last: Math.max(...rows.map(({ last }) => last)),
  }
}

/** `credential` left out: of any. */
type Edge = { provider: string; kind: string; bucket: number; order: 'asc' | 'desc'; credential?: string }

/** The first or the last failure of a tick; the tick alone where no row tells of it any more. */
async function metIn(db: Kysely<Tables>, edge: Edge): Promise<Met> {
  const met = await failedAttempts(db, edge).executeTakeFirst()
  return met ? { at: met.at, requestId: met.request_id } : { at: edge.bucket, requestId: null }
}

/** Attempts that failed so in a tick, in order: ids begin with the time of the request, so that a tick is a stretch of their key. */
export function failedAttempts(db: Kysely<Tables>, { provider, kind, bucket, order, credential }: Edge) {
  const at = sql<number>`request.at + attempt.started_ms`
  return (
    db
      .selectFrom('attempt')
      // Cross joins are made as they are written: requests are looked up one by one, for the attempts that are left.
      .crossJoin('request')
      .select(['attempt.request_id', at.as('at')])
      .whereRef('request.id', '=', 'attempt.request_id')
      // An attempt may begin in the tick after the one its request came in.
      .where('attempt.request_id', '>=', idFrom(bucket - HEALTH_TICK_MS))
      .where('attempt.request_id', '<', idFrom(bucket + HEALTH_TICK_MS))
      .where('request.model', 'is not', null)
      .where('attempt.provider_id', '=', provider)
      .$if(credential !== undefined, (it) => it.where('attempt.credential_id', '=', credential ?? ''))
      .where('attempt.decision', '=', 'chosen')
      .where('attempt.error_class', 'is not', null)
      .where(kind === LIMITED ? sql<SqlBool>`attempt.http_status = 429` : sql<SqlBool>`attempt.error_class = ${kind}`)
      // A refusal that nobody else is asked about is the caller's own.
      .where(sql<SqlBool>`(attempt.retryable = 1 or attempt.error_class not like 'http_%')`)
      .where(sql<SqlBool>`${at} >= ${bucket} and ${at} < ${bucket + HEALTH_TICK_MS}`)
      .orderBy('attempt.request_id', order)
      .limit(1)
  )
}
