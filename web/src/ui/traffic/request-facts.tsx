import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { useMask } from '../../lib/traffic/privacy.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { useFormat } from '../../lib/use-format.ts'

/** What is asked first about a request: what it cost, how long it took, what it read and wrote, who sent it. */
export function RequestFacts({ data }: { data: RequestDetail }) {
  const t = useTexts('requests')
  const format = useFormat()
  const admin = useScope() === 'admin'
  const mask = useMask()
  const used = usedOf(data)
  const provider: [label: string, value: string] = [t('provider'), data.provider?.name ?? format.NONE]
  const forAdmins: [label: string, value: string][] = [
    [t('user'), mask(data.user?.name ?? format.NONE)],
    provider,
    [t('attempts'), String(data.attempts_made)],
  ]
  const facts: [label: string, value: string, hover?: string][] = [
    [t('cost'), format.usd(used.cost), format.usdExact(used.cost)],
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
  return (
    <dl className={admin ? 'rd-f wide' : 'rd-f'} aria-label={t('facts')}>
      {facts.map(([label, value, hover], index) => (
        <div key={label} className={index < 4 ? 'big' : ''}>
          <dt className="t3">{label}</dt>
          <dd className="el" title={hover ?? value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
