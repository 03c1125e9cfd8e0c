import type { Strip } from '../../../../src/contract/provider-strips.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'

/**
 * How often an endpoint or a credential was asked, and which share of that it answered: the figures of its strip. Requests would not
 * do, of which each counts where it ended: one that is refused every time would seem to succeed always. Nothing until they are known.
 */
export function AskedText({ strip }: { strip: Pick<Strip, 'asked' | 'availability'> | undefined }) {
  const t = useTexts('offers')
  const { count, percent } = useFormat()
  if (strip === undefined) return null
  const told = t('asked.times', { count: strip.asked, n: count(strip.asked) })
  if (strip.availability === null) return <span className="n">{told}</span>
  return (
    <span className="n">
      {told} · <span className="whitespace-nowrap">{t('asked.success', { share: percent(strip.availability) })}</span>
    </span>
  )
}
