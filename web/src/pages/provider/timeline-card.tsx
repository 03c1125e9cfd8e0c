import type { ProviderDetail } from '../../../../src/contract/catalogue.ts'
import { TICK_STATES } from '../../../../src/contract/catalogue.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { timeOfDay } from '../../lib/clock.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { two, wallOf } from '../../lib/zone.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { LongStrip } from './long-strip.tsx'

/** How it did in each protocol, tick by tick. */
export function TimelineCard({ provider }: { provider: ProviderDetail }) {
  const t = useTexts('provider')
  const h = useTexts('health')
  const words = useHealthWords()
  const { percent } = useFormat()
  const { strips, tick_ms } = provider
  return (
    <Card className="pd-card">
      <CardHead title={t('timeline')} remark={t('each', { span: words.span(tick_ms) })}>
        <div className="lg pd-legend hide">
          {TICK_STATES.map((state) => (
            <span key={state}>
              <i className={state} />
              {h(`legend.${state}`)}
            </span>
          ))}
        </div>
      </CardHead>
      {strips.length === 0 ? (
        <p className="t2">{t('timelineNone')}</p>
      ) : (
        <div className="pd-strips">
          {strips.map((strip) => (
            <Strip key={strip.protocol} strip={strip} tickMs={tick_ms} share={percent(strip.availability)} />
          ))}
          <span className="pd-axis-pad" />
          <Axis ticks={strips[0]?.ticks ?? []} tickMs={tick_ms} />
          <span className="pd-axis-pad" />
        </div>
      )}
    </Card>
  )
}

type Strip = ProviderDetail['strips'][number]

function Strip({ strip, tickMs, share }: { strip: Strip; tickMs: number; share: string }) {
  const { name, path } = PROTOCOL_NAMES[strip.protocol]
  return (
    <>
      <span className="pd-strip-name">
        <b>{name}</b>
        <span className="m t2">{path}</span>
      </span>
      <LongStrip name={name} share={share} ticks={strip.ticks} tickMs={tickMs} />
      <span className="n r pd-strip-share">{share}</span>
    </>
  )
}

/** Four times under the strips, and now at the end. */
function Axis({ ticks, tickMs }: { ticks: Strip['ticks']; tickMs: number }) {
  const t = useTexts('provider')
  const { voice } = useFormat()
  const long = tickMs * ticks.length > DAY_MS
  const marks = [0, 0.25, 0.5, 0.75].flatMap((share) => ticks[Math.floor(share * ticks.length)]?.at ?? [])
  return (
    <div className="pd-axis t3 n">
      {marks.map((at) => {
        const wall = wallOf(Date.parse(at), voice.zone)
        const time = timeOfDay({ hour: wall.hour, minute: wall.minute }, voice)
        return <span key={at}>{long ? `${two(wall.month)}-${two(wall.day)}` : time}</span>
      })}
      <span>{t('now')}</span>
    </div>
  )
}
