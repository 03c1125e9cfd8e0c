import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useAskBalance } from '../../lib/provider/use-ask-balance.ts'

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
    <button
      type="button"
      className="link"
      // Not `disabled`: that would take the focus from who has just pressed it.
      aria-disabled={busy}
      onClick={() => void (busy || ask(of))}
    >
      {busy ? t('balance.asking') : t('balance.ask')}
    </button>
  )
}
