import { adminAskBalance } from '../../../../src/contract/provider-recovery.ts'
import { adminGetProvider, adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../call.ts'
import { askAgain } from '../query.ts'
import { toast } from '../toast.ts'
import { useAct } from '../use-act.ts'
import { balanceText } from './balance.ts'

type Credential = Provider['credentials'][number]

/** Asks a vendor at once what is left of the accounts of credentials, one after another, and says what came of it. */
export function useAskBalance(provider: Pick<Provider, 'id' | 'name'>) {
  const t = useTexts('providers')
  const { busy, act } = useAct({ failed: t('balance.failed', { name: provider.name }), retry: t('act.noAnswer') })
  const say = ({ name: own, balance, balance_failure: failure }: Credential) => {
    const name = `${provider.name} · ${own}`
    if (failure) toast.error(t('balance.failed', { name }), t(`balance.problem.${failure.problem}`))
    else if (balance) toast.success(t('balance.told', { name, amount: balanceText(balance) }))
  }
  const ask = (credentials: readonly Pick<Credential, 'id'>[]) =>
    act(async () => {
      for (const { id } of credentials) {
        const asked = await call(adminAskBalance, { params: { id: provider.id, credential_id: id } })
        asked.credentials.filter((one) => one.id === id).forEach(say)
      }
      await askAgain(adminGetProvider, adminListProviders)
    })
  return { busy, ask }
}
