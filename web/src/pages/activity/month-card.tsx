import type { UseQueryResult } from '@tanstack/react-query'
import type { ActivitySummary } from '../../../../src/contract/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Block } from '../../ui/traffic/block.tsx'

/** How much happened on each day of the range, what failed in red on top. */
export function MonthCard({ summary }: { summary: UseQueryResult<ActivitySummary> }) {
  const t = useTexts('activity')
  const bones = (
    <Skeleton>
      <Bone height={76} />
    </Skeleton>
  )
  return (
    <Card className="relative">
      <CardHead title={t('chart.title')} />
      <Block query={summary} bones={bones}>
        {({ days }) => <Days days={days} />}
      </Block>
    </Card>
  )
}

const WIDTH = 286
const HEIGHT = 54
/** Below this many a bar of one event is not as high as the whole. */
const LEAST_TOP = 4

function Days({ days }: { days: ActivitySummary['days'] }) {
  const t = useTexts('activity')
  const done = days.reduce((sum, day) => sum + day.done, 0)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  const top = Math.max(LEAST_TOP, ...days.map((day) => day.done + day.failed))
  const step = WIDTH / Math.max(1, days.length)
  const high = (count: number) => (count / top) * HEIGHT
  const from = days[0]?.date.slice(5) ?? ''
  const to = days.at(-1)?.date.slice(5) ?? ''
  return (
    <>
      <div className="row t3 n gap12">
        <span className="row gap4">
          <i className="ac-sq" />
          {t('chart.done', { n: done })}
        </span>
        <span className="row gap4">
          <i className="ac-sq err" />
          {t('chart.failed', { n: failed })}
        </span>
      </div>
      <svg
        className="ac-days"
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart.label', { from, to, done, failed })}
      >
        {days.map((day, at) => (
          <g key={day.date} transform={`translate(${at * step} 0)`}>
            <rect y={HEIGHT - high(day.done)} width={step * 0.72} height={high(day.done)} fill="var(--c0)" />
            <rect
              y={HEIGHT - high(day.done) - high(day.failed)}
              width={step * 0.72}
              height={high(day.failed)}
              fill="var(--err)"
            />
          </g>
        ))}
        <line x1="0" x2={WIDTH} y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} stroke="var(--line)" />
      </svg>
      <div className="row t3 n">
        <span>{from}</span>
        <span className="sp" />
        <span>{to}</span>
      </div>
    </>
  )
}
