import { CalendarClock, CalendarOff, Clock, Infinity as Endless, MapPin, type LucideIcon } from 'lucide-react'
import type { AdminKey, KeyRisk } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { RISK_ORDER } from './keys.ts'

/** How each risk looks. */
export const RISK_LOOKS = {
  many_ips: { tone: 'err', icon: MapPin },
  no_limit: { tone: 'warn', icon: Endless },
  expires_7d: { tone: 'warn', icon: CalendarClock },
  no_expiry: { tone: '', icon: CalendarOff },
  unused_90d: { tone: '', icon: Clock },
} as const satisfies Record<KeyRisk, { tone: string; icon: LucideIcon }>

/** What may be wrong with a key. */
export function Risks({ item }: { item: AdminKey }) {
  const t = useTexts('allkeys')
  const { NONE } = useFormat()
  const risks = RISK_ORDER.filter((risk) => item.risks.includes(risk))
  if (risks.length === 0) return <span className="t3">{NONE}</span>
  return (
    <span className="flex flex-wrap gap-1 py-1">
      {risks.map((risk) => (
        <span key={risk} className={`st min-h-5 ${RISK_LOOKS[risk].tone}`} title={t(`risk.${risk}`)}>
          <Icon of={RISK_LOOKS[risk].icon} />
          {/* Where a table has little room the icon alone is seen. */}
          <span className="@max-[1060px]:sr-only">{t(`risk.${risk}`)}</span>
        </span>
      ))}
    </span>
  )
}

/** Who made the key. */
export function useMaker(item: AdminKey): string {
  const t = useTexts('allkeys')
  return item.created_by === null ? t('maker.own') : t('maker.by', { name: item.created_by.name })
}

/** Who disabled the key; null for one that is not disabled. */
export function useDisabler({ status, disabled_by: by }: AdminKey): string | null {
  const t = useTexts('allkeys')
  if (status !== 'disabled') return null
  return by === null ? t('disabler.own') : t('disabler.by', { name: by.name })
}

/** What the key cost this month, over its last 14 days. */
export function MonthCost({ item }: { item: AdminKey }) {
  const t = useTexts('allkeys')
  const { plotted, usd } = useFormat()
  return (
    <span className="inline-grid justify-items-end gap-0.5">
      <span className={item.month.cost === '0' ? 't2' : ''}>{usd(item.month.cost, 2)}</span>
      <Sparkline values={item.trend.map(plotted)} label={t('trend')} height={16} />
    </span>
  )
}
