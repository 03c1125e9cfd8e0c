import { TICK_STATES, type Tick } from '../../../../src/contract/catalogue.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { timeOfDay } from '../../lib/clock.ts'
import { useFormat } from '../../lib/use-format.ts'
import { two, wallOf } from '../../lib/zone.ts'
import './offers.css'

/** Four times under the strips, and now at the end. */
export function StripAxis({ ticks, tickMs }: { ticks: readonly Tick[]; tickMs: number }) {
  const t = useTexts('health')
  const { voice } = useFormat()
  const long = tickMs * ticks.length > DAY_MS
  const marks = [0, 0.25, 0.5, 0.75].flatMap((share) => ticks[Math.floor(share * ticks.length)]?.at ?? [])
  return (
    <div className="strips-axis t3 n">
      {marks.map((at) => {
        const wall = wallOf(Date.parse(at), voice.zone)
        const time = timeOfDay({ hour: wall.hour, minute: wall.minute }, voice)
        return <span key={at}>{long ? `${two(wall.month)}-${two(wall.day)}` : time}</span>
      })}
      <span>{t('now')}</span>
    </div>
  )
}

/** What the shapes and colours of ticks mean. */
export function StripLegend() {
  const t = useTexts('health')
  return (
    <div className="lg strips-legend hide">
      {TICK_STATES.map((state) => (
        <span key={state}>
          <i className={state} />
          {t(`legend.${state}`)}
        </span>
      ))}
    </div>
  )
}
