import { Link } from '@tanstack/react-router'
import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { DayFigures } from '../../ui/offers/day-figures.tsx'
import { DayCell } from '../../ui/offers/day-strip.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { Part } from './part.tsx'

type Provider = ModelDetail['providers'][number]

/** Who serves a model, and how each of them does. */
export function ModelProviders({ model: { providers } }: { model: ModelDetail }) {
  const t = useTexts('models')
  return (
    <Part title={t('drawer.providers')} remark={t('drawer.day')}>
      <div className="ml-box">
        <ByWidth
          table={<Rows providers={providers} />}
          cards={
            <ul>
              {providers.map((provider) => (
                <MobileRow key={provider.id} provider={provider} />
              ))}
            </ul>
          }
        />
      </div>
    </Part>
  )
}

function Rows({ providers }: { providers: readonly Provider[] }) {
  const t = useTexts('models')
  const figures = useFigures()
  return (
    <Table label={t('drawer.providers')}>
      <thead>
        <tr>
          <th scope="col">{t('drawer.name')}</th>
          <th scope="col">{t('drawer.status')}</th>
          <th scope="col">{t('col.availability')}</th>
          {FIGURES.map((figure) => (
            <th key={figure} scope="col" className="r">
              {t(`col.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {providers.map((provider) => (
          <tr key={provider.id}>
            <td>
              <Name of={provider} />
            </td>
            <td>
              <Status state={provider.status} />
            </td>
            <td>
              <DayCell name={provider.name} health={provider.health} />
            </td>
            {figures(provider).map((value, at) => (
              <td key={FIGURES[at]} className="r">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function MobileRow({ provider }: { provider: Provider }) {
  const t = useTexts('models')
  const figures = useFigures()(provider)
  const { name, health } = provider
  return (
    <li className="rowcard">
      <span className="row">
        <Name of={provider} />
        <span className="sp" />
        <Status state={provider.status} />
      </span>
      <DayFigures
        facts={FIGURES.map((figure, at) => [t(`col.${figure}`), figures[at] ?? NONE])}
        day={{ label: t('col.availability'), name, health }}
      />
    </li>
  )
}

function Name({ of: { id, name, preset } }: { of: Provider }) {
  return (
    <span className="row min-w-0">
      <MarkTile names={[preset, name]} size={16} bare />
      <Link to={`/dashboard/providers/${encodeURIComponent(id)}`} className="ml-plain-link el">
        {name}
      </Link>
    </span>
  )
}

const FIGURES = ['first', 'p95', 'speed'] as const

/** What is measured of a provider, in the order of `FIGURES`. */
function useFigures(): (of: Provider) => readonly (string | number)[] {
  const { seconds } = useFormat()
  return ({ health: { first_token_p50, first_token_p95, tokens_per_second: speed } }) => [
    seconds(first_token_p50),
    seconds(first_token_p95),
    speed === null ? NONE : Math.round(speed),
  ]
}
