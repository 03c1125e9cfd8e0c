import type { Micros } from './money.ts'
import { isOpen, type PriceHours } from './price-hours.ts'
import type { ServiceTier } from './service-tier.ts'
import type { Usage } from './usage.ts'

/** What a price is set for: token classes, and `requests` and `searches`, which are priced by the piece. */
export type PriceComponent = keyof Usage

/** Nano-dollars per million tokens; for `requests` and `searches` nano-dollars per million pieces. */
export type Rates = Partial<Record<PriceComponent, bigint>>

/** Who set a price: a price list that was taken over, or an administrator. */
export const PRICE_SOURCES = ['catalogue', 'manual'] as const
/** As rows of `price_version` name it. */
export type PriceSource = (typeof PRICE_SOURCES)[number]

/** One version of a model's price. A tier replaces the rates it names once the whole input is above its threshold. */
export type Price = {
  version: string
  rates: Rates
  tiers: readonly PriceTier[]
  /** What other service tiers cost; absent: nothing is known of any. */
  services?: readonly ServiceRates[]
  /** When its tokens cost a factor of all this; absent: at no time. */
  hours?: PriceHours
  /** The factor of its hours at the moment it was looked up for (`priceAt`, `priceThen`); absent: they are closed. */
  factorMicros?: Micros
}

/** What a model without a price costs where the operator lets it pass; its version marks the rows. */
export const UNPRICED: Price = { version: 'unpriced', rates: {}, tiers: [] }

/** Rates that hold once the whole input is above so many tokens. */
export type PriceTier = { aboveTokens: number; rates: Rates }

/** What a service tier costs at one length of input; `aboveTokens` 0 is the base. What it does not name costs the standard price. */
export type ServiceRates = PriceTier & { service: ServiceTier }

/** The price that holds from a time on (epoch milliseconds); null: from then on there is none. */
export type DatedPrice = Step<Price>

/** The price of a model at a time, as it is at that moment; null where there is none. */
export function priceAt(model: Dated<Price>, at: number): Price | null {
  const price = begunBy(model, at)
  return price && priceThen(price, at)
}

/** A price as it is at a moment: with its factor where its hours are open. */
export function priceThen(price: Price, at: number): Price {
  const { hours } = price
  return hours && isOpen(hours, at) ? { ...price, factorMicros: hours.factorMicros } : price
}

type Dated<P> = { price: P | null; laterPrices?: readonly Step<P>[] }

/** What holds at a time: what holds now, or of the later ones the last that has begun by then. */
export function begunBy<P>(model: Dated<P>, at: number): P | null {
  const begun = model.laterPrices?.findLast(({ from }) => from <= at)
  return begun ? begun.price : model.price
}

/** A model's price of now, and those that are set for later times, the next one first. */
export type Timeline<P> = { price: P | null; laterPrices: readonly Step<P>[] }
/** A price from a time on (epoch milliseconds); null: from then on there is none. */
export type Step<P> = { from: number; price: P | null }

/** Of steps in order of time those that still count: of the ones that have begun the last, which then begins now. */
export function stepsAhead<P>(steps: readonly Step<P>[], now: number): Step<P>[] {
  const due = steps.findLastIndex(({ from }) => from <= now)
  return steps.slice(Math.max(due, 0)).map((step) => ({ ...step, from: Math.max(step.from, now) }))
}

/** What a model will cost once it was given steps: they take the place of everything planned from the first of them on. */
export function timelineAfter<P>(before: Timeline<P>, steps: readonly Step<P>[], now: number): Timeline<P> {
  const ahead = stepsAhead(steps, now)
  const [first] = ahead
  if (!first) return before
  const kept = before.laterPrices.filter(({ from }) => from < first.from)
  return {
    price: first.from <= now ? first.price : before.price,
    laterPrices: [...kept, ...ahead.filter(({ from }) => from > now)],
  }
}

/** A dollar for each token; beyond it a price is a slip of the hand, and the amounts of a request would outgrow 64 bits. */
const MOST_PER_MILLION_TOKENS = 10n ** 15n
/** A thousand dollars for each request or search. */
const MOST_PER_MILLION_PIECES = 10n ** 18n

/** Whether a component is priced by the piece, and not by the million tokens. */
export function isPiece(component: string): component is 'requests' | 'searches' {
  return component === 'requests' || component === 'searches'
}

/** The highest rate that may be set for a component. */
export function highestRate(component: PriceComponent): bigint {
  return isPiece(component) ? MOST_PER_MILLION_PIECES : MOST_PER_MILLION_TOKENS
}
