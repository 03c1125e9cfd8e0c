import { useTexts } from '../../i18n/use-texts.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { RANGES, useRange } from './use-range.ts'

/** How long back the figures go. */
export function RangeChoice({ id }: { id: string }) {
  const t = useTexts('offers')
  const { range, setRange } = useRange(id)
  return (
    <Segmented
      label={t('range.label')}
      value={range}
      onChange={setRange}
      options={RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
    />
  )
}
