import type { ProviderDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { LongStrip } from '../../ui/offers/long-strip.tsx'
import { StripAxis, StripLegend } from '../../ui/offers/strip-axis.tsx'

/** How it did in each protocol, tick by tick. */
export function TimelineCard({ provider }: { provider: ProviderDetail }) {
  const t = useTexts('provider')
  const words = useHealthWords()
  const { percent } = useFormat()
  const { strips, tick_ms } = provider
  return (
    <Card className="pd-card">
      <CardHead title={t('timeline')} remark={t('each', { span: words.span(tick_ms) })}>
        <StripLegend />
      </CardHead>
      {strips.length === 0 ? (
        <p className="t2">{t('timelineNone')}</p>
      ) : (
        <div className="strips">
          {strips.map((strip) => (
            <Strip key={strip.protocol} strip={strip} tickMs={tick_ms} share={percent(strip.availability)} />
          ))}
          <span className="strips-pad" />
          <StripAxis ticks={strips[0]?.ticks ?? []} tickMs={tick_ms} />
          <span className="strips-pad" />
        </div>
      )}
    </Card>
  )
}

type Strip = ProviderDetail['strips'][number]

function Strip({ strip, tickMs, share }: { strip: Strip; tickMs: number; share: string }) {
  const { name, path } = PROTOCOL_NAMES[strip.protocol]
  const words = useHealthWords()
  return (
    <>
      <span className="strips-name">
        <b>{name}</b>
        <span className="m t2">{path}</span>
      </span>
      <LongStrip name={name} share={share} ticks={strip.ticks} say={(tick) => [words.tick(tick, tickMs)]} />
      <span className="n r">{share}</span>
    </>
  )
}
