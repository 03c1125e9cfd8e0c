import type { RequestDetail } from '../../../../src/contract/usage.ts'
import type { Texts } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { margin } from '../../lib/traffic/figures.ts'
import { useMask } from '../../lib/traffic/privacy.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { type Format, useFormat } from '../../lib/use-format.ts'

type Fact = [label: string, value: string, hover?: string, bad?: boolean]

/** What is asked first about a request: what it cost, how long it took, what it read and wrote, who sent it. */
export function RequestFacts({ data }: { data: RequestDetail }) {
  const t = useTexts('requests')
  const format = useFormat()
  const admin = useScope() === 'admin'
  const mask = useMask()
  const used = usedOf(data)
  const provider: Fact = [t('provider'), data.provider?.name ?? format.NONE]
  const money: Fact[] = [
    [t('cost'), format.usd(used.cost), format.usdExact(used.cost)],
    ...(admin ? paid(data, { t, format }) : []),
  ]
  const forAdmins: Fact[] = [
    [t('usageSource'), t(`from.${data.usage_source}`)],
    [t('user'), mask(data.user?.name ?? format.NONE)],
    provider,
    [t('attempts'), String(data.attempts_made)],
  ]
  const facts: Fact[] = [
    ...money,
    [t('total'), format.duration(used.totalMs)],
    [t('firstToken'), format.duration(data.first_token_ms)],
    [t('speed'), format.rate(data.tokens_per_second)],
    [t('client'), data.client || format.NONE],
    [t('key'), mask(data.key.name)],
    [t('input'), format.exact(used.input)],
    [t('cacheRead'), format.exact(used.cacheRead)],
    [t('cacheWrite'), format.exact(used.cacheWrite)],
    [t('output'), format.exact(used.output)],
    [t('reasoning'), format.exact(used.reasoning)],
    [t('ip'), data.ip || format.NONE],
    ...(admin ? forAdmins : data.provider ? [provider] : []),
  ]
  const big = money.length + 3
  return (
    <dl className="rd-f" aria-label={t('facts')}>
      {facts.map(([label, value, hover, bad], index) => (
        <div key={label} className={index < big ? 'big' : ''}>
          <dt className="t3">{label}</dt>
          <dd className={bad ? 'el err' : 'el'} title={hover ?? value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Words = { t: Texts<'requests'>; format: Format }

/** What the operator paid, and what is left of what was charged; — while it is not known. */
function paid({ status, cost, upstream_cost: upstream }: RequestDetail, { t, format }: Words): Fact[] {
  const known = status === 'running' ? null : upstream
  const left = margin({ cost, upstream_cost: known })
  return [
    [t('bill.upstream'), format.usd(known), format.usdExact(known)],
    [t('bill.margin'), format.usd(left.amount), format.usdExact(left.amount), left.amount?.startsWith('-') ?? false],
  ]
}
