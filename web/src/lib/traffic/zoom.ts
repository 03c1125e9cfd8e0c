import type { Series } from '../../../../src/contract/usage.ts'
import { bucketEnd } from './buckets.ts'
import type { PeriodState } from './use-period.ts'

type Zoom = { onZoom: (from: number, to: number) => void; onReset: () => void }

/** What dragging over a chart of a period does to it: from the first bucket's start to the last one's end, and back. */
export function zoomOf({ buckets, bucket }: Pick<Series, 'buckets' | 'bucket'>, time: PeriodState): Zoom {
  const startOf = (at: number, otherwise: number) => Date.parse(buckets[at] ?? '') || otherwise
  return {
    onZoom: (from, to) =>
      time.setRange({
        from: startOf(from, time.period.from),
        to: bucketEnd(startOf(to, time.period.to), bucket, time.present.zone),
      }),
    onReset: time.reset,
  }
}
