import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { toast } from '../../lib/toast.ts'
import { InPlaceField } from '../../ui/in-place-field.tsx'

type Props = { provider: Provider; onChange: (priority: number) => void }

/** A provider's priority, edited where it stands. */
export function PriorityField({ provider, onChange }: Props) {
  const t = useTexts('providers')
  const commit = (typed: string) => {
    const priority = Number(typed.normalize('NFKC').trim())
    if (!Number.isInteger(priority) || priority < 1 || priority > 1000) toast.warning(t('providerList.priorityBad'))
    else if (priority !== provider.priority) onChange(priority)
  }
  return (
    <InPlaceField
      label={t('providerList.priorityOf', { name: provider.name })}
      className="n h-6 w-11 rounded-control border border-line bg-transparent text-center hover:border-ctl focus:border-ctl max-desk:h-9"
      value={String(provider.priority)}
      onCommit={commit}
    />
  )
}
