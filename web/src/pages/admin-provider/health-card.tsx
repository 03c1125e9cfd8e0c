import { adminHealthMatrix } from '../../../../src/contract/overview.ts'
import { TICK_STATES } from '../../../../src/contract/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/use-texts.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { DayStrip } from '../../ui/offers/day-strip.tsx'
import { IncidentStatus } from '../../ui/offers/incident-status.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

/** How the provider did over the last day, hour by hour, and when it did not do as usual. */
export function HealthCard({ id }: { id: string }) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const { when } = useFormat()
  const words = useHealthWords()
  const query = useQuery(ask(adminHealthMatrix))
  return (
    <Card className="relative">
      <CardHead title={t('detail.health.title')} remark={t('detail.health.remark')}>
        <span className="row gap12 t2 text-meta hide" aria-hidden="true">
          {TICK_STATES.map((state) => (
            <span key={state} className="row gap4">
              <span className="strip h-3! w-1.5">
                <i className={STRIP[state]} />
              </span>
              {offers(`tick.${state}`)}
            </span>
          ))}
        </span>
      </CardHead>
      <Block query={query} bones={<BoxBones height={48} />}>
        {({ items }) =>
          items
            .filter((row) => row.id === id)
            .map(({ name, health, incidents }) => (
              <div key={id} className="col">
                <DayStrip name={name} health={health} />
                <ul className="grid gap-1 text-cell empty:hidden">
                  {incidents.map((incident) => (
                    <li key={incident.from} className="row wrap">
                      <span className="t3 n">{when(incident.from)}</span>
                      <IncidentStatus trouble={incident.trouble} />
                      <span className="t2">
                        {words.what(incident)} ·{' '}
                        {incident.to === null ? offers('events.lasting') : words.span(words.lasted(incident))}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            ))
        }
      </Block>
    </Card>
  )
}

const STRIP = { ok: '', slow: 'warn', failed: 'err', none: 'none' } as const
