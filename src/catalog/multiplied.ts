import { ceilDiv, type Micros, ONE_MICROS } from '../core/money.ts'
import type { Price, PriceTier, Rates } from '../core/price.ts'

/** A price with every rate multiplied, each rounded up. */
export function multiplied<P extends Pick<Price, 'rates' | 'tiers' | 'services'>>(price: P, factor: Micros) {
  const level = <T extends PriceTier>(one: T): T => ({ ...one, rates: times(one.rates, factor) })
  return {
    rates: times(price.rates, factor),
    tiers: price.tiers.map(level),
    ...(price.services && { services: price.services.map(level) }),
  }
}

function times(rates: Rates, factor: Micros): Rates {
  return Object.fromEntries(
    Object.entries(rates).map(([component, rate]) => [component, ceilDiv(rate * factor, ONE_MICROS)]),
  )
}
