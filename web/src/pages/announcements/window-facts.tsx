import type { ReactNode } from 'react'
import { DAY_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSecond } from '../../lib/announcements/use-second.ts'
import { standingOf, type Phase, type Window } from '../../lib/announcements/window.ts'
import { percent } from '../../lib/format.ts'
import { timeOfDay } from '../../lib/clock.ts'
import { periodEnds, type Present } from '../../lib/time-range.ts'
import { useFormat } from '../../lib/use-format.ts'
import { offsetName } from '../../lib/offset-name.ts'
import { wallOf } from '../../lib/zone.ts'
import { Countdown } from '../../ui/announcements/countdown.tsx'
import { Dot, type Tone } from '../../ui/dot.tsx'

const LOOKS = {
  coming: { tone: 'info', chip: 'st info' },
  going: { tone: 'warn', chip: 'st warn' },
  over: { tone: 'none', chip: 'row gap4 t2' },
} as const satisfies Record<Phase, { tone: Tone; chip: string }>

/** When maintenance is, how it stands, and how long it takes yet. */
export function WindowFacts({ window }: { window: Window }) {
  const t = useTexts('announcements')
  const format = useFormat()
  const now = useSecond()
  const standing = standingOf(window, now)
  if (!standing) return null
  const { zone } = format.voice
  const { phase, startMs, endMs, leftMs, share } = standing
  const [from, to] = timesOf(startMs, endMs, { ...format.voice, now })
  return (
    <section className="an-window" aria-label={t('window.label')}>
      <div className="facts">
        {phase === 'over' ? (
          <Fact label={t('window.lasted')} under={t('window.ended', { time: to })}>
            <Countdown ms={endMs - startMs} />
          </Fact>
        ) : (
          <Fact
            label={t(phase === 'coming' ? 'window.until_start' : 'window.left')}
            under={
              phase === 'coming' ? t('window.starts', { time: from }) : t('window.done', { share: percent(share) })
            }
          >
            <Countdown ms={leftMs} />
          </Fact>
        )}
        <Fact label={t('window.span')} under={`${zone} (${offsetName(startMs, zone)})`}>
          {`${from} – ${to}`}
        </Fact>
        <Fact label={t('window.state')}>
          <span className={LOOKS[phase].chip}>
            <Dot tone={LOOKS[phase].tone} />
            {t(`window.${phase}`)}
          </span>
        </Fact>
      </div>
      <span className="bar" aria-hidden="true">
        <i className={phase === 'going' ? 'warn' : 'n'} style={{ width: `${share * 100}%` }} />
      </span>
    </section>
  )
}

/** Both ends with their dates; the second without, where it is on the same day. */
function timesOf(startMs: number, endMs: number, present: Present): [string, string] {
  const [from, to] = periodEnds({ from: startMs, to: endMs }, present)
  const [begun, over] = [wallOf(startMs, present.zone), wallOf(endMs, present.zone)]
  const sameDay = begun.day === over.day && endMs - startMs < DAY_MS
  return [from, sameDay ? timeOfDay({ hour: over.hour, minute: over.minute }, present) : to]
}

function Fact({ label, under, children }: { label: string; under?: string; children: ReactNode }) {
  return (
    <div>
      <div className="t3">{label}</div>
      <div className="fv">{children}</div>
      {under !== undefined && <div className="t3">{under}</div>}
    </div>
  )
}
