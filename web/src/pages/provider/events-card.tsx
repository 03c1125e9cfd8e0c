import { CircleCheck } from 'lucide-react'
import type { Incident, ProviderDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IncidentStatus } from '../../ui/offers/incident-status.tsx'
import { Status } from '../../ui/status.tsx'

const SHOWN = 12

/** When it began to do badly, and when it was well again, the latest first. */
export function EventsCard({ provider: { incidents } }: { provider: ProviderDetail }) {
  const t = useTexts('provider')
  return (
    <Card className="pd-card">
      <CardHead title={t('events')}>
        <span className="t3">{t('eventsText')}</span>
      </CardHead>
      {incidents.length === 0 ? (
        <Empty icon={CircleCheck} title={t('eventsNone')} />
      ) : (
        <ul className="pd-events">
          {incidents
            .flatMap((incident) => [
              ...(incident.to === null ? [] : [{ incident, end: incident.to }]),
              { incident, end: null },
            ])
            .slice(0, SHOWN)
            .map(({ incident, end }) => (
              <Event key={`${end ?? ''}${incident.from}`} incident={incident} end={end} />
            ))}
        </ul>
      )}
    </Card>
  )
}

/** The beginning of an incident, or its end. */
function Event({ incident, end }: { incident: Incident; end: string | null }) {
  const t = useTexts('provider')
  const format = useFormat()
  const words = useHealthWords()
  const at = end ?? incident.from
  const models = end === null ? words.affected(incident) : null
  return (
    <li>
      <span>
        {end === null ? (
          <IncidentStatus trouble={incident.trouble} />
        ) : (
          <Status state="healthy">{t('recovered')}</Status>
        )}
      </span>
      <span>
        {end === null ? words.what(incident) : t('recoveredText', { span: words.span(words.lasted(incident)) })}
        {models !== null && <span className="t2 block wrap-anywhere">{models}</span>}
        <span className="t3 n block" title={format.whenExact(at)}>
          {format.when(at)}
        </span>
      </span>
    </li>
  )
}
