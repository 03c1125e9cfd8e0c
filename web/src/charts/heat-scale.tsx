import { useTexts } from '../i18n/use-texts.ts'

/** The five heat steps from few to many. */
export function HeatScale() {
  const t = useTexts('charts')
  return (
    <span className="swatches">
      {t('few')}
      {[0, 1, 2, 3, 4].map((step) => (
        <i key={step} style={{ background: `var(--h${step})` }} />
      ))}
      {t('lots')}
    </span>
  )
}
