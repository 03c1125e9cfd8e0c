import type { Kysely } from 'kysely'
import { cells } from './cells.ts'
import type { Tables } from './schema.ts'
import { FIGURES, OF_FIGURES, periodBefore, toTally, toTotals, type UsageTotals } from './tally.ts'
import type { UsageFilter } from './usage-filter.ts'

/** The period, and the equally long one before it. */
export type UsageSummary = { current: UsageTotals; previous: UsageTotals }

/** Reads the totals of the period, and of the equally long one before it. */
export async function summary(db: Kysely<Tables>, filter: UsageFilter): Promise<UsageSummary> {
  return { current: await totals(db, filter), previous: await totals(db, periodBefore(filter)) }
}

async function totals(db: Kysely<Tables>, filter: UsageFilter): Promise<UsageTotals> {
  const row = await cells(db, filter, { told: [], sums: OF_FIGURES, exact: true })
    .select(FIGURES)
    .executeTakeFirstOrThrow()
  return toTotals(toTally(row))
}
