import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { linearAxis } from './scale.ts'
import { axisText } from './unit.ts'
import './waterfall.css'

/** The phases of one attempt, in order. */
const PHASES = { queue: 'var(--c0)', connect: 'var(--c6)', wait: 'var(--c3)', stream: 'var(--c1)' } as const
export type Phase = keyof typeof PHASES

/** One attempt: when it began and how long its phases took, in milliseconds since the request arrived; without phases it was not made. */
export type WaterfallRow = {
  n: number
  /** Who was asked, and what came of it. */
  head: ReactNode
  /** The phases in words, at the right. */
  words: string
  startMs: number
  phases: readonly { phase: Phase; ms: number }[]
  failed: boolean
}

/** Attempts one under the other on one time axis. */
export function Waterfall({ rows, totalMs, end }: { rows: readonly WaterfallRow[]; totalMs: number; end: string }) {
  const { ticks } = linearAxis(totalMs)
  const place = (ms: number) => `${Math.min(100, (ms / Math.max(1, totalMs)) * 100)}%`
  // A mark too close to the end would run into the total that is written there.
  const marks = ticks.filter((tick) => tick < totalMs * 0.88)
  return (
    <div>
      <ol className="wf">
        {rows.map((row) => (
          <li key={row.n}>
            <div className="row wf-line">
              <span className="wf-no">{row.n}</span>
              {row.head}
              <span className="sp" />
              <span className="t3 n nw">{row.words}</span>
            </div>
            <div className="wf-track" aria-hidden="true">
              {marks.map((tick) => (
                <i key={tick} className="grid" style={{ left: place(tick) }} />
              ))}
              <Track row={row} place={place} />
            </div>
          </li>
        ))}
      </ol>
      <div className="wf-axis t3 n" aria-hidden="true">
        {marks.map((tick) => (
          <span key={tick} style={{ left: place(tick) }}>
            {tick === 0 ? '0' : axisText(tick, 'ms')}
          </span>
        ))}
        <span style={{ left: '100%' }}>{end}</span>
      </div>
    </div>
  )
}

function Track({ row, place }: { row: WaterfallRow; place: (ms: number) => string }) {
  const length = row.phases.reduce((sum, { ms }) => sum + ms, 0)
  if (row.phases.length === 0) return <i className="none" style={{ left: place(row.startMs) }} />
  return (
    <span className={row.failed ? 'part bad' : 'part'} style={{ left: place(row.startMs), width: place(length) }}>
      {row.phases.map(({ phase, ms }) => (
        <i key={phase} style={{ flex: Math.max(ms, 0.001), background: PHASES[phase] }} />
      ))}
    </span>
  )
}

/** What the colours of the phases mean. */
export function PhaseLegend() {
  const t = useTexts('charts')
  return (
    <span className="lg">
      {(Object.keys(PHASES) as Phase[]).map((phase) => (
        <span key={phase}>
          <i style={{ background: PHASES[phase] }} />
          {t(`phase.${phase}`)}
        </span>
      ))}
    </span>
  )
}
