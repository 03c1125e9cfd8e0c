import type { Cohort, CohortPeriod } from '../../../../../src/contract/cohorts.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { bucketNames } from '../../../lib/traffic/buckets.ts'
import { useFormat } from '../../../lib/use-format.ts'

/** What both tables of cohorts are given. */
export type CohortTableProps = {
  /** In order; the last may go on. */
  cohorts: readonly Cohort[]
  period: CohortPeriod
  /** Whether the last goes on. */
  unfinished: boolean
}

type Props = { cohort: Cohort; period: CohortPeriod; unfinished: boolean }

/** The head of a period's row: the month, or the days of the week, of which a phone shows the first. */
export function CohortName({ cohort: { from, to }, period, unfinished }: Props) {
  const charts = useTexts('charts')
  const format = useFormat()
  const marked = (name: string) => (unfinished ? charts('unfinishedBucket', { name }) : name)
  const [month] = bucketNames([from], 'month', format.voice)
  const first = format.day(from)
  const span = charts('range.span', { from: first, to: format.day(new Date(Date.parse(to) - 1).toISOString()) })
  return (
    <th scope="row" className="n">
      {period === 'month' ? (
        marked(month?.title ?? '')
      ) : (
        <>
          <span className="hide">{marked(span)}</span>
          <span className="only-m">{marked(first)}</span>
        </>
      )}
    </th>
  )
}
