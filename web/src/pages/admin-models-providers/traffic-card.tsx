import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import type { BreakdownRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMinute } from '../../lib/now.ts'
import { periodOf } from '../../lib/time-range.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'

/** From this share of failures on a provider is marked. */
const MANY = 0.05
const SHOWN = 10
/** What was taken over from others stands as well under 使用分析, where the card is narrow. */
const TAKEN_OVER = 'r hide @max-[620px]:hidden'

type Props = { days: UseQueryResult<{ items: MatrixRow[] }> }

/** Who the requests of the last day went to, what they cost there, and how often another provider had to take over. */
export function TrafficCard({ days }: Props) {
  const t = useTexts('offers')
  const format = useFormat()
  const now = useMinute()
  const zone = useZone()
  const period = periodQuery(periodOf('24h', { now, zone }), zone)
  const query = useQuery(askBreakdown('admin', { ...period, by: 'provider' }))
  const all = query.data?.items.filter(({ id }) => id !== '').reduce((sum, { current }) => sum + current.requests, 0)
  const remark = t('traffic.day', { count: all ?? 0, n: format.count(all ?? 0) })
  return (
    <Card flush className="relative self-start" aria-label={t('traffic.title')}>
      <CardHead title={t('traffic.title')}>{all !== undefined && <span className="t3 n">{remark}</span>}</CardHead>
      <Block query={query} bones={<RankBones rows={4} />}>
        {({ items }) => <Rows items={items.filter(({ id }) => id !== '')} days={days.data?.items} />}
      </Block>
    </Card>
  )
}

function Rows({ items, days }: { items: readonly BreakdownRow[]; days: readonly MatrixRow[] | undefined }) {
  const t = useTexts('offers')
  const { usdDigits } = useFormat()
  const rows = items
    .filter(({ current }) => current.requests > 0)
    .toSorted((a, b) => b.current.requests - a.current.requests)
  const all = rows.reduce((sum, { current }) => sum + current.requests, 0)
  const most = rows[0]?.current.requests ?? 0
  const digits = usdDigits(rows.map(({ current }) => current.upstream_cost))
  if (rows.length === 0) return <p className="t3 px-4 pb-4">{t('traffic.none')}</p>
  return (
    <>
      <Table label={t('traffic.title')} className="gives">
        <thead>
          <tr>
            <th scope="col">{t('filter.provider')}</th>
            <th scope="col" className="hide w-1/4 @max-[540px]:hidden">
              {t('traffic.share')}
            </th>
            <th scope="col" className="r">
              {t('traffic.requests')}
            </th>
            <th scope="col" className="r">
              {t('traffic.upstream')}
            </th>
            <th scope="col" className={TAKEN_OVER} title={t('traffic.inText')}>
              {t('traffic.in')}
            </th>
            <th scope="col" className="r" title={t('traffic.outText')}>
              {t('traffic.out')}
            </th>
            <th scope="col" className="r" title={t('traffic.failedText')}>
              {t('traffic.failed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row) => (
            <Line key={row.id} {...{ row, all, most, digits }} day={days?.find(({ id }) => id === row.id)} />
          ))}
        </tbody>
      </Table>
      {rows.length > SHOWN && (
        <div className="foot">
          <Link to="/admin/usage" search={{ by: 'provider', range: '24h' }}>
            {t('traffic.more', { count: rows.length - SHOWN })}
          </Link>
        </div>
      )}
    </>
  )
}

type LineProps = {
  row: BreakdownRow
  /** Requests of all that are shown, and of the one with the most. */
  all: number
  most: number
  /** How many places the costs have. */
  digits: 2 | 4
  day: MatrixRow | undefined
}

function Line({ row: { name, current }, all, most, digits, day }: LineProps) {
  const { count, percent, usd } = useFormat()
  const failed = shareOf(day, 'failed')
  return (
    <tr>
      <td className="el max-w-40" title={name}>
        {name}
      </td>
      <td className="hide @max-[540px]:hidden">
        <span className="sr-only">{percent(current.requests / all)}</span>
        <span className="bar" aria-hidden="true">
          <i style={{ width: `${(current.requests / most) * 100}%` }} />
        </span>
      </td>
      <td className="r">{count(current.requests)}</td>
      <td className="r">{usd(current.upstream_cost, digits)}</td>
      <td className={TAKEN_OVER}>{count(current.switched)}</td>
      <td className="r">{percent(shareOf(day, 'passed_on'))}</td>
      <td className="r">
        <span className={failed !== null && failed >= MANY ? 'warn font-semibold' : ''}>{percent(failed)}</span>
      </td>
    </tr>
  )
}

/** A share of what the provider was asked; null where it was asked nothing, or that is not known. */
function shareOf(day: MatrixRow | undefined, part: 'failed' | 'passed_on'): number | null {
  return day && day.asked > 0 ? day[part] / day.asked : null
}
