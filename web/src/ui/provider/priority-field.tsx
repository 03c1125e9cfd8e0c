import { useTexts } from '../../i18n/use-texts.ts'
import { toast } from '../../lib/toast.ts'
import { InPlaceField } from '../in-place-field.tsx'

type Props = { name: string; priority: number; onChange: (priority: number) => void }

/** The priority of a provider or a credential, edited where it stands. */
export function PriorityField({ name, priority, onChange }: Props) {
  const t = useTexts('providers')
  const commit = (typed: string) => {
    const wanted = Number(typed.normalize('NFKC').trim())
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > 1000) toast.warning(t('providerList.priorityBad'))
    else if (wanted !== priority) onChange(wanted)
  }
  return (
    <InPlaceField
      label={t('providerList.priorityOf', { name })}
      className="n h-6 w-11 rounded-control border border-line bg-transparent text-center hover:border-ctl focus:border-ctl max-desk:h-9"
      value={String(priority)}
      onCommit={commit}
    />
  )
}
