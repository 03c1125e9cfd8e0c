import type { ModelPrice } from '../../../../src/contract/models.ts'
import { sameJson } from '../../../../src/core/same-json.ts'
import { RATES, type Rate } from '../../lib/offers/rates.ts'

/** How a price stands to the reference price: the same, or other; `percent` is the rate that is most below it, else most above, null where no two rates can be compared. */
export type Against = { same: true } | { same: false; percent: number | null }

/** Compares a price with the reference price, rate by rate, tiers, service tiers and hours included. */
export function against(price: ModelPrice, reference: ModelPrice): Against {
  const own = ratesOf(price)
  const others = ratesOf(reference)
  const hasSameHours = sameJson(price.hours, reference.hours)
  const names = new Set([...own.keys(), ...others.keys()])
  const differing = [...names].filter((name) => own.get(name) !== others.get(name))
  if (differing.length === 0) return hasSameHours ? { same: true } : { same: false, percent: null }
  const percents = differing.flatMap((name) => percentOf(own.get(name), others.get(name)) ?? [])
  if (percents.length === 0) return { same: false, percent: null }
  const lowest = Math.min(...percents)
  return { same: false, percent: lowest < 0 ? lowest : Math.max(...percents) }
}

/** By how many percent a rate is above the reference; null where one of them is not there or nothing. */
export function percentOf(rate: number | undefined, reference: number | undefined): number | null {
  if (rate === undefined || reference === undefined || reference === 0) return null
  return (rate / reference - 1) * 100
}

/** `+10%`, `−9%`; a tenth of a percent is told where the whole would say nothing. */
export function percentText(percent: number): string {
  const size = Math.abs(percent)
  const digits = size < 1 ? 1 : 0
  const shown = size < 0.05 ? '<0.1' : size.toFixed(digits)
  return `${percent < 0 ? '−' : '+'}${shown}%`
}

/** Every rate of a price under a name that tells the level it is of. */
function ratesOf(price: ModelPrice): Map<string, number> {
  const levels = [
    ['', price],
    ...price.tiers.map((tier) => [`>${tier.above_tokens} `, tier] as const),
    ...(price.services ?? []).map((own) => [`${own.service} >${own.above_tokens} `, own] as const),
  ] as const
  return new Map(
    levels.flatMap(([level, rates]) =>
      RATES.flatMap((rate): [string, number][] => {
        const text = (rates as Partial<Record<Rate, string>>)[rate]
        return text === undefined ? [] : [[`${level}${rate}`, Number(text)]]
      }),
    ),
  )
}
