import { type Kysely, sql } from 'kysely'
import { type Histogram, readHistogram } from '../core/histogram.ts'
import { type Clock, hourOf } from '../core/time.ts'
import type { Database } from './database.ts'
import { purgeHealthTicks } from './health-ticks.ts'
import { nothingObserved, type Observed } from './observation.ts'
import type { Tables } from './schema.ts'
import { cells } from './cells.ts'
import { periodBefore } from './tally.ts'
import type { UsageFilter } from './usage-filter.ts'
import type { WayFailures, WayFailuresQuery } from './way-failures.ts'
import { purgeWayTicks } from './way-ticks.ts'
import type { Way, WaysQuery } from './ways.ts'

/**
 * Which observations are meant, and how they are put together. `from` and `stepMs` are whole ticks (`HEALTH_TICK_MS`).
 * Without `providers` requests are meant as callers saw them, else what these providers were asked.
 */
export type HealthQuery = {
  from: number
  to: number
  stepMs: number
  by: 'model' | 'provider' | 'protocol'
  providers?: readonly string[] | undefined
  model?: string | undefined
}

type Served = { byModel: Map<string, number>; before: number; durations: Histogram }

/** How models, providers and protocols did. */
export type Health = {
  /** For each value of what is grouped by: one sum for each step from `from` on, steps without anything included. */
  series(query: HealthQuery): Promise<Map<string, Observed[]>>
  /** What each endpoint was asked with each credential, which says nothing of the time before the schema kept it. */
  ways(query: WaysQuery): Promise<Way[]>
  /** What a provider failed with, as far back as its ways are known. */
  failures(query: WayFailuresQuery): Promise<WayFailures>
  /** How many requests there were of each model and in the period before, and how long answers took, in milliseconds. */
  served(filter: UsageFilter): Promise<Served>
  /** Deletes what is too old to be shown. */
  purge(): Promise<void>
}

/** Reads `health_tick`, `way_tick` and the sums of usage, and a request of each kind of failure. */
export function healthIn(db: Database, clock: Clock): Health {
  return {
    series: (query) => db.report('observed', query),
    ways: (query) => db.report('ways', query),
    failures: (query) => db.report('wayFailures', query),
    served: (filter) => db.report('served', filter),
    purge: async () => {
      await purgeHealthTicks(db.kysely, clock.now())
      await purgeWayTicks(db.kysely, clock.now())
    },
  }
}

const COLUMNS = { model: 'model', provider: 'provider_id', protocol: 'protocol' } as const

/** Reads what was seen, in steps. */
export async function observed(db: Kysely<Tables>, query: HealthQuery): Promise<Map<string, Observed[]>> {
  const { from, to, stepMs, providers = [''], model } = query
  if (providers.length === 0) return new Map()
  const rows = await db
    .selectFrom('health_tick')
    .select([
      sql.ref<string>(COLUMNS[query.by]).as('value'),
      // Both engines divide whole numbers to whole numbers, once they are told that these are some.
      sql<number>`(bucket - cast(${from} as bigint)) / cast(${stepMs} as bigint)`.as('step'),
      sql<number>`sum(answered)`.as('answered'),
      sql<number>`sum(failed)`.as('failed'),
      sql<number>`sum(limited)`.as('limited'),
      sql<number>`sum(passed_on)`.as('passed_on'),
      sql<number>`sum(output)`.as('output'),
      sql<number>`sum(writing_ms)`.as('writing_ms'),
      sql<string>`string_agg(first_token_hist, ',')`.as('first_token_hists'),
    ])
    .where('provider_id', 'in', providers)
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
    .$if(model !== undefined, (it) => it.where('model', '=', model ?? ''))
    .groupBy(['value', 'step'])
    .execute()
  const steps = Math.ceil((to - from) / stepMs)
  const found = new Map<string, Observed[]>()
  for (const {
    value,
    step,
    passed_on: passedOn,
    writing_ms: writingMs,
    first_token_hists: firstTokens,
    ...sums
  } of rows) {
    const own = found.get(value) ?? Array.from({ length: steps }, nothingObserved)
    found.set(value, own)
    own[step] = { ...sums, passedOn, writingMs, firstTokens: readHistogram(firstTokens) }
  }
  return found
}

/** Reads what was asked for and answered in a period. */
export async function served(db: Kysely<Tables>, filter: UsageFilter): Promise<Served> {
  const requests = sql<number>`coalesce(sum(requests), 0)`.as('requests')
  const rows = await cells(db, filter, { told: ['model'], sums: ['requests', 'answered_hist'] })
    .select(['model', requests, sql<string>`string_agg(answered_hist, ',')`.as('total_hists')])
    .groupBy('model')
    .execute()
  const before = await cells(db, { ...periodBefore(filter), to: hourOf(filter.from) }, { told: [], sums: ['requests'] })
    .select(requests)
    .executeTakeFirstOrThrow()
  const durations: Histogram = new Map()
  for (const row of rows) readHistogram(row.total_hists, durations)
  return { byModel: new Map(rows.map((row) => [row.model, row.requests])), before: before.requests, durations }
}
