import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { BillLine } from '../../../../src/contract/bill-line.ts'
import { adminListPrices } from '../../../../src/contract/prices.ts'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { plotted, price } from '../../lib/format.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { priceNumbers } from '../../lib/offers/price-numbers.ts'
import { ask } from '../../lib/query.ts'
import { useScope } from '../../lib/scope.ts'
import { margin } from '../../lib/traffic/figures.ts'
import { lostAttempts } from '../../lib/traffic/served.ts'
import { useFormat } from '../../lib/use-format.ts'
import { HoursName } from '../offers/hours-note.tsx'
import { Table } from '../table.tsx'

const PriceHistory = lazy(() =>
  loadChunk(() => import('../offers/price-history.tsx')).then((found) => ({ default: found.PriceHistory })),
)

/** Components that are counted in pieces, not in tokens. */
const PIECES: readonly BillLine['component'][] = ['per_request', 'per_search', 'image_in', 'image_out']

/** What is said beside the bill of where its figures come from, when it is not simply what was told at the end. */
function isNoted(source: RequestDetail['usage_source']): source is 'partial' | 'estimated' | 'clamped' {
  return source === 'partial' || source === 'estimated' || source === 'clamped'
}

/** Why a request cost what it did: tokens × price = amount for each line, the multiplier, the total to the last digit. */
export function BillTable({ data }: { data: RequestDetail }) {
  const t = useTexts('requests')
  const format = useFormat()
  const admin = useScope() === 'admin'
  const [opened, setOpened] = useState(false)
  const factor = data.bill.find((line) => line.factor !== undefined)?.factor
  const left = margin(data)
  const lost = admin ? lostAttempts(data.attempts) : []
  const { model, price_version: version } = data
  const charged = admin && model !== null && version ? { model, version } : null
  const amount = aligned(
    [data.subtotal, data.cost, data.upstream_cost ?? '0', ...[...data.bill, ...lost].map((line) => line.amount)],
    format.usdExact,
  )
  const read = data.usage.input + data.usage.cache_read + data.usage.cache_write_5m + data.usage.cache_write_1h
  const most = Math.max(0, ...data.bill.map((line) => plotted(line.amount)))
  return (
    <section aria-label={t('bill.title')}>
      <div className="rd-h">
        <h3>{t('bill.title')}</h3>
        <span className="t3">
          {data.tier_above !== null &&
            t('bill.tier', { context: format.exact(read), above: format.tokens(data.tier_above) })}
        </span>
        {data.service_tier && <Served {...data.service_tier} />}
        {factor !== undefined && (
          <span className="t3">
            <HoursName factor={factor} />
          </span>
        )}
        {isNoted(data.usage_source) && <span className="t3 warn">{t(`source.${data.usage_source}`)}</span>}
        {charged && (
          <>
            <span className="sp" />
            <ChargedBy {...charged} opened={opened} onToggle={() => setOpened(!opened)} />
          </>
        )}
      </div>
      {data.bill.length === 0 ? (
        <p className="t3">{t('bill.none')}</p>
      ) : (
        <div className="rd-t">
          <Table label={t('bill.title')}>
            <Columns />
            <tbody>
              {data.bill.map((line) => (
                <Line key={line.component} line={line} total={data.subtotal} most={most} amount={amount} />
              ))}
              {data.multiplier !== '1' && <SumRow label={t('bill.subtotal')} value={amount(data.subtotal)} />}
              {data.multiplier !== '1' && <SumRow label={t('bill.multiplier')} value={`× ${data.multiplier}`} />}
              <SumRow label={t('bill.total')} value={amount(data.cost)} sum />
              {admin && data.upstream_cost !== null && (
                <>
                  {lost.map(({ n, provider, amount: cost }) => (
                    <SumRow key={n} label={t('bill.lost', { n, provider })} value={amount(cost)} />
                  ))}
                  <SumRow label={t('bill.upstream')} value={amount(data.upstream_cost)} />
                  <SumRow
                    label={t('bill.margin')}
                    value={amount(left.amount ?? '0')}
                    share={format.percent(left.share)}
                  />
                </>
              )}
            </tbody>
          </Table>
        </div>
      )}
      {charged && opened && (
        <div className="mt-4">
          <Suspense fallback={null}>
            <PriceHistory model={charged.model} charged={charged.version} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function Columns() {
  const t = useTexts('requests')
  return (
    <thead>
      <tr>
        <th scope="col">{t('bill.item')}</th>
        <th scope="col" className="hide">
          {t('bill.share')}
        </th>
        <th scope="col" className="r hide">
          {t('bill.amountUsed')}
        </th>
        <th className="op hide" aria-hidden="true" />
        <th scope="col" className="r hide">
          {t('bill.price')}
        </th>
        <th className="op hide" aria-hidden="true" />
        <th scope="col" className="r">
          {t('bill.amount')}
        </th>
      </tr>
    </thead>
  )
}

type ChargedProps = { model: string; version: string; opened: boolean; onToggle: () => void }

/** Which of the model's prices held, and the way to all of them. */
function ChargedBy({ model, version, opened, onToggle }: ChargedProps) {
  const t = useTexts('requests')
  const items = useQuery(ask(adminListPrices, { query: { model } })).data?.items
  const n = items && priceNumbers(items).get(version)
  return (
    <button type="button" className="link n" aria-expanded={opened} onClick={onToggle}>
      {n === undefined ? t('bill.anyVersion') : t('bill.version', { n })}
    </button>
  )
}

/** The service tier by whose price the upstream's answer is charged. */
function Served({ tier, priced }: NonNullable<RequestDetail['service_tier']>) {
  const t = useTexts('requests')
  const words = useTexts('common')
  const name = words(`service.${tier}`)
  return <span className="t3">{priced ? name : t('bill.unpriced', { name })}</span>
}

type LineProps = { line: BillLine; total: string; most: number; amount: (text: string) => string }

function Line({ line, total, most, amount }: LineProps) {
  const t = useTexts('requests')
  const format = useFormat()
  const value = plotted(line.amount)
  const share = plotted(total) > 0 ? value / plotted(total) : null
  const factored = line.factor === undefined ? null : ` × ${line.factor}`
  const unit = PIECES.includes(line.component) ? t('bill.each') : '/1M'
  return (
    <tr className={value === 0 ? 'no' : ''}>
      <td>
        {t(`component.${line.component}`)}
        <div className="only-m t3 n">
          {format.exact(line.tokens)} × {price(line.price)} {unit}
          {factored}
        </div>
      </td>
      <td className="hide">
        {share !== null && value > 0 && (
          <span className="rd-sh">
            <span className="bar" aria-hidden="true">
              <i style={{ width: `${(value / most) * 100}%`, background: 'var(--c0)' }} />
            </span>
            <span className="r t2">{format.percent(share)}</span>
          </span>
        )}
      </td>
      <td className="r hide">{format.exact(line.tokens)}</td>
      <td className="op hide">×</td>
      <td className="r hide">
        {price(line.price)}
        {PIECES.includes(line.component) && <span className="t3"> {unit}</span>}
        {factored}
      </td>
      <td className="op hide">=</td>
      <td className="r">{amount(line.amount)}</td>
    </tr>
  )
}

type SumProps = { label: string; value: string; share?: string; sum?: boolean }

function SumRow({ label, value, share, sum = false }: SumProps) {
  return (
    <tr className={sum ? 'sum' : ''}>
      <td className={sum ? '' : 't2'}>{label}</td>
      <td className="hide" colSpan={5} aria-hidden="true" />
      <td className={value.startsWith('−') ? 'r err' : 'r'}>
        {share !== undefined && <span className="t3 hide">{share} </span>}
        {value}
      </td>
    </tr>
  )
}

// Exact amounts of one column end at the same digit, so that they can be compared by looking.
function aligned(amounts: readonly string[], write: (amount: string) => string): (amount: string) => string {
  const digitsOf = (amount: string) => write(amount).split('.')[1]?.length ?? 0
  const most = Math.max(6, ...amounts.map(digitsOf))
  return (amount) => write(amount) + '0'.repeat(Math.max(0, most - digitsOf(amount)))
}
