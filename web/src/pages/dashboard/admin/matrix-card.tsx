import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, Server } from 'lucide-react'
import { useState } from 'react'
import { type MatrixRow, STRIP_TICK_MS } from '../../../../../src/contract/overview.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { DIALECT_NAMES } from '../../../lib/offers/protocol-names.ts'
import { useWayWords } from '../../../lib/offers/use-way-words.ts'
import { one, useSearchParams } from '../../../lib/search-params.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ByWidth } from '../../../ui/by-width.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MarkTile } from '../../../ui/mark-tile.tsx'
import { Select } from '../../../ui/select.tsx'
import { StripLegend } from '../../../ui/offers/strip-axis.tsx'
import { TickStrip } from '../../../ui/offers/tick-strip.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status, type StatusState } from '../../../ui/status.tsx'
import { Table } from '../../../ui/table.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { inOrder, loadOf, ORDERS, type Order, type Pair } from './matrix-order.ts'
import { Rests } from './rests.tsx'

type Endpoint = MatrixRow['endpoints'][number]

const STATES: Record<Endpoint['status'], StatusState> = {
  broken: 'broken',
  degraded: 'degraded',
  healthy: 'healthy',
  draining: 'off',
  disabled: 'off',
}

const pathOf = ({ id }: MatrixRow) => `/admin/providers/${encodeURIComponent(id)}`

/** How every endpoint of every provider does, the worst provider first unless the address says otherwise; each leads to its page. */
export function MatrixCard({ query }: { query: UseQueryResult<{ items: MatrixRow[] }> }) {
  const t = useTexts('overview')
  const [search] = useSearchParams()
  const order = ORDERS.find((known) => known === one(search, 'order')) ?? 'worst'
  return (
    <Card flush className="relative mt">
      <CardHead title={t('matrix.title')} remark={t('matrix.remark')}>
        <StripLegend />
        <OrderChoice order={order} />
      </CardHead>
      <Block query={query} bones={<TableSkeleton rows={4} />}>
        {({ items }) => (items.length === 0 ? <NoProviders /> : <Matrix pairs={inOrder(pairsOf(items), order)} />)}
      </Block>
    </Card>
  )
}

function OrderChoice({ order }: { order: Order }) {
  const t = useTexts('overview')
  const [, change] = useSearchParams()
  return (
    <Select
      label={t('matrix.order.label')}
      className="ov-order"
      value={order}
      onChange={(next) => change({ order: next === 'worst' ? null : next })}
      options={ORDERS.map((value) => ({ value, label: t(`matrix.order.${value}`) }))}
    />
  )
}

const pairsOf = (items: readonly MatrixRow[]): Pair[] =>
  items.flatMap((row) => row.endpoints.map((endpoint) => ({ row, endpoint })))

/** So many are told at first: the worst, as they come first. */
const SHOWN = 12

function Matrix({ pairs }: { pairs: readonly Pair[] }) {
  const t = useTexts('overview')
  const [all, setAll] = useState(false)
  const shown = all ? pairs : pairs.slice(0, SHOWN)
  return (
    <>
      <ByWidth
        table={<Rows pairs={shown} />}
        cards={shown.map((pair) => (
          <RowCard key={pair.endpoint.id} {...pair} />
        ))}
      />
      {pairs.length > SHOWN && (
        <div className="foot">
          <Button small onClick={() => setAll(!all)}>
            {all ? t('matrix.fewer') : t('matrix.all', { count: pairs.length })}
          </Button>
        </div>
      )}
    </>
  )
}

function NoProviders() {
  const t = useTexts('overview')
  return (
    <Empty
      icon={Server}
      title={t('matrix.none')}
      actions={
        <Link to="/admin/models-providers" search={{ new: '1' }} className={buttonClass({ kind: 'primary' })}>
          {t('matrix.add')}
        </Link>
      }
    />
  )
}

/** Where the card is narrow, the provider’s page alone tells how fast it is and how much it has under way. */
const FIRST_TOKEN = '@max-[940px]:hidden'
const LOAD = '@max-[890px]:hidden'

function Rows({ pairs }: { pairs: readonly Pair[] }) {
  const t = useTexts('overview')
  return (
    <Table label={t('matrix.title')} className="gives ov-matrix">
      <thead>
        <tr>
          <th scope="col">{t('matrix.provider')}</th>
          <th scope="col">{t('matrix.status')}</th>
          <th scope="col">{t('matrix.span')}</th>
          <th scope="col" className="r">
            {t('matrix.availability')}
          </th>
          <th scope="col" className={`r ${FIRST_TOKEN}`}>
            {t('matrix.firstToken')}
          </th>
          <th scope="col">{t('matrix.rest')}</th>
          <th scope="col" className={`r ${LOAD}`}>
            {t('matrix.inFlight')}
          </th>
          <th scope="col">
            <span className="vh">{t('act.provider')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <Row key={pair.endpoint.id} {...pair} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ row, endpoint }: Pair) {
  const t = useTexts('overview')
  const format = useFormat()
  const navigate = useNavigate()
  const { strip } = endpoint
  return (
    <tr className="open" onClick={() => void navigate({ to: pathOf(row) })}>
      <td>
        <span className="row">
          <MarkTile names={[row.preset, row.name]} size={22} />
          <span className="el">
            {row.name} <span className="t3">{DIALECT_NAMES[endpoint.dialect]}</span>
          </span>
        </span>
      </td>
      <td>
        <State endpoint={endpoint} />
      </td>
      <td>
        <Strip row={row} endpoint={endpoint} />
      </td>
      <td className={`r ${toneOf(strip)}`}>{format.percent(strip.availability)}</td>
      <td className={`r ${FIRST_TOKEN}`}>{format.seconds(strip.first_token_p50)}</td>
      <td>
        <Rests endpoint={endpoint} row={row} />
      </td>
      <td className={`r ${LOAD}`}>
        <Load endpoint={endpoint} />
      </td>
      <td>
        <Link
          to={pathOf(row)}
          className="ov-go"
          aria-label={t('matrix.open', { name: `${row.name} ${DIALECT_NAMES[endpoint.dialect]}` })}
        >
          <Icon of={ChevronRight} small />
        </Link>
      </td>
    </tr>
  )
}

/** From this share on hardly any more may go there. */
const FULL = 0.9

/** How many are under way, and of how many that may be. */
function Load({ endpoint }: Pick<Pair, 'endpoint'>) {
  const t = useTexts('overview')
  const { count } = useFormat()
  const { in_flight: used, max_concurrency: most } = endpoint
  const load = loadOf(endpoint)
  return (
    <span className="ov-load">
      {load !== null && (
        <span className="bar @max-[1040px]:hidden" aria-hidden="true">
          <i className={load >= 1 ? 'err' : load >= FULL ? 'warn' : 'n'} style={{ width: `${load * 100}%` }} />
        </span>
      )}
      <span>
        {count(used)} <span className="t3">/ {most === null ? t('matrix.any') : count(most)}</span>
      </span>
    </span>
  )
}

function State({ endpoint: { status } }: Pick<Pair, 'endpoint'>) {
  const t = useTexts('overview')
  return <Status state={STATES[status]}>{status === 'draining' ? t('matrix.draining') : undefined}</Status>
}

function Strip({ row, endpoint: { dialect, strip } }: Pair) {
  const t = useTexts('health')
  const { percent } = useFormat()
  const words = useWayWords()
  return (
    <TickStrip
      ticks={strip.ticks}
      label={t('strip', { name: `${row.name} ${DIALECT_NAMES[dialect]}`, share: percent(strip.availability) })}
      words={(tick) => words(tick, STRIP_TICK_MS).join('\n')}
    />
  )
}

const POOR = 0.99
const toneOf = ({ availability }: Endpoint['strip']) =>
  availability !== null && availability < POOR ? 'err font-semibold' : ''

function RowCard({ row, endpoint }: Pair) {
  const t = useTexts('overview')
  const format = useFormat()
  const { strip } = endpoint
  return (
    <Link to={pathOf(row)} className="rowcard text-text">
      <span className="row">
        <MarkTile names={[row.preset, row.name]} size={22} />
        <span className="el">
          {row.name} <span className="t3">{DIALECT_NAMES[endpoint.dialect]}</span>
        </span>
        <span className="sp" />
        <State endpoint={endpoint} />
      </span>
      <Strip row={row} endpoint={endpoint} />
      <span className="row t3 n">
        <span className={toneOf(strip)}>{format.percent(strip.availability)}</span>
        <span className="sp" />
        {t('matrix.firstToken')} {format.seconds(strip.first_token_p50)}
        <span className="sp" />
        {t('matrix.inFlight')} {format.count(endpoint.in_flight)}
      </span>
      <Rests endpoint={endpoint} row={row} />
    </Link>
  )
}
