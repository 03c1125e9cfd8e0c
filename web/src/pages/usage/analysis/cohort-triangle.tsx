import { heatStep } from '../../../charts/palette.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Table } from '../../../ui/table.tsx'
import { keptOf, keptOfAll, type Kept } from './cohort-figures.ts'
import { CohortName, type CohortTableProps } from './cohort-name.tsx'

/** What became of the new users of each period: a row for them, and a column for each period after. */
export function CohortTriangle({ cohorts, period, unfinished }: CohortTableProps) {
  const t = useTexts('analysis')
  const format = useFormat()
  const columns = cohorts.slice(1).map((_, at) => at + 1)
  const keptByAll = keptOfAll(cohorts, unfinished)
  return (
    <Table label={t('cohorts.kept')} className="co-table co-triangle">
      <thead>
        <tr>
          <th scope="col">{t(`cohorts.${period}`)}</th>
          <th scope="col" className="r">
            {t('cohorts.figure.new')}
          </th>
          {columns.map((n) => (
            <th key={n} scope="col" aria-label={t(`cohorts.after_${period}`, { n, count: n })}>
              +{n}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.slice(0, -1).map((cohort) => {
          const cells = keptOf(cohort, unfinished)
          return (
            <tr key={cohort.from}>
              <CohortName cohort={cohort} period={period} unfinished={false} />
              <td className="r">{format.count(cohort.new)}</td>
              {columns.map((n) => (
                <td key={n} className="n">
                  <Cell kept={cells[n - 1]} of={cohort.new} />
                </td>
              ))}
            </tr>
          )
        })}
        <tr className="tot">
          <th scope="row">{t('cohorts.all')}</th>
          <td className="r">{format.count(cohorts.slice(0, -1).reduce((sum, cohort) => sum + cohort.new, 0))}</td>
          {columns.map((n) => (
            <td key={n} className="n">
              {format.percent(keptByAll[n - 1] ?? null)}
            </td>
          ))}
        </tr>
      </tbody>
    </Table>
  )
}

/** A share on the heat of its size; one that may still grow stands in a dashed frame. Nothing where time has not come to yet. */
function Cell({ kept, of }: { kept: Kept | undefined; of: number }) {
  const t = useTexts('analysis')
  const charts = useTexts('charts')
  const format = useFormat()
  if (kept === undefined) return null
  if (kept.share === null) return <span className="t3">{format.NONE}</span>
  const people = t('cohorts.people', { n: format.exact(kept.people), of: format.exact(of) })
  return kept.open ? (
    <span className="co-cell open" title={charts('unfinishedBucket', { name: people })}>
      {format.percent(kept.share)}
    </span>
  ) : (
    <span className="co-cell" data-step={heatStep(kept.share, 1)} title={people}>
      {format.percent(kept.share)}
    </span>
  )
}
