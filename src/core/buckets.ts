import { HOUR_MS, MINUTE_MS } from './time.ts'

/** How long the steps of a series are; days and months are those of a zone. */
export const BUCKETS = ['minute', 'five_minutes', 'hour', 'day', 'month'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Of steps that are equally long in every zone, how long, in milliseconds. */
export const EVEN_MS: Readonly<Partial<Record<Bucket, number>>> = {
  minute: MINUTE_MS,
  five_minutes: 5 * MINUTE_MS,
  hour: HOUR_MS,
}
