import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, History, TriangleAlert } from 'lucide-react'
import type { Incident, OfferedProvider } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DIALECT_NAMES, dialectsOf } from '../../lib/offers/protocol-names.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { DayStrip } from '../../ui/offers/day-strip.tsx'
import { Status } from '../../ui/status.tsx'

/** From this share on errors are worth a colour. */
const MANY_ERRORS = 0.01

type Props = { provider: OfferedProvider; incident: Incident | undefined }

/** How a provider does, and the way to more of it. */
export function ProviderCard({ provider, incident }: Props) {
  const t = useTexts('models')
  const format = useFormat()
  const { id, name, preset, status, health } = provider
  const names = dialectsOf(provider.protocols).map((dialect) => DIALECT_NAMES[dialect])
  return (
    <Card flush className="pv-card">
      <div className="pv-card-body">
        <div className="row gap12">
          <MarkTile names={[preset, name]} size={36} />
          <div className="who-names">
            <span className="row">
              <Link to={`/dashboard/providers/${encodeURIComponent(id)}`} className="el pv-name">
                {name}
              </Link>
              <span className="sp" />
              <Status state={status} />
            </span>
            <span className="t3 el">{t('provider.protocols', { names: names.join(' · ') })}</span>
          </div>
        </div>
        <div className="row t2">
          {t('col.available')}
          <span className="sp" />
          <b className="n text-text">{format.percent(health.availability)}</b>
        </div>
        <DayStrip name={name} health={health} />
        <Figures provider={provider} />
      </div>
      <CardFoot incident={incident} />
    </Card>
  )
}

function Figures({ provider: { health, models } }: { provider: OfferedProvider }) {
  const t = useTexts('models')
  const format = useFormat()
  const errors = health.availability === null ? null : 1 - health.availability
  const tone = errors === null || errors < MANY_ERRORS ? '' : errors < 0.1 ? 'b warn' : 'b err'
  const figures = [
    [t('col.first'), format.seconds(health.first_token_p50), ''],
    [t('col.p95'), format.seconds(health.first_token_p95), ''],
    [t('provider.errors'), format.percent(errors), tone],
    [t('provider.models'), t('provider.count', { n: models }), ''],
  ] as const
  return (
    <dl className="pv-figures">
      {figures.map(([name, value, look]) => (
        <div key={name}>
          <dt className="t3">{name}</dt>
          <dd className={`n ${look}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function CardFoot({ incident }: { incident: Incident | undefined }) {
  const t = useTexts('models')
  const words = useHealthWords()
  const lasts = incident !== undefined && incident.to === null
  const tone = lasts ? (incident.severe ? 'err' : 'warn') : ''
  const text = incident === undefined ? t('provider.calm') : words.brief(incident)
  return (
    <div className={`foot pv-foot ${tone}`}>
      <Icon of={incident === undefined ? CircleCheck : lasts ? TriangleAlert : History} small />
      <span>{text}</span>
      <span className="sp" />
      <Icon of={ChevronRight} small />
    </div>
  )
}
