import type { Provider } from '../../../../src/contract/providers.ts'
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
  return {
    failing,
    /** Null where nobody has asked, or nobody asks. */
    ofCredential: (credential: Credential): string | null => {
      const { name, status, balance } = credential
      if (status === 'disabled') return null
      const told = balance && `${balanceText(balance)} · ${t('balance.at', { time: when(balance.at) })}`
      const said = [told, failing(credential)].filter((part) => part !== null).join(' · ')
      return said === '' ? null : `${name}: ${said}`
    },
  }
}
