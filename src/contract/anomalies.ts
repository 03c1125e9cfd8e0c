import { z } from 'zod'
import { count, listOf, named, time, zoned } from './common.ts'
import { endpoint } from './endpoint.ts'

/** What is compared: shares of requests, of what was read, of what was charged; and what was charged. */
export const ANOMALY_METRICS = ['failed', 'switched', 'cost', 'margin', 'cache'] as const
export type AnomalyMetric = (typeof ANOMALY_METRICS)[number]

/** From where on a figure of today is worth a word; shares in percent, money in whole USD. */
export const ANOMALY_BOUNDS = {
  /** Fewer days before to compare with are no habit. */
  days: 3,
  /** Of fewer requests a share says nothing, nor one of fewer tokens or of less charged. */
  requests: 20,
  tokens: 100_000,
  charged: 1,
  /** How many times the usual a figure must be, or the usual it; and how many times is critical. */
  times: 2,
  criticalShare: 10,
  criticalCost: 5,
  /** The least share of failures or switches. */
  share: 5,
  /** The least usual share of cache hits. */
  cache: 20,
} as const

const anomaly = z.strictObject({
  metric: z.enum(ANOMALY_METRICS),
  /** Whose figure it is: those that are named together, the whole gateway when none is. */
  subject: z.strictObject({ provider: named, user: named, key: named, model: named }).partial(),
  /** USD for `cost`, else a share as a decimal. */
  value: z.string(),
  /** The median of the days before, up to the same time of day. */
  usual: z.string(),
  /** How many times the usual it is; null where that says nothing, as below zero. */
  factor: z.number().nullable(),
  severity: z.enum(['warning', 'critical']),
})
/** One figure of today that is unlike the days before; reckoned anew for every call, never kept. */
export type Anomaly = z.infer<typeof anomaly>

/** What is unlike the week before. */
export const adminAnomalies = endpoint({
  method: 'GET',
  path: '/api/admin/usage/anomalies',
  who: 'admin',
  summary: 'What of today is unlike the seven days before, each up to the same time of day; the worst first.',
  query: z.strictObject(zoned),
  answer: z.strictObject({
    ...listOf(anomaly).shape,
    /** Up to when today is looked at: sums are kept by the hour. */
    as_of: time,
    /** How many figures were compared. */
    compared: count,
  }),
})
