import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listKeys, type ApiKey } from '../../../../src/contract/keys.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { MINUTE_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { writeRange } from '../../lib/time-range.ts'
import { usdDigits } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'

const SHOWN = 6

/** The keys that cost most this month, with their last 14 days; a key leads to its usage. */
export function KeysCard({ zone }: { zone: string }) {
  const t = useTexts('dashboard')
  const query = useQuery({ ...ask(listKeys, { query: { tz: zone } }), refetchInterval: MINUTE_MS })
  return (
    <Card className="relative">
      <CardHead title={t('keys.title')} remark={t('keys.remark')}>
        <Link to="/dashboard/api-keys" className="t3">
          {t('keys.all')}
        </Link>
      </CardHead>
      <Block query={query} bones={<RankBones rows={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3">{t('keys.none')}</p>
          ) : (
            <ul className="dash-list">
              {items
                .toSorted(byCost)
                .slice(0, SHOWN)
                .map((key) => (
                  <Key key={key.id} of={key} digits={usdDigits(items.map(({ month }) => month.cost))} />
                ))}
            </ul>
          )
        }
      </Block>
    </Card>
  )
}

function byCost(one: ApiKey, other: ApiKey): number {
  const more = (parseUsd(other.month.cost) ?? 0n) - (parseUsd(one.month.cost) ?? 0n)
  return more > 0n ? 1 : more < 0n ? -1 : 0
}

function Key({ of, digits }: { of: ApiKey; digits: 2 | 4 }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  return (
    <li className="row">
      <span className="two">
        <Link to="/dashboard/usage" search={{ ...writeRange('month'), key: of.id }} className="el" title={of.name}>
          {of.name}
        </Link>
        <span className="el">
          <span className="m">…{of.last4}</span> ·{' '}
          {t('keys.requests', { count: of.month.requests, n: format.count(of.month.requests) })}
        </span>
      </span>
      <span className="sp" />
      <Sparkline values={of.trend.map(format.plotted)} label={t('keys.trend', { name: of.name })} />
      <span className="n r dash-amount">{format.usd(of.month.cost, digits)}</span>
    </li>
  )
}
