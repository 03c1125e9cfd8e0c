import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { balanceText, isLow, leastBalances } from '../../lib/provider/balance.ts'
import { BalanceLasts } from './balance-lasts.tsx'
import { useBalanceWords } from './use-balance-words.ts'

type Props = {
  provider: Provider
  /** Says how long it lasts, too. */
  lasts?: boolean
}

/** What is left at a provider, the least of its credentials in each currency; when each was asked is in the tooltip. */
export function BalanceText({ provider, lasts = false }: Props) {
  const t = useTexts('providers')
  const words = useBalanceWords()
  const least = leastBalances(provider)
  if (least.length === 0) return <span className="t3">{t('balance.none')}</span>
  return (
    <span title={provider.credentials.flatMap((one) => words.ofCredential(one) ?? []).join('\n')}>
      {least.map((balance, at) => (
        <span key={balance.currency}>
          {at > 0 && <span className="t3"> · </span>}
          <span className={isLow(provider, balance) ? 'n err' : 'n'}>
            {balanceText(balance)}
            {isLow(provider, balance) && <span className="sr-only"> · {t('balance.low')}</span>}
          </span>
          {lasts && (
            <span className="t3 in-[td]:block">
              <BalanceLasts balance={balance} />
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
