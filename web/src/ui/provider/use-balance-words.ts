import type { BalanceView } from '../../../../src/contract/provider-balance.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { MOST_DAYS } from '../../../../src/core/balance-forecast.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { balanceText } from '../../lib/provider/balance.ts'
import { useFormat } from '../../lib/use-format.ts'

type Credential = Provider['credentials'][number]

/** What is known of the account of a credential, as a sentence. */
export function useBalanceWords() {
  const t = useTexts('providers')
  const { when } = useFormat()
  /** Why it is not told now; null where it is. */
  const failing = ({ balance_failure: failure }: Credential): string | null =>
    failure && t('balance.failing', { since: when(failure.since), why: t(`balance.problem.${failure.problem}`) })
  /** How long it lasts; null where nobody knows. */
  const lasts = ({ days_left: days }: Pick<BalanceView, 'days_left'>): string | null => {
    if (days === null) return null
    if (days === 0) return t('balance.left.today')
    return days < MOST_DAYS ? t('balance.left.days', { count: days }) : t('balance.left.year')
  }
  /** The same, and by what that is reckoned. */
  const pace = (balance: Pick<BalanceView, 'days_left'>): string | null => {
    const left = lasts(balance)
    return left && t('balance.pace', { left })
  }
  return {
    failing,
    lasts,
    pace,
    /** Null where nobody has asked, or nobody asks. */
    ofCredential: (credential: Credential): string | null => {
      const { name, status, balance } = credential
      if (status === 'disabled') return null
      const told = balance ? [balanceText(balance), pace(balance), t('balance.at', { time: when(balance.at) })] : []
      const said = [...told, failing(credential)].filter((part) => part !== null).join(' · ')
      return said === '' ? null : `${name}: ${said}`
    },
  }
}
