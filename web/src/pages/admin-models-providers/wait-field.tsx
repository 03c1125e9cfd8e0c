import { SECOND_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { toast } from '../../lib/toast.ts'
import { InPlaceField } from '../../ui/in-place-field.tsx'
import { waitOf } from './wait.ts'

type Props = { label: string; valueMs: number | null; onChange: (ms: number | null) => void }

/** How long something may take, in seconds, edited where it stands. */
export function WaitField({ label, valueMs, onChange }: Props) {
  const t = useTexts('routing')
  const commit = (typed: string) => {
    const ms = waitOf(typed)
    if (ms === undefined) toast.warning(t('strategies.bad'))
    else if (ms !== valueMs) onChange(ms)
  }
  return (
    <InPlaceField
      label={label}
      className="n rt-wait"
      placeholder={t('strategies.inherited')}
      value={valueMs === null ? '' : String(valueMs / SECOND_MS)}
      onCommit={commit}
    />
  )
}
