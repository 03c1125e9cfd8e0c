import { useState } from 'react'
import { SECOND_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { toast } from '../../lib/toast.ts'
import { waitOf } from './wait.ts'

type Props = { label: string; valueMs: number | null; onChange: (ms: number | null) => void }

/** How long something may take, in seconds, edited where it stands: Enter or leaving saves, Escape takes back. */
export function WaitField({ label, valueMs, onChange }: Props) {
  const t = useTexts('routing')
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed === null) return
    setTyped(null)
    const ms = waitOf(typed)
    if (ms === undefined) toast.warning(t('strategies.bad'))
    else if (ms !== valueMs) onChange(ms)
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      className="n rt-wait"
      placeholder={t('strategies.inherited')}
      value={typed ?? (valueMs === null ? '' : String(valueMs / SECOND_MS))}
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
