import { Lock } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getMe, type Me } from '../../../../src/contract/users.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { MINUTE_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { forecastOf } from '../../lib/limits/forecast.ts'
import { useMinute } from '../../lib/now.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../card.tsx'
import { Icon } from '../icon.tsx'
import { Tag } from '../tag.tsx'
import { Block } from '../traffic/block.tsx'
import { RankBones } from '../traffic/bones.tsx'
import { AccessRows } from './access-rows.tsx'
import { LimitBars } from './limit-bars.tsx'

/** What is left to the signed-in user: the balance where they pay ahead, and their limits. `mine` on their own page, which is read only. */
export function QuotaCard({ mine = false }: { mine?: boolean }) {
  const t = useTexts('limits')
  const me = useQuery({ ...ask(getMe), refetchInterval: MINUTE_MS })
  return (
    <Card className="relative">
      <CardHead
        title={t(mine ? 'quota.mine' : 'quota.title')}
        remark={
          mine && (
            <Tag>
              <Icon of={Lock} small />
              {t('quota.readOnly')}
            </Tag>
          )
        }
      >
        {mine && (
          <Link to="/dashboard/usage" className="text-cell">
            {t('quota.usage')}
          </Link>
        )}
      </CardHead>
      <Block query={me} bones={<RankBones rows={2} />}>
        {(user) => (
          <div className="grid gap-4">
            {user.balance !== null && <Balance balance={user.balance} />}
            {(user.limits.length > 0 || user.balance === null) && <LimitBars limits={user.limits} />}
            <Ahead limits={user.limits} />
            {mine && <AccessRows user={user} />}
            {mine && <p className="t3">{t('quota.ask')}</p>}
          </div>
        )}
      </Block>
    </Card>
  )
}

/** How far the month's amount goes at the present pace. */
function Ahead({ limits }: { limits: Me['limits'] }) {
  const t = useTexts('limits')
  const { day } = useFormat()
  const now = useMinute()
  const forecast = limits.map((limit) => forecastOf(limit, now)).find((one) => one !== null)
  if (forecast === undefined) return null
  return forecast.lasts ? (
    <p className="t3">{t('quota.lasts', { day: day(forecast.resetsAt) })}</p>
  ) : (
    <p className="warn">{t('quota.ends', { day: day(new Date(forecast.endsAt).toISOString()) })}</p>
  )
}

function Balance({ balance }: { balance: NonNullable<Me['balance']> }) {
  const t = useTexts('limits')
  const { usd, usdExact } = useFormat()
  const empty = (parseUsd(balance) ?? 0n) <= 0n
  return (
    <div className="grid gap-0.5">
      <div className="row">
        <span>{t('balance.title')}</span>
        <span className="sp" />
        <b className={`n ${empty ? 'err' : ''}`} title={usdExact(balance)}>
          {usd(balance, 2)}
        </b>
      </div>
      {empty && <span className="err text-meta">{t('balance.none')}</span>}
    </div>
  )
}
