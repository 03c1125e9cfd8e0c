import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import {
  adminCohorts,
  adminExportCohorts,
  COHORT_PERIODS,
  type Cohort,
  type CohortPeriod,
} from '../../../../../src/contract/cohorts.ts'
import { HeatScale } from '../../../charts/heat-scale.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { download } from '../../../lib/download.ts'
import { useMinute } from '../../../lib/now.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { ask } from '../../../lib/query.ts'
import { one, useSearchParams } from '../../../lib/search-params.ts'
import { useZone } from '../../../lib/use-format.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { sinceFirst } from './cohort-figures.ts'
import { CohortFlow } from './cohort-flow.tsx'
import { CohortTriangle } from './cohort-triangle.tsx'
import { ExportButton } from './export-button.tsx'
import './cohorts.css'

const COUNTS = ['6', '12', '24'] as const
const USUAL_COUNT = '12'

/** Who came, stayed and left by week or month, up to now: the page's time range does not concern it. */
export function Cohorts() {
  const t = useTexts('analysis')
  const [search, change] = useSearchParams()
  const period: CohortPeriod = COHORT_PERIODS.find((known) => known === one(search, 'every')) ?? 'week'
  const periods = COUNTS.find((known) => known === one(search, 'periods')) ?? USUAL_COUNT
  const query = { tz: useZone(), week_start: usePreference('week_start'), period, periods }
  const answer = useQuery(ask(adminCohorts, { query }))
  return (
    <Card flush className="relative">
      <CardHead title={t('cohorts.title')} remark={<span className="hide">{t('cohorts.remark')}</span>}>
        <ExportButton save={() => download(adminExportCohorts, { query: { ...query, format: 'csv' } })} />
      </CardHead>
      <div className="row wrap px-4 pb-3">
        <Segmented
          label={t('cohorts.every')}
          value={period}
          options={COHORT_PERIODS.map((value) => ({ value, label: t(`cohorts.every_${value}`) }))}
          onChange={(next) => change({ every: next === 'week' ? null : next })}
        />
        <Segmented
          label={t('cohorts.count')}
          value={periods}
          options={COUNTS.map((value) => ({ value, label: t(`cohorts.last_${period}`, { n: value }) }))}
          onChange={(next) => change({ periods: next === USUAL_COUNT ? null : next })}
        />
      </div>
      <Block query={answer} bones={<TableSkeleton rows={8} />}>
        {(told) => <Tables cohorts={sinceFirst(told.items)} period={told.period} />}
      </Block>
    </Card>
  )
}

function Tables({ cohorts, period }: { cohorts: readonly Cohort[]; period: CohortPeriod }) {
  const t = useTexts('analysis')
  const now = useMinute()
  const last = cohorts.at(-1)
  if (last === undefined) return <Empty icon={Users} title={t('cohorts.none')} text={t('cohorts.noneText')} />
  // In its last minute the present is its end.
  const unfinished = Date.parse(last.to) >= now
  return (
    <>
      <CohortFlow cohorts={cohorts} period={period} unfinished={unfinished} />
      <p className="t3 px-4 py-3">{t('cohorts.rules')}</p>
      {cohorts.length > 1 && (
        <>
          <div className="co-head hd wrap">
            <h3>{t('cohorts.kept')}</h3>
            <span className="t3">{t(`cohorts.kept_${period}`)}</span>
            <span className="sp" />
            <HeatScale />
          </div>
          <CohortTriangle cohorts={cohorts} period={period} unfinished={unfinished} />
        </>
      )}
    </>
  )
}
