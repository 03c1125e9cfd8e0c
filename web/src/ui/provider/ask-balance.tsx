import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useAskBalance } from '../../lib/provider/use-ask-balance.ts'
import { LinkAct } from '../link-act.tsx'

type Props = {
  provider: Provider
  /** Whose accounts are asked after. */
  of: readonly Provider['credentials'][number][]
}

/** The way to ask at once what is left. */
export function AskBalance({ provider, of }: Props) {
  const t = useTexts('providers')
  const { busy, ask } = useAskBalance(provider)
  return (
    <LinkAct busy={busy} onAct={() => void ask(of)}>
      {busy ? t('balance.asking') : t('balance.ask')}
    </LinkAct>
  )
}
