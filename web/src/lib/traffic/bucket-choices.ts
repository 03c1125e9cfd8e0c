import { type Bucket, BUCKETS, EVEN_MS } from '../../../../src/core/buckets.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import { start, type Period } from '../time-range.ts'

const MAX_BUCKETS = 400
const ABOUT_MS: Readonly<Partial<Record<Bucket, number>>> = { ...EVEN_MS, day: DAY_MS, month: 30 * DAY_MS }

/** The bucket sizes a period may be drawn in, the finest first: more than one bar, at most 400. */
export function bucketChoices({ from, to }: Period, most = MAX_BUCKETS): Bucket[] {
  const fits = BUCKETS.filter((bucket) => {
    const buckets = (to - from) / (ABOUT_MS[bucket] ?? 1)
    return buckets <= most && buckets > 1
  })
  return fits.length > 0 ? fits : ['minute']
}

/** The period whose buckets stand, one by one, behind those of a period: equally many, ending where it starts. */
export function outlinePeriod(
  { from }: Period,
  buckets: number,
  { bucket, zone }: { bucket: Bucket; zone: string },
): Period {
  const even = EVEN_MS[bucket]
  if (even !== undefined) return { from: from - buckets * even, to: from }
  const unit = bucket === 'month' ? bucket : 'day'
  return { from: start(from, zone, unit, -buckets), to: start(from, zone, unit, 0) }
}
