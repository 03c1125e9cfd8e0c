import type { Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** What the rates of pictures are for where a model talks: for those that are counted apart, which one in a prompt mostly is not. Nothing where it has no such rate. */
export function DrawnNote({ kind, price }: Pick<Model, 'kind' | 'price'>) {
  const t = useTexts('prices')
  if (kind !== 'chat' || (price?.image_in === undefined && price?.image_out === undefined)) return null
  return <p className="t3">{t('drawn')}</p>
}
