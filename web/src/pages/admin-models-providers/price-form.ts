import { z } from 'zod'
import { price } from '../../../../src/contract/common.ts'
import { hasBaseRate, type ModelPrice } from '../../../../src/contract/models.ts'
import { RATES, type Rate } from '../../lib/offers/rates.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'
import { hoursForm, hoursFormOf, hoursOf } from './hours-form.ts'

type RateTexts = Record<Rate, string>

const amount = z
  .string()
  .transform(tidyAmount)
  .refine((text) => text === '' || price.safeParse(text).success)

const tokens = z
  .string()
  .transform(tidyAmount)
  .refine((text) => /^[1-9]\d{0,9}$/.test(text))

const rateTexts = z.strictObject(byRate(() => amount))

/** A price as its inputs hold it: every rate is a text, empty where the model does not price it apart; tiers and hours need a base. */
export const priceForm = z
  .strictObject({
    rates: rateTexts,
    tiers: z
      .array(z.strictObject({ above: tokens, rates: rateTexts }))
      .max(8)
      .check((context) => {
        const seen = new Set<string>()
        context.value.forEach(({ above }, at) => {
          if (seen.has(above))
            context.issues.push({ code: 'custom', message: 'twice', path: [at, 'above'], input: context.value })
          seen.add(above)
        })
      }),
    // Without inputs: they come from the catalogue or the API, and go back as they came.
    services: z.custom<ModelPrice['services']>().optional(),
    hours: hoursForm.nullish(),
  })
  .refine(({ rates, tiers, hours }) => (tiers.length === 0 && !hours) || hasBaseRate(ratesOf(rates)), {
    path: ['rates', 'input'],
    message: 'base',
  })
export type PriceForm = z.input<typeof priceForm>

/** The inputs of a price; all empty where there is none. */
export function priceFormOf(value: ModelPrice | null): PriceForm {
  return {
    rates: textsOf(value ?? {}),
    tiers: (value?.tiers ?? []).map((tier) => ({ above: String(tier.above_tokens), rates: textsOf(tier) })),
    services: value?.services,
    hours: value?.hours ? hoursFormOf(value.hours) : null,
  }
}

/** The price its inputs say, tiers in order; null where every input is empty. */
export function priceOf(form: PriceForm): ModelPrice | null {
  const rates = ratesOf(form.rates)
  const tiers = form.tiers
    .map((tier) => ({ above_tokens: Number(tidyAmount(tier.above)), ...ratesOf(tier.rates) }))
    .sort((a, b) => a.above_tokens - b.above_tokens)
  if (Object.keys(rates).length === 0 && tiers.length === 0) return null
  const { services, hours } = form
  return { ...rates, tiers, ...(services && { services }), ...(hours && { hours: hoursOf(hours) }) }
}

/** No rate at all. */
export function emptyRates(): RateTexts {
  return byRate(() => '')
}

function textsOf(rates: Partial<Record<Rate, string | undefined>>): RateTexts {
  return byRate((rate) => rates[rate] ?? '')
}

function ratesOf(texts: RateTexts): Partial<RateTexts> {
  const said = RATES.map((rate) => [rate, tidyAmount(texts[rate])] as const).filter(([, text]) => text !== '')
  return Object.fromEntries(said)
}

function byRate<T>(make: (rate: Rate) => T): Record<Rate, T> {
  return Object.fromEntries(RATES.map((rate) => [rate, make(rate)])) as Record<Rate, T>
}
