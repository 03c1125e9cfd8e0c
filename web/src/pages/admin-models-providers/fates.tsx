import { Link } from '@tanstack/react-router'
import type { RoutingFate } from '../../../../src/contract/routing.ts'
import type { Strategy } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useWide } from '../../lib/use-wide.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type OrderPart, partsOf } from './fate-facts.ts'
import { Verdict } from './verdict.tsx'

const COLUMNS = 6

type Props = { kept: readonly RoutingFate[]; skipped: readonly RoutingFate[]; most: number; strategy: Strategy }
type OneProps = { fate: RoutingFate; strategy: Strategy }

/** The ways to reach a model: those that would be asked, in order, then those that are skipped and why. */
export const Fates = (props: Props) => <ByWidth table={<FateTable {...props} />} cards={<FateCards {...props} />} />

function FateTable({ kept, skipped, most, strategy }: Props) {
  const t = useTexts('routing')
  return (
    <Table label={t('simulation.title')} tall>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t('column.candidate')}</th>
          <th scope="col">{t('column.verdict')}</th>
          <th scope="col">{t('column.order')}</th>
          {(['cost', 'firstToken'] as const).map((column) => (
            <th key={column} scope="col" className="r">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kept.length > 0 && <Part name={t('keptMost', { most, retries: most - 1 })} count={kept.length} />}
        {kept.map((fate) => (
          <Fate key={nameOf(fate)} fate={fate} strategy={strategy} />
        ))}
        {skipped.length > 0 && <Part name={t('skipped')} count={skipped.length} />}
        {skipped.map((fate) => (
          <Fate key={nameOf(fate)} fate={fate} strategy={strategy} />
        ))}
      </tbody>
    </Table>
  )
}

const nameOf = ({ endpoint, credential, protocol, upstream_name: name }: RoutingFate) =>
  [endpoint.id, credential.id, protocol, name].join(' ')

function Part({ name, count }: { name: string; count: number }) {
  return (
    <tr className="rt-part">
      <th scope="rowgroup" colSpan={COLUMNS}>
        {name} · {count}
      </th>
    </tr>
  )
}

function Fate({ fate, strategy }: OneProps) {
  const format = useFormat()
  return (
    <tr className={fate.position === null ? 'rt-out' : ''}>
      <td className="n b">{fate.position ?? ''}</td>
      <td>
        <Candidate fate={fate} />
      </td>
      <td>
        <Verdict fate={fate} />
      </td>
      <td>
        <OrderParts fate={fate} strategy={strategy} />
      </td>
      <td className="r">{format.usd(fate.input_cost, 4)}</td>
      <td className="r">{format.seconds(fate.first_token_ms)}</td>
    </tr>
  )
}

function FateCards({ kept, skipped, most, strategy }: Props) {
  const t = useTexts('routing')
  const parts = [
    { name: t('keptMost', { most, retries: most - 1 }), fates: kept },
    { name: t('skipped'), fates: skipped },
  ].filter(({ fates }) => fates.length > 0)
  return (
    <ul aria-label={t('simulation.title')} className="border-t border-line">
      {parts.map(({ name, fates }) => (
        <li key={name}>
          <div className="rt-part">
            {name} · {fates.length}
          </div>
          <ul>
            {fates.map((fate) => (
              <FateCard key={nameOf(fate)} fate={fate} strategy={strategy} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function FateCard({ fate, strategy }: OneProps) {
  const t = useTexts('routing')
  const format = useFormat()
  const figures = [
    [t('column.cost'), format.usd(fate.input_cost, 4)],
    [t('column.firstToken'), format.seconds(fate.first_token_ms)],
  ] as const
  return (
    <li className={`rowcard ${fate.position === null ? 'rt-out' : ''}`}>
      <div className="row wrap gap-y-2!">
        <Candidate fate={fate} />
        <span className="sp" />
        <Verdict fate={fate} />
      </div>
      <dl className="rt-figures">
        <div>
          <dt>{t('column.order')}</dt>
          <dd>
            <OrderParts fate={fate} strategy={strategy} />
          </dd>
        </div>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="n">{figure}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** What it was ordered by, the first first; what put it behind the one before it stands out, and so does that it answered before. */
function OrderParts({ fate, strategy }: OneProps) {
  const t = useTexts('routing')
  const format = useFormat()
  const { name } = PROTOCOL_NAMES[fate.protocol]
  const values: Record<OrderPart, string | number> = {
    priority: fate.priority,
    credential_priority: fate.credential.priority,
    affinity: '',
    protocol: fate.translated ? `${name} (${t('translated')})` : name,
    cost: fate.multiplier,
    latency: format.seconds(fate.first_token_ms),
    weight: fate.weight,
  }
  const said = (part: OrderPart) =>
    part === 'weight' && fate.share !== null && fate.share < 1
      ? t('part.share', { value: fate.weight, share: format.percent(fate.share) })
      : t(`part.${part}`, { value: values[part] })
  return (
    <span className="rt-parts">
      {partsOf(fate, strategy).map((part) => (
        <Tag key={part} className={part === fate.behind || part === 'affinity' ? 'on' : ''}>
          {said(part)}
        </Tag>
      ))}
    </span>
  )
}

function Candidate({ fate: { position, provider, credential, endpoint } }: { fate: RoutingFate }) {
  const t = useTexts('routing')
  const wide = useWide()
  const { host } = new URL(endpoint.base_url)
  return (
    <div className="row gap12 min-w-44">
      <MarkTile names={[provider.name]} />
      <TwoLines
        under={
          <span title={host}>
            {[credential.name, credential.last4 && t('tail', { last4: credential.last4 }), host]
              .filter(Boolean)
              .join(' · ')}
          </span>
        }
      >
        {!wide && position !== null && <b className="n b">{position}. </b>}
        <Link to={`/admin/providers/${encodeURIComponent(provider.id)}`}>{provider.name}</Link>
      </TwoLines>
    </div>
  )
}
