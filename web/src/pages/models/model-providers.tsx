import { Link } from '@tanstack/react-router'
import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { DayCell } from '../../ui/offers/day-strip.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { Part } from './part.tsx'

/** Who serves a model, and how each of them does. */
export function ModelProviders({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const format = useFormat()
  return (
    <Part title={t('drawer.providers')} remark={t('drawer.day')}>
      <div className="ml-box">
        <Table label={t('drawer.providers')}>
          <thead>
            <tr>
              <th scope="col">{t('drawer.name')}</th>
              <th scope="col">{t('drawer.status')}</th>
              <th scope="col">{t('col.availability')}</th>
              <th scope="col" className="r">
                {t('col.first')}
              </th>
              <th scope="col" className="r hide">
                {t('col.p95')}
              </th>
              <th scope="col" className="r hide">
                {t('col.speed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {model.providers.map(({ id, name, preset, status, health }) => (
              <tr key={id}>
                <td>
                  <span className="row">
                    <MarkTile names={[preset, name]} size={16} bare />
                    <Link to={`/dashboard/providers/${encodeURIComponent(id)}`} className="ml-plain-link">
                      {name}
                    </Link>
                  </span>
                </td>
                <td>
                  <Status state={status} />
                </td>
                <td>
                  <DayCell name={name} health={health} />
                </td>
                <td className="r">{format.seconds(health.first_token_p50)}</td>
                <td className="r hide">{format.seconds(health.first_token_p95)}</td>
                <td className="r hide">
                  {health.tokens_per_second === null ? NONE : Math.round(health.tokens_per_second)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Part>
  )
}
