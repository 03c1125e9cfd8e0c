import type { Kysely } from 'kysely'
import { type Dimension, MOST_GROUPS } from '../contract/usage.ts'
import type { Nanos } from '../core/money.ts'
import { DIMENSION_COLUMNS, valueNames } from './dimensions.ts'
import type { Tables } from './schema.ts'
import { cells } from './cells.ts'
import { FIGURES, OF_FIGURES, periodBefore, toTally, toTotals, type UsageTotals } from './tally.ts'
import type { UsageFilter } from './usage-filter.ts'

/** One value of a dimension, what it is called today, and what it cost in the equally long period before. */
export type UsageGroup = { id: string; name: string; current: UsageTotals; previousCostNanos: Nanos }

/** Reads the totals of each value of a dimension, costliest first, `MOST_GROUPS` at most. */
export async function breakdown(db: Kysely<Tables>, query: UsageFilter & { by: Dimension }): Promise<UsageGroup[]> {
  const value = DIMENSION_COLUMNS[query.by].as('value')
  const rows = await cells(db, query, { told: [query.by], sums: OF_FIGURES, exact: true })
    .select(value)
    .select(FIGURES)
    .groupBy('value')
    .orderBy('cost_nanos', 'desc')
    .orderBy('value')
    .limit(MOST_GROUPS)
    .execute()
  const before = await cells(db, periodBefore(query), { told: [query.by], sums: ['cost_nanos'], exact: true })
    .select((eb) => [value, eb.fn.sum<bigint>('cost_nanos').as('cost_nanos')])
    .groupBy('value')
    .execute()
  const previous = new Map(before.map((row) => [row.value, row.cost_nanos]))
  const nameOf = await valueNames(
    db,
    query.by,
    rows.map((row) => row.value),
  )
  return rows.map(({ value: id, ...figures }) => ({
    id,
    name: nameOf(id),
    current: toTotals(toTally(figures)),
    previousCostNanos: previous.get(id) ?? 0n,
  }))
}
