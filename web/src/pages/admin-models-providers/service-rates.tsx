import type { ModelPrice } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { RATES } from '../../lib/offers/rates.ts'

type Service = NonNullable<ModelPrice['services']>[number]

/** What a price asks in service tiers, in words: it is set by a list or the API, and kept by the editor. */
export function ServiceRates({ services }: { services: readonly Service[] }) {
  const t = useTexts('providers')
  const words = useTexts('common')
  const nameOf = ({ service, above_tokens: above }: Service) =>
    words(`service.${service}`) + (above === 0 ? '' : ` > ${sizeText(above)}`)
  const ratesOf = (own: Service) =>
    RATES.flatMap((rate) => (own[rate] === undefined ? [] : `${t(`model.rate.${rate}`)} $${own[rate]}`)).join(' · ')
  return (
    <div className="t3 text-meta">
      {t('model.serviceNote', { count: services.length })}
      <ul className="mt-1 grid gap-0.5">
        {services.map((own) => (
          <li key={`${own.service} ${own.above_tokens}`} className="n">
            <b className="text-text2">{nameOf(own)}</b> {ratesOf(own)}
          </li>
        ))}
      </ul>
    </div>
  )
}
