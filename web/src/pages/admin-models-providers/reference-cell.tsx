import type { Model } from '../../../../src/contract/models.ts'
import type { Reference } from '../../../../src/contract/references.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { percentText } from './against.ts'
import { standing } from './use-references.ts'

/** How a model's price stands to the reference price; what is below it is marked. */
export function AgainstText({ model, reference }: { model: Model; reference: Reference | undefined }) {
  const t = useTexts('offers')
  const found = standing(model, reference)
  if (found === null) return <span title={t('reference.none')}>{NONE}</span>
  if (found.same) return <span className="t3 text-cell">{t('reference.same')}</span>
  if (found.percent === null) return <span className="t2">{t('reference.other')}</span>
  const text = percentText(found.percent)
  if (found.percent >= 0) return <span className="t2 n">{text}</span>
  return (
    <span className="warn n nw" title={t('reference.below', { percent: text.slice(1) })}>
      ! {text}
    </span>
  )
}
