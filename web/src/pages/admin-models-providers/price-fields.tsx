import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { ModelPrice } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AddHours } from './add-hours.tsx'
import { HoursFields } from './hours-fields.tsx'
import type { ModelForm } from './model-form.ts'
import { EXTRA_RATES, PIECE_RATES, RATES, TOKEN_RATES, type Rate } from '../../lib/offers/rates.ts'
import { emptyRates, priceOf } from './price-form.ts'
import { RateBeside } from './rate-beside.tsx'
import { referenceRate } from './reference-price.ts'
import { ServiceRates } from './service-rates.tsx'

const MAX_TIERS = 8

/** The price editor: rates down, base and tiers across, each beside the reference rate where there is one. Stands inside a FormProvider. */
export function PriceFields({ reference }: { reference?: ModelPrice | null | undefined }) {
  const t = useTexts('providers')
  const { control, getValues, getFieldState, formState } = useFormContext<ModelForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'price.tiers', keyName: 'key' })
  const price = useWatch({ control, name: 'price' })
  const columns = ['price.rates', ...fields.map((_, at) => `price.tiers.${at}.rates` as const)] as const
  // What is filled in may be wrong, and must be seen then.
  const filled = EXTRA_RATES.some((rate) => columns.some((column) => getValues(`${column}.${rate}`) !== ''))
  const [more, setMore] = useState(filled)
  const wrong = columns
    .flatMap((column) => RATES.map((rate) => getFieldState(`${column}.${rate}`, formState).error))
    .find((error) => error !== undefined)
  const beside = (at: number, rate: Rate) => {
    if (!reference) return null
    const level = at === 0 ? price.rates : price.tiers[at - 1]?.rates
    return <RateBeside typed={level?.[rate] ?? ''} reference={referenceRate(reference, price.tiers, { at, rate })} />
  }
  return (
    <div className="col">
      <div className="overflow-hidden rounded-card border border-line">
        <div className="tw">
          <table className="tbl" aria-label={t('model.price')}>
            <thead>
              <tr className="bg-canvas">
                <th scope="col">{t('model.priceUnit')}</th>
                <th scope="col">{t('model.base')}</th>
                {fields.map((field, at) => (
                  <th key={field.key} scope="col" className="py-2 font-normal">
                    <TierHead at={at} onRemove={() => remove(at)} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(more ? [...TOKEN_RATES, ...EXTRA_RATES] : TOKEN_RATES).map((rate) => (
                <RateRow key={rate} {...{ rate, columns, beside }} />
              ))}
            </tbody>
          </table>
        </div>
        <div className="foot flex-wrap">
          <span className="basis-full">
            {t('model.emptyNote')}
            {fields.length > 0 && t('model.tierNote')}
          </span>
          <span className="sp" />
          <Button kind="ghost" small aria-expanded={more} disabled={more && filled} onClick={() => setMore(!more)}>
            <Icon of={more ? ChevronDown : ChevronRight} small />
            {t('model.more')}
          </Button>
          <Button
            kind="ghost"
            small
            disabled={fields.length >= MAX_TIERS}
            onClick={() =>
              append({ above: '', rates: emptyRates() }, { focusName: `price.tiers.${fields.length}.above` })
            }
          >
            <Icon of={Plus} small />
            {t('model.addTier')}
          </Button>
          <AddHours />
        </div>
      </div>
      <PieceRates beside={beside} />
      {wrong && (
        <p className="err text-meta" role="alert">
          {faultText(wrong, t(ruleOf(wrong)))}
        </p>
      )}
      {price.services && <ServiceRates services={price.services} />}
      <HoursFields />
      {priceOf(price) === null ? <p className="warn text-meta">! {t('model.noPrice')}</p> : null}
    </div>
  )
}

/** The rule a rate breaks: tiers alone leave every shorter request free. */
const ruleOf = (error?: { message?: string }) => (error?.message === 'base' ? 'bad.base' : 'bad.amount')

function PieceRates({ beside }: Pick<RateRowProps, 'beside'>) {
  const t = useTexts('providers')
  return (
    <div
      className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] gap-3"
      role="group"
      aria-label={t('model.piece')}
    >
      {PIECE_RATES.map((rate) => (
        <label key={rate} className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
          <span className="t3">{t(`model.rate.${rate}`)}</span>
          <span className="row">
            <Amount name={`price.rates.${rate}`} label={t(`model.rate.${rate}`)} />
            {beside(0, rate)}
          </span>
        </label>
      ))}
    </div>
  )
}

type RatesName = 'price.rates' | `price.tiers.${number}.rates`

type RateRowProps = {
  rate: Rate
  columns: readonly RatesName[]
  /** What stands beside an input. */
  beside: (at: number, rate: Rate) => ReactNode
}

function RateRow({ rate, columns, beside }: RateRowProps) {
  const t = useTexts('providers')
  return (
    <tr>
      <th scope="row" className="text-cell! font-normal! text-text! in-[tr:last-child]:border-b-0!">
        {t(`model.rate.${rate}`)}
      </th>
      {columns.map((column, at) => {
        const name = at === 0 ? t('model.base') : t('model.tier', { n: at + 1 })
        return (
          <td key={column} className="h-11!">
            <span className="row">
              <Amount
                name={`${column}.${rate}`}
                label={t('model.rateIn', { column: name, rate: t(`model.rate.${rate}`) })}
              />
              {beside(at, rate)}
            </span>
          </td>
        )
      })}
    </tr>
  )
}

function Amount({ name, label }: { name: `${RatesName}.${Rate}`; label: string }) {
  const t = useTexts('providers')
  const { register, getFieldState, formState } = useFormContext<ModelForm>()
  const { error, isDirty } = getFieldState(name, formState)
  const fault = faultText(error, t(ruleOf(error)))
  return (
    <span
      className={`in n min-w-24 ${name.startsWith('price.rates.per_') ? '' : 'max-w-32'} ${fault ? 'bad' : isDirty ? 'border-accent! bg-tint!' : ''}`}
    >
      <span className="t3" aria-hidden="true">
        $
      </span>
      <input
        inputMode="decimal"
        autoComplete="off"
        placeholder="—"
        className="text-right"
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        title={fault}
        {...register(name)}
      />
    </span>
  )
}

function TierHead({ at, onRemove }: { at: number; onRemove: () => void }) {
  const t = useTexts('providers')
  const { register, getFieldState, formState } = useFormContext<ModelForm>()
  const { error } = getFieldState(`price.tiers.${at}.above`, formState)
  const fault =
    error === undefined
      ? undefined
      : error.type === 'server'
        ? error.message
        : t(error.message === 'twice' ? 'bad.twice' : 'bad.tokens')
  return (
    <div className="grid gap-1">
      <div className="row gap4">
        <b className="text-text">{t('model.tier', { n: at + 2 })}</b>
        <Button kind="ghost" small icon aria-label={t('model.removeTier', { n: at + 2 })} onClick={onRemove}>
          <Icon of={X} small />
        </Button>
      </div>
      <span className={`in n w-28 text-text ${fault ? 'bad' : ''}`}>
        <span className="t3" aria-hidden="true">
          &gt;
        </span>
        <input
          inputMode="numeric"
          autoComplete="off"
          placeholder="200000"
          className="text-right"
          aria-label={`${t('model.tier', { n: at + 2 })}: ${t('model.tierAbove')}`}
          aria-invalid={fault ? true : undefined}
          {...register(`price.tiers.${at}.above`)}
        />
      </span>
      {fault && (
        <span className="err text-meta" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
