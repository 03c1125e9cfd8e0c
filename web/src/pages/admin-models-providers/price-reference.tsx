import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ModelPrice } from '../../../../src/contract/models.ts'
import type { Reference } from '../../../../src/contract/references.ts'
import { adminListPrices } from '../../../../src/contract/prices.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { priceNumbers } from '../../lib/offers/price-numbers.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import type { ModelForm } from './model-form.ts'
import { priceFormOf } from './price-form.ts'
import { timesFactor } from './reference-price.ts'

type Props = { model: string; reference: Reference | undefined }

/** Which price holds now, and the reference price to take instead, as it is or times a factor. Stands inside a FormProvider. */
export function PriceReference({ model, reference }: Props) {
  return (
    <div className="row wrap">
      <Present model={model} />
      <span className="sp" />
      {reference?.price ? <Take price={reference.price} /> : <Nothing />}
    </div>
  )
}

function Nothing() {
  const t = useTexts('offers')
  return <span className="t3">{t('reference.nothing')}</span>
}

/** The number of the price in force among all the model has had, since when it holds and who set it. */
function Present({ model }: { model: string }) {
  const t = useTexts('offers')
  const { when } = useFormat()
  const items = useQuery(ask(adminListPrices, { query: { model } })).data?.items
  const present = items?.find(({ state }) => state === 'present')
  const n = present && priceNumbers(items ?? []).get(present.id)
  if (present === undefined || n === undefined) return null
  const source = present.source_name ?? t(`reference.by.${present.source}`)
  return (
    <span className="t2 text-cell">{t('reference.present', { n, time: when(present.effective_from), source })}</span>
  )
}

function Take({ price }: { price: ModelPrice }) {
  const t = useTexts('offers')
  const { setValue } = useFormContext<ModelForm>()
  const [factor, setFactor] = useState('')
  const multiplied = timesFactor(price, factor)
  const take = (taken: ModelPrice) => {
    const { rates, tiers, services, hours } = priceFormOf(taken)
    const touched = { shouldDirty: true, shouldValidate: true, shouldTouch: true }
    setValue('price.rates', rates, touched)
    setValue('price.tiers', tiers, touched)
    setValue('price.services', services, touched)
    setValue('price.hours', hours, touched)
  }
  return (
    <>
      <span className="t2 text-cell hide">{t('reference.price')}</span>
      <span className="in n h-7! w-21!">
        <span className="t3" aria-hidden="true">
          ×
        </span>
        <input
          inputMode="decimal"
          autoComplete="off"
          placeholder="1.10"
          className="text-right"
          aria-label={t('reference.factor')}
          aria-invalid={factor !== '' && multiplied === undefined ? true : undefined}
          value={factor}
          onChange={(event) => setFactor(event.target.value)}
          onKeyDown={(event) => {
            // Enter means the factor, not the whole form.
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (multiplied) take(multiplied)
          }}
        />
      </span>
      <Button small disabled={multiplied === undefined} onClick={() => multiplied && take(multiplied)}>
        {t('reference.applyAll')}
      </Button>
      <Button small onClick={() => take(price)}>
        {t('reference.take')}
      </Button>
    </>
  )
}
