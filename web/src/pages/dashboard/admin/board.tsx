import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { adminHealthMatrix, adminOverview } from '../../../../../src/contract/overview.ts'
import { ask } from '../../../lib/query.ts'
import { askSummary } from '../../../lib/traffic/ask.ts'
import type { PeriodState } from '../../../lib/traffic/use-period.ts'
import { Below } from '../../../ui/below.tsx'
import { RecentCard } from '../recent-card.tsx'
import { AttentionCard } from './attention-card.tsx'
import { FiguresStrip } from './figures-strip.tsx'
import { MatrixCard } from './matrix-card.tsx'
import { NowCard } from './now-card.tsx'
import { Rhythm } from './rhythm.tsx'
import { Tops } from './tops.tsx'
import { TrafficCard } from './traffic-card.tsx'
import { useRhythm } from './use-rhythm.ts'
import { useSender } from './use-sender.tsx'
import './board.css'

type Props = {
  time: PeriodState
  recent: ComponentProps<typeof RecentCard>
  /** The way to the first request, while there is none. */
  start: ReactNode
  children: ReactNode
}

/** The operator's dashboard: what is wrong, what goes on, how every provider does, and who it is all for. `children` stand above it. */
export function Board({ time, recent, start, children }: Props) {
  const { intervalMs, ...choice } = useRhythm()
  const { from, to } = time.query
  const overview = useQuery({ ...ask(adminOverview, { query: { from, to } }), refetchInterval: intervalMs })
  const matrix = useQuery({ ...ask(adminHealthMatrix), refetchInterval: intervalMs })
  const summary = useQuery({ ...askSummary('admin', time.query), refetchInterval: intervalMs })
  const client = useQueryClient()
  const sender = useSender()
  // All that is on the page, its charts and lists too.
  const refresh = () => void client.refetchQueries({ type: 'active' })
  return (
    <>
      {start}
      {children}
      <Rhythm {...choice} updatedAt={overview.dataUpdatedAt} busy={overview.isFetching} onRefresh={refresh} />
      <AttentionCard query={overview} />
      <Below known={!overview.isPending} className="mt">
        <FiguresStrip summary={summary} overview={overview.data} />
        <div className="g2 mt">
          <TrafficCard time={time} intervalMs={intervalMs} />
          <NowCard query={overview} providers={matrix.data?.items ?? []} />
        </div>
        <MatrixCard query={matrix} />
        <Tops time={time} intervalMs={intervalMs} totals={summary.data?.current} onOpen={recent.onOpen} />
        <div className="mt">
          <RecentCard {...recent} sender={sender} />
        </div>
      </Below>
    </>
  )
}
