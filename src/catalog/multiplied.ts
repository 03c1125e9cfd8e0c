import { ceilDiv, type Micros, ONE_MICROS } from '../core/money.ts'
import { isPiece, type Price, type PriceTier, type Rates } from '../core/price.ts'

/** A price with every rate multiplied, at the same hours, each rounded up to what can be shown: whole nano-dollars of a million tokens, or of a piece. */
export function multiplied<P extends Pick<Price, 'rates' | 'tiers' | 'services' | 'hours'>>(price: P, factor: Micros) {
  const level = <T extends PriceTier>(one: T): T => ({ ...one, rates: times(one.rates, factor) })
  return {
    rates: times(price.rates, factor),
    tiers: price.tiers.map(level),
    ...(price.services && { services: price.services.map(level) }),
    ...(price.hours && { hours: price.hours }),
  }
}

const PIECES = 1_000_000n

function times(rates: Rates, factor: Micros): Rates {
  return Object.fromEntries(
    Object.entries(rates).map(([component, rate]) => {
      const step = isPiece(component) ? PIECES : 1n
      return [component, ceilDiv(rate * factor, ONE_MICROS * step) * step]
    }),
  )
}
