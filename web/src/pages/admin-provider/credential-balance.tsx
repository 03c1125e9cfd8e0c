import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { balanceText, isLow } from '../../lib/provider/balance.ts'
import { useFormat } from '../../lib/use-format.ts'
import { AskBalance } from '../../ui/provider/ask-balance.tsx'
import { BalanceLasts } from '../../ui/provider/balance-lasts.tsx'
import { useBalanceWords } from '../../ui/provider/use-balance-words.ts'

type Props = { provider: Provider; credential: Provider['credentials'][number] }

/** What is left of the account of a credential, when it was asked, and the way to ask at once. */
export function CredentialBalance({ provider, credential }: Props) {
  const t = useTexts('providers')
  const words = useBalanceWords()
  const { relative, whenExact } = useFormat()
  const { balance } = credential
  const failing = words.failing(credential)
  return (
    <span className="n wrap-anywhere">
      {t('balance.name')}{' '}
      {balance && (
        <span title={t('balance.at', { time: whenExact(balance.at) })}>
          <span className={isLow(provider, balance) ? 'err' : 'text-text'}>{balanceText(balance)}</span>{' '}
          {relative(balance.at)}
        </span>
      )}
      {balance && <BalanceLasts balance={balance} />}
      {failing !== null && <span className="warn"> {failing}</span>}
      {balance === null && failing === null && t('balance.none')} <AskBalance provider={provider} of={[credential]} />
    </span>
  )
}
