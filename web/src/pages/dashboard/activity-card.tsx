import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { HeatScale } from '../../charts/heat-scale.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { askHeatmap } from '../../lib/traffic/ask.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { writeRange } from '../../lib/time-range.ts'
import { Card } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

// It stands at the foot of the page, and is drawn when its figures are there.
const ActivityYear = lazy(() =>
  loadChunk(() => import('../../ui/traffic/activity-year.tsx')).then((found) => ({ default: found.ActivityYear })),
)

const BONES = <BoxBones height={168} />

/** A year of days; a day leads to its usage. */
export function ActivityCard({ time }: { time: PeriodState }) {
  const t = useTexts('dashboard')
  const scope = useScope()
  const navigate = useNavigate()
  const query = useQuery(askHeatmap(scope, time.query))
  const streaks = query.data && {
    count: query.data.active_days,
    active: query.data.active_days,
    current: query.data.current_streak,
    longest: query.data.longest_streak,
  }
  return (
    <Card className="relative mt">
      <div className="hd wrap">
        <h2>{t('activity.title')}</h2>
        <span className="t3">{streaks && t('activity.streaks', streaks)}</span>
        <span className="sp" />
        <HeatScale />
      </div>
      <Block query={query} bones={BONES}>
        {(data) => (
          <Suspense fallback={BONES}>
            <ActivityYear
              data={data}
              present={time.present}
              onDay={(day) => void navigate({ to: `${BASE_PATHS[scope]}/usage`, search: writeRange(day) })}
            />
          </Suspense>
        )}
      </Block>
    </Card>
  )
}
