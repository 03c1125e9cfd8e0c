import type { Incident, ProviderList } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { IncidentStatus } from '../../ui/offers/incident-status.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'

const SHOWN = 20

/** What went wrong at the providers in the last week. */
export function IncidentTable({ list }: { list: ProviderList }) {
  const t = useTexts('models')
  const { incidents } = list
  const lasting = incidents.filter(({ to }) => to === null).length
  return (
    <Card flush className="mt">
      <CardHead title={t('incidents.title')} remark={<span className="hide">{t('incidents.text')}</span>}>
        {incidents.length > 0 && (
          <span className="t3 n">
            {[
              t('incidents.count', { count: incidents.length }),
              ...(lasting > 0 ? [t('incidents.lasting', { count: lasting })] : []),
            ].join(' · ')}
          </span>
        )}
      </CardHead>
      {incidents.length === 0 ? <p className="t2 pv-calm">{t('incidents.none')}</p> : <Rows list={list} />}
    </Card>
  )
}

function Rows({ list }: { list: ProviderList }) {
  const t = useTexts('models')
  const rows = list.incidents.slice(0, SHOWN).flatMap((incident) => {
    const provider = list.items.find(({ id }) => id === incident.provider_id)
    return provider ? [{ incident, provider }] : []
  })
  return (
    <ByWidth
      table={
        <Table label={t('incidents.title')}>
          <thead>
            <tr>
              <th scope="col">{t('incidents.start')}</th>
              <th scope="col">{t('incidents.provider')}</th>
              <th scope="col">{t('incidents.kind')}</th>
              <th scope="col">{t('incidents.what')}</th>
              <th scope="col" className="r">
                {t('incidents.span')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ incident, provider }) => (
              <Row key={incident.provider_id + incident.from} incident={incident} provider={provider} />
            ))}
          </tbody>
        </Table>
      }
      cards={
        <ul>
          {rows.map(({ incident, provider }) => (
            <MobileRow key={incident.provider_id + incident.from} incident={incident} provider={provider} />
          ))}
        </ul>
      }
    />
  )
}

type RowProps = { incident: Incident; provider: ProviderList['items'][number] }

function Row({ incident, provider }: RowProps) {
  const format = useFormat()
  const words = useHealthWords()
  return (
    <tr>
      <td className="n" title={format.whenExact(incident.from)}>
        {format.when(incident.from)}
      </td>
      <td>
        <span className="row">
          <MarkTile names={[provider.preset, provider.name]} size={16} bare />
          {provider.name}
        </span>
      </td>
      <td>
        <IncidentStatus trouble={incident.trouble} />
      </td>
      <td className="t2">
        <TwoLines under={words.affected(incident)}>{words.what(incident)}</TwoLines>
      </td>
      <td className="r">
        <Span incident={incident} />
      </td>
    </tr>
  )
}

function MobileRow({ incident, provider }: RowProps) {
  const format = useFormat()
  const words = useHealthWords()
  return (
    <li className="rowcard">
      <div className="row">
        <MarkTile names={[provider.preset, provider.name]} size={16} bare />
        <b className="el">{provider.name}</b>
        <span className="sp" />
        <IncidentStatus trouble={incident.trouble} />
      </div>
      <span className="t2">{words.what(incident)}</span>
      <span className="t3 wrap-anywhere empty:hidden">{words.affected(incident)}</span>
      <div className="row t3">
        {format.when(incident.from)}
        <span className="sp" />
        <Span incident={incident} />
      </div>
    </li>
  )
}

function Span({ incident }: { incident: Incident }) {
  const h = useTexts('health')
  const words = useHealthWords()
  if (incident.to !== null) return <span className="n">{words.span(words.lasted(incident))}</span>
  return (
    <span className="row gap4 justify-end">
      <i className={`dot ${incident.severe ? 'err' : 'warn'}`} />
      {h('incident.lasting')}
    </span>
  )
}
