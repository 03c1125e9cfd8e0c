import { useState } from 'react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { toast } from '../../lib/toast.ts'

type Props = { provider: Provider; onChange: (priority: number) => void }

/** A provider's priority, edited where it stands: Enter or leaving saves, Escape takes back. */
export function PriorityField({ provider, onChange }: Props) {
  const t = useTexts('providers')
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed === null) return
    setTyped(null)
    const priority = Number(typed.normalize('NFKC').trim())
    if (!Number.isInteger(priority) || priority < 1 || priority > 1000) toast.warning(t('providerList.priorityBad'))
    else if (priority !== provider.priority) onChange(priority)
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      aria-label={t('providerList.priorityOf', { name: provider.name })}
      className="n h-6 w-11 rounded-control border border-line bg-transparent text-center hover:border-ctl focus:border-ctl max-desk:h-9"
      value={typed ?? String(provider.priority)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
