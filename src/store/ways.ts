import { type Kysely, sql } from 'kysely'
import { readHistogram } from '../core/histogram.ts'
import { nothingObserved, type Observed, together } from './observation.ts'
import type { Tables } from './schema.ts'
import { LIMITED } from './way-ticks.ts'

/** Which ways are meant: all there were to these providers. `from` and `stepMs` are whole ticks (`HEALTH_TICK_MS`). */
export type WaysQuery = { from: number; to: number; stepMs: number; providers: readonly string[] }

/** What was seen of ways in a stretch of time, with how often each class of failure came. How fast answers were written is not kept. */
export type WayObserved = Observed & { failures: Map<string, number> }

/** An endpoint of a provider asked with one of its credentials: one sum for each step, steps without anything included. */
export type Way = { providerId: string; endpointId: string; credentialId: string; steps: WayObserved[] }

/** Reads what was seen of each way, in steps. */
export async function ways(db: Kysely<Tables>, query: WaysQuery): Promise<Way[]> {
  if (query.providers.length === 0) return []
  const rows = await wayRows(db, query).execute()
  const steps = Math.ceil((query.to - query.from) / query.stepMs)
  const found = new Map<string, Way>()
  for (const row of rows) {
    const name = JSON.stringify([row.provider_id, row.endpoint_id, row.credential_id])
    const way = found.get(name) ?? {
      providerId: row.provider_id,
      endpointId: row.endpoint_id,
      credentialId: row.credential_id,
      steps: Array.from({ length: steps }, nothingOfWays),
    }
    found.set(name, way)
    const seen = way.steps[row.step]
    if (seen) add(seen, row)
  }
  return [...found.values()]
}

/** The sums of each way, step and outcome, from a stretch of the key of each provider. */
export function wayRows(db: Kysely<Tables>, { providers, from, to, stepMs }: WaysQuery) {
  return db
    .selectFrom('way_tick')
    .select([
      'provider_id',
      'endpoint_id',
      'credential_id',
      'outcome',
      // Both engines divide whole numbers to whole numbers, once they are told that these are some.
      sql<number>`(bucket - cast(${from} as bigint)) / cast(${stepMs} as bigint)`.as('step'),
      sql<number>`sum(attempts)`.as('attempts'),
      sql<string>`string_agg(first_token_hist, ',')`.as('first_token_hists'),
    ])
    .where('provider_id', 'in', providers)
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
    .groupBy(['provider_id', 'endpoint_id', 'credential_id', 'outcome', 'step'])
}

type Sum = { outcome: string; attempts: number; first_token_hists: string }

function add(seen: WayObserved, { outcome, attempts, first_token_hists: firstTokens }: Sum): void {
  readHistogram(firstTokens, seen.firstTokens)
  if (outcome === '') {
    seen.answered += attempts
    return
  }
  seen.failed += attempts
  if (outcome === LIMITED) seen.limited += attempts
  seen.failures.set(outcome, (seen.failures.get(outcome) ?? 0) + attempts)
}

/** What stands where nothing was seen of any way. */
function nothingOfWays(): WayObserved {
  return { ...nothingObserved(), failures: new Map() }
}

/** What was seen of several ways, or in several stretches, as one. */
export function waysTogether(parts: readonly WayObserved[]): WayObserved {
  const failures = new Map<string, number>()
  for (const part of parts) {
    for (const [kind, count] of part.failures) failures.set(kind, (failures.get(kind) ?? 0) + count)
  }
  return { ...together(parts), failures }
}
