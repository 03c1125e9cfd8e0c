import type { ModelPrice } from '../../../../src/contract/models.ts'
import { ceilDiv, formatUsd, ONE_MICROS, parseFactor, parseUsd } from '../../../../src/core/money.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'
import { RATES, type Rate } from '../../lib/offers/rates.ts'
import type { PriceForm } from './price-form.ts'

/** A price with every rate times a factor, rounded up to the nano-dollar as the price book does it; undefined where the factor is none. */
export function timesFactor(price: ModelPrice, factor: string): ModelPrice | undefined {
  const micros = parseFactor(tidyAmount(factor))
  if (micros === undefined || micros <= 0n) return undefined
  const times = <T extends object>(level: T): T => {
    const rates = level as Partial<Record<Rate, string>>
    const changed = RATES.flatMap((rate) => {
      const nanos = parseUsd(rates[rate] ?? '')
      return nanos === undefined ? [] : [[rate, formatUsd(ceilDiv(nanos * micros, ONE_MICROS))] as const]
    })
    return { ...level, ...Object.fromEntries(changed) }
  }
  return {
    ...times(price),
    tiers: price.tiers.map(times),
    ...(price.services && { services: price.services.map(times) }),
  }
}

/** The reference rate for a rate of the form: of the base price, or of the tier that begins where the form's does; undefined where there is none. */
export function referenceRate(
  reference: ModelPrice,
  tiers: PriceForm['tiers'],
  { at, rate }: { at: number; rate: Rate },
): string | undefined {
  if (at === 0) return reference[rate]
  const above = Number(tidyAmount(tiers[at - 1]?.above ?? ''))
  return reference.tiers.find((tier) => tier.above_tokens === above)?.[rate]
}
