import { useTexts } from '../../i18n/use-texts.ts'
import { price } from '../../lib/format.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'
import { percentOf, percentText } from './against.ts'

/** The reference rate beside the one that is typed, and by how much they differ; nothing where there is no reference rate. */
export function RateBeside({ typed, reference }: { typed: string; reference: string | undefined }) {
  const t = useTexts('offers')
  if (reference === undefined) return null
  const text = tidyAmount(typed)
  const rate = text === '' ? Number.NaN : Number(text)
  const percent = percentOf(Number.isNaN(rate) ? undefined : rate, Number(reference))
  return (
    <span className="grid text-meta leading-4 n nw">
      <span className="text-text3">{t('reference.beside', { price: price(reference) })}</span>
      {rate === Number(reference) ? (
        <span className="text-text3">{t('reference.same')}</span>
      ) : percent === null ? null : (
        <span className={percent < 0 ? 'warn' : 't2'}>
          {percent < 0 && '! '}
          {percentText(percent)}
        </span>
      )}
    </span>
  )
}
