import { useQuery } from '@tanstack/react-query'
import type { Series } from '../../../../src/contract/usage.ts'
import type { Outline } from '../../charts/figures.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askSeries, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { outlinePeriod } from '../../lib/traffic/bucket-choices.ts'
import { bucketNames } from '../../lib/traffic/buckets.ts'
import { figureOf } from '../../lib/traffic/figures.ts'
import { periodQuery, type PeriodState } from '../../lib/traffic/use-period.ts'
import { periodEnds } from '../../lib/time-range.ts'
import { useFormat } from '../../lib/use-format.ts'
import { isLine, type View } from './view-of.ts'

type Given = { time: PeriodState; query: TrafficQuery; data: Series; view: View }

/** The same number one period earlier, bucket by bucket; undefined unless it is wanted and has arrived. */
export function useOutline({ time, query, data, view }: Given): Outline | undefined {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  const { zone } = time.present
  const count = data.buckets.length
  const before = outlinePeriod(time.period, count, { bucket: data.bucket, zone })
  const { data: found } = useQuery({
    ...askSeries(scope, { ...query, ...periodQuery(before, zone), bucket: data.bucket }),
    enabled: time.compare && !isLine(view),
  })
  if (!time.compare || isLine(view) || found === undefined) return undefined
  const [from, to] = periodEnds(before, time.present)
  const points = found.total.slice(-count)
  return {
    name: t('outline', { from, to }),
    figures: points.map((point) => figureOf(point, view, format)),
    titles: bucketNames(found.buckets.slice(-count), data.bucket, format.voice).map((bucket) => bucket.title),
  }
}
