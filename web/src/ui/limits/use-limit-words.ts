import type { LimitView } from '../../../../src/contract/limits.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { LimitRow, RowFault } from '../../lib/limits/rows.ts'
import { useFormat } from '../../lib/use-format.ts'

/** How limits are told: their names, what was used of them, and when they start again. */
export function useLimitWords() {
  const t = useTexts('limits')
  const { usd, price, exact, tokens, when } = useFormat()
  const budget = (amount: string) => price(amount).replace(/\.00$/, '')
  const pieces = (limit: Exclude<LimitView, { metric: 'cost' }>, n: number) =>
    limit.metric === 'tokens' ? tokens(n) : exact(n)
  const name = ({ metric, window }: Pick<LimitView, 'metric' | 'window'>) =>
    t(`named.${metric}`, { window: t(`window.${window}`) })
  // What is still being typed is shown as it is.
  const told = ({ metric, max }: LimitRow) =>
    metric === 'cost' ? (parseUsd(max.trim()) === undefined ? max : budget(max.trim())) : max
  const ruled = (row: LimitRow) => {
    const limit = `${name(row)} ${told(row)}`
    const rules = [...(row.action === 'warn' ? [t('warns')] : []), ...(row.mode === 'hard' ? [t('hard')] : [])]
    return rules.length === 0 ? limit : t('ruled', { limit, rules: rules.join(' · ') })
  }
  return {
    name,
    /** All limits in one line. */
    list: (rows: readonly LimitRow[]) => (rows.length === 0 ? t('none') : rows.map(ruled).join(' · ')),
    fault: (fault: RowFault | null | undefined) => (fault ? t(`fault.${fault}`) : undefined),
    used: (limit: LimitView) => (limit.metric === 'cost' ? usd(limit.used, 2) : pieces(limit, limit.used)),
    max: (limit: LimitView) => (limit.metric === 'cost' ? budget(limit.max) : pieces(limit, limit.max)),
    resets: ({ metric, resets_at: at }: LimitView) =>
      metric === 'concurrency' ? null : at === null ? t('never') : t('resets', { time: when(at) }),
    held: (limit: LimitView) => {
      if (limit.metric === 'concurrency' || limit.held === '0' || limit.held === 0) return null
      return t('held', { amount: limit.metric === 'cost' ? usd(limit.held) : pieces(limit, limit.held) })
    },
  }
}
