import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { foremost, meterOf } from '../../lib/limits/meter.ts'
import { leastBalances } from '../../lib/provider/balance.ts'
import { askSummary } from '../../lib/traffic/ask.ts'
import { failedShare, margin } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { AskBalance } from '../../ui/provider/ask-balance.tsx'
import { BalanceLasts } from '../../ui/provider/balance-lasts.tsx'
import { BalanceText } from '../../ui/provider/balance-text.tsx'
import { useLimitWords } from '../../ui/limits/use-limit-words.ts'
import { Delta } from '../../ui/traffic/delta.tsx'
import { Figure } from '../../ui/traffic/figure.tsx'
import { useRange } from './use-range.ts'

type Props = {
  provider: Provider
  /** How it did over the last 24 hours; not known yet, or not at all, when left out. */
  day: MatrixRow | undefined
}

/** The head's row of figures: how well it answers, how soon, how much of everything it does, and what that costs. */
export function Figures({ provider, day }: Props) {
  const t = useTexts('offers')
  const format = useFormat()
  const { own, everybody } = useRange(provider.id)
  const { current, previous } = useQuery(askSummary('admin', own)).data ?? {}
  const all = useQuery(askSummary('admin', everybody)).data?.current.requests
  const speed = day?.health.tokens_per_second ?? null
  const [failed, before] = [current && failedShare(current), previous && failedShare(previous)]
  const left = current && margin(current)
  return (
    <div className="grid grid-cols-2 gap-2.5 desk:grid-cols-6 desk:gap-3.5">
      <Kpi
        name={t('figures.availability')}
        value={day && format.percent(day.health.availability)}
        under={day && day.asked > 0 && <FailedText day={day} />}
      />
      <Kpi
        name={t('figures.firstToken')}
        value={current && format.seconds(current.first_token_p50)}
        under={
          current &&
          [
            t('figures.p95', { time: format.seconds(current.first_token_p95) }),
            speed !== null && t('figures.speed', { n: Math.round(speed) }),
          ]
            .filter(Boolean)
            .join(' · ')
        }
      />
      <Kpi
        name={t('figures.requests')}
        value={current && format.count(current.requests)}
        under={
          current &&
          all !== undefined &&
          all > 0 &&
          t('figures.share', { share: format.percent(current.requests / all) })
        }
      />
      <Kpi
        name={t('figures.failed')}
        value={failed !== undefined && format.percent(failed)}
        under={
          typeof failed === 'number' &&
          typeof before === 'number' && (
            <>
              <Delta text={format.points(failed, before)} better="less" /> {t('figures.before')}
            </>
          )
        }
      />
      <Kpi
        name={t('figures.upstream')}
        value={current && format.usd(current.upstream_cost)}
        under={
          current && left && t('figures.margin', { share: format.percent(left.share), cost: format.usd(current.cost) })
        }
      />
      {provider.tells_balance ? <Balance {...{ provider, day }} /> : <Quota day={day} />}
    </div>
  )
}

/** How many failures there were, and, of any, how many another provider was asked after. */
function FailedText({ day }: { day: MatrixRow }) {
  const t = useTexts('offers')
  const { count } = useFormat()
  const [n, of] = [count(day.failed), count(day.asked)]
  const all = t('figures.failedOf', { n, of })
  if (day.failed === 0) return all
  return <span title={all}>{t('figures.passedOn', { n, moved: count(day.passed_on) })}</span>
}

function Quota({ day }: Pick<Props, 'day'>) {
  const t = useTexts('offers')
  const words = useLimitWords()
  const limit = day && foremost(day.limits)
  return (
    <Kpi
      name={t('quota.column')}
      value={limit ? words.used(limit) : limit === null && t('figures.unlimited')}
      under={<QuotaText day={day} />}
    />
  )
}

/** The limit that ends first, where there is one. */
function QuotaText({ day }: Pick<Props, 'day'>) {
  const t = useTexts('offers')
  const words = useLimitWords()
  const { percent } = useFormat()
  const limit = day && foremost(day.limits)
  if (!limit) return null
  return t('figures.quota', { name: words.name(limit), max: words.max(limit), share: percent(meterOf(limit).share) })
}

/** What is left at the vendor, when that was asked, and the limit that ends first. */
function Balance({ provider, day }: Props) {
  const t = useTexts('providers')
  const { relative } = useFormat()
  const on = provider.credentials.filter(({ status }) => status !== 'disabled')
  const [least] = leastBalances(provider)
  const isLimited = day !== undefined && day.limits.length > 0
  return (
    <Kpi
      name={isLimited ? t('balance.column') : t('balance.name')}
      value={least ? <BalanceText provider={provider} /> : NONE}
      under={
        <>
          {least && t('balance.at', { time: relative(least.at) })}
          {least && <BalanceLasts balance={least} />} {on.length > 0 && <AskBalance provider={provider} of={on} />}
          {isLimited && (
            <span className="block">
              <QuotaText day={day} />
            </span>
          )}
        </>
      }
    />
  )
}

type KpiProps = { name: string; value: ReactNode; under: ReactNode }

function Kpi({ name, value, under }: KpiProps) {
  return (
    <Card className="kpi min-w-0 px-4! py-3!">
      <div className="l">{name}</div>
      <div className="fig el">
        {typeof value === 'string' ? <Figure text={value} /> : value || <span className="text-text3">…</span>}
      </div>
      <div className="t3 n min-h-5">{under}</div>
    </Card>
  )
}
