import { useTexts } from '../../../i18n/use-texts.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Table } from '../../../ui/table.tsx'
import { churnShare } from './cohort-figures.ts'
import { CohortName, type CohortTableProps } from './cohort-name.tsx'

const FIGURES = ['active', 'new', 'returning', 'churned'] as const

/** A row for each period: who was there, who of them came new or again, and who of the period before did not. */
export function CohortFlow({ cohorts, period, unfinished }: CohortTableProps) {
  const t = useTexts('analysis')
  const format = useFormat()
  return (
    <Table label={t('cohorts.title')} className="co-table">
      <thead>
        <tr>
          <th scope="col">{t(`cohorts.${period}`)}</th>
          {FIGURES.map((name) => (
            <th key={name} scope="col" className="r">
              {t(`cohorts.figure.${name}`)}
            </th>
          ))}
          <th scope="col" className="r hide">
            {t('cohorts.churnShare')}
          </th>
        </tr>
      </thead>
      <tbody>
        {cohorts.map((cohort) => {
          const open = unfinished && cohort === cohorts.at(-1)
          // Who is not back yet may still come, so that nobody counts as lost before the period is over.
          const quiet = open ? { title: t('cohorts.yet') } : {}
          return (
            <tr key={cohort.from}>
              <CohortName cohort={cohort} period={period} unfinished={open} />
              <td className="r">
                <b className="b">{format.count(cohort.active)}</b>
              </td>
              <td className="r">{format.count(cohort.new)}</td>
              <td className="r">{format.count(cohort.returning)}</td>
              <td className={open ? 'r t2' : 'r'} {...quiet}>
                {format.count(cohort.churned)}
              </td>
              <td className="r t2 hide" {...quiet}>
                {open ? format.NONE : format.percent(churnShare(cohort))}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
