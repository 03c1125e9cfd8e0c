import { z } from 'zod'
import { count, exported, listOf, time, zoned } from './common.ts'
import { endpoint } from './endpoint.ts'

/** How long a period is: calendar weeks or months in the zone of `tz`. */
export const COHORT_PERIODS = ['week', 'month'] as const
export type CohortPeriod = (typeof COHORT_PERIODS)[number]

const period = z.enum(COHORT_PERIODS)

const asked = {
  ...zoned,
  period: period.default('week'),
  /** How many, the one that goes on included. */
  periods: z.coerce.number().int().min(1).max(52).default(12),
  /** What weeks begin with. */
  week_start: z.enum(['monday', 'sunday']).default('monday'),
}

const cohort = z.strictObject({
  from: time,
  /** Not included; later than now for the period that goes on. */
  to: time,
  /** Users who made a request in it. */
  active: count,
  /** Of the active, those whose first request ever it was, whatever has been deleted since. */
  new: count,
  /** Of the active, those who were there earlier, but not in the period before. */
  returning: count,
  /** Users who were active in the period before and not in this one. */
  churned: count,
  /** Of the new users, how many were active in each period after, in order. */
  retained: z.array(count),
})
/** One week or month, counted in users; `retained` is one entry shorter in each period after, and empty in the last. */
export type Cohort = z.infer<typeof cohort>

/** Who came, stayed and left. */
export const adminCohorts = endpoint({
  method: 'GET',
  path: '/api/admin/usage/cohorts',
  who: 'admin',
  summary: 'New, active, returning and churned users by week or month, and how many of the new ones came again.',
  query: z.strictObject(asked),
  answer: z.strictObject({ ...listOf(cohort).shape, period }),
})

/** The same as a file. */
export const adminExportCohorts = endpoint({
  method: 'GET',
  path: '/api/admin/usage/cohorts/export',
  who: 'admin',
  summary: 'The cohorts as a file: a row for each period, and a column for each period after.',
  query: z.strictObject({ ...asked, ...exported }),
  answer: z.string(),
  file: true,
})
