import { RotateCw } from 'lucide-react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { RHYTHMS, type Rhythm as Choice } from './use-rhythm.ts'

type Props = {
  rhythm: Choice
  setRhythm: (next: Choice) => void
  /** Epoch milliseconds; 0 before the first answer. */
  updatedAt: number
  busy: boolean
  onRefresh: () => void
}

/** How fresh the page is, and how often it is made anew. */
export function Rhythm({ rhythm, setRhythm, updatedAt, busy, onRefresh }: Props) {
  const t = useTexts('overview')
  const format = useFormat()
  return (
    <div className="row mb-2.5">
      <span className="t3 n">
        {updatedAt > 0 && t('updated', { time: format.when(new Date(updatedAt).toISOString()) })}
      </span>
      <span className="sp" />
      <Button icon aria-label={t('refresh')} busy={busy && updatedAt === 0} onClick={onRefresh}>
        <Icon of={RotateCw} small />
      </Button>
      <Select
        label={t('every.label')}
        className="ov-rhythm"
        value={rhythm}
        onChange={(next) => setRhythm(RHYTHMS.find((known) => known === next) ?? 'off')}
        options={RHYTHMS.map((value) => ({ value, label: t(`every.${value}`) }))}
      />
    </div>
  )
}
