import type { ComponentProps, ReactNode } from 'react'
import { useBoard } from '../../lib/announcements/use-board.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { NoticeStrip } from '../../ui/announcements/standing.tsx'
import { Below } from '../../ui/below.tsx'
import { OwnQuota } from '../../ui/limits/quota-card-lazy.tsx'
import { ActivityCard } from './activity-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { KpiRow } from './kpi-row.tsx'
import { RecentCard } from './recent-card.tsx'
import { SeriesCard } from './series-card.tsx'
import { ShareCard } from './share-card.tsx'

type Props = {
  time: PeriodState
  recent: ComponentProps<typeof RecentCard>
  /** The way to the first request, for those who have none. */
  start: ReactNode
  /** Without figures, because there are none yet. */
  bare: boolean
  children: ReactNode
}

/** What the reader spent and used. `children` stand above it. */
export function OwnBoard({ time, recent, start, bare, children }: Props) {
  const board = useBoard()
  return (
    <>
      <NoticeStrip notice={board.data?.notice} />
      {start}
      {!bare && (
        <Below known={!board.isLoading}>
          {children}
          <KpiRow time={time} />
          <div className="g2 mt">
            <SeriesCard time={time} />
            <ShareCard time={time} />
          </div>
          <div className="g2 mt max-[1100px]:grid-cols-1">
            <RecentCard {...recent} />
            <div className="flex min-w-0 flex-col gap-3.5 [&>:last-child]:flex-1">
              <OwnQuota />
              <KeysCard zone={time.present.zone} />
            </div>
          </div>
          <ActivityCard time={time} />
        </Below>
      )}
    </>
  )
}
