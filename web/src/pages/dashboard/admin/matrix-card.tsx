import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Server } from 'lucide-react'
import type { MatrixRow } from '../../../../../src/contract/overview.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ByWidth } from '../../../ui/by-width.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MarkTile } from '../../../ui/mark-tile.tsx'
import { DayStrip } from '../../../ui/offers/day-strip.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status, type StatusState } from '../../../ui/status.tsx'
import { Table } from '../../../ui/table.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { Rests } from './rests.tsx'

const STATES: Record<MatrixRow['status'], StatusState> = {
  broken: 'broken',
  degraded: 'degraded',
  healthy: 'healthy',
  draining: 'off',
  disabled: 'off',
}

const pathOf = ({ id }: MatrixRow) => `/admin/providers/${encodeURIComponent(id)}`

/** How every provider does, the worst first; each leads to its page. */
export function MatrixCard({ query }: { query: UseQueryResult<{ items: MatrixRow[] }> }) {
  const t = useTexts('overview')
  return (
    <Card flush className="relative mt">
      <CardHead title={t('matrix.title')} remark={t('matrix.remark')} />
      <Block query={query} bones={<TableSkeleton rows={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <NoProviders />
          ) : (
            <ByWidth
              table={<Rows items={items} />}
              cards={items.map((row) => (
                <RowCard key={row.id} row={row} />
              ))}
            />
          )
        }
      </Block>
    </Card>
  )
}

function NoProviders() {
  const t = useTexts('overview')
  return (
    <Empty
      icon={Server}
      title={t('matrix.none')}
      actions={
        <Link to="/admin/models-providers" search={{ new: '1' } as never} className={buttonClass({ kind: 'primary' })}>
          {t('matrix.add')}
        </Link>
      }
    />
  )
}

function Rows({ items }: { items: readonly MatrixRow[] }) {
  const t = useTexts('overview')
  return (
    <Table label={t('matrix.title')} className="ov-matrix">
      <thead>
        <tr>
          <th scope="col">{t('matrix.provider')}</th>
          <th scope="col">{t('matrix.status')}</th>
          <th scope="col">{t('matrix.day')}</th>
          <th scope="col" className="r">
            {t('matrix.availability')}
          </th>
          <th scope="col" className="r">
            {t('matrix.firstToken')}
          </th>
          <th scope="col">{t('matrix.rest')}</th>
          <th scope="col" className="r">
            {t('matrix.inFlight')}
          </th>
          <th scope="col">
            <span className="vh">{t('act.provider')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ row }: { row: MatrixRow }) {
  const t = useTexts('overview')
  const format = useFormat()
  const navigate = useNavigate()
  const { availability, first_token_p50: firstToken } = row.health
  return (
    <tr className="open" onClick={() => void navigate({ to: pathOf(row) })}>
      <td>
        <span className="row">
          <MarkTile names={[row.preset, row.name]} size={22} />
          <span className="el">{row.name}</span>
        </span>
      </td>
      <td>
        <State row={row} />
      </td>
      <td>
        <DayStrip name={row.name} health={row.health} />
      </td>
      <td className={`r ${toneOf(row)}`}>{format.percent(availability)}</td>
      <td className="r">{format.seconds(firstToken)}</td>
      <td>
        <Rests row={row} />
      </td>
      <td className="r">
        {format.count(row.in_flight)} <span className="t3">/ {row.limit === null ? t('matrix.any') : row.limit}</span>
      </td>
      <td>
        <Link to={pathOf(row)} className="ov-go" aria-label={t('matrix.open', { name: row.name })}>
          <Icon of={ChevronRight} small />
        </Link>
      </td>
    </tr>
  )
}

function State({ row }: { row: MatrixRow }) {
  const t = useTexts('overview')
  return <Status state={STATES[row.status]}>{row.status === 'draining' ? t('matrix.draining') : undefined}</Status>
}

const POOR = 0.99
const toneOf = ({ health: { availability } }: MatrixRow) =>
  availability !== null && availability < POOR ? 'err font-semibold' : ''

function RowCard({ row }: { row: MatrixRow }) {
  const t = useTexts('overview')
  const format = useFormat()
  return (
    <Link to={pathOf(row)} className="rowcard text-text">
      <span className="row">
        <MarkTile names={[row.preset, row.name]} size={22} />
        <span className="el">{row.name}</span>
        <span className="sp" />
        <State row={row} />
      </span>
      <DayStrip name={row.name} health={row.health} />
      <span className="row t3 n">
        <span className={toneOf(row)}>{format.percent(row.health.availability)}</span>
        <span className="sp" />
        {t('matrix.firstToken')} {format.seconds(row.health.first_token_p50)}
      </span>
      <Rests row={row} />
    </Link>
  )
}
