import type { NewPrice } from '../store/prices.ts'
import type { KnownModel } from '../catalog/models.ts'
import type { ModelPrice } from '../contract/models.ts'
import { clockOf, type PriceHours as ShownHours, windowIn } from '../contract/price-hours.ts'
import { formatFactor, formatUsd, ONE_MICROS, parseFactor, parseUsd } from '../core/money.ts'
import type { PriceHours } from '../core/price-hours.ts'
import type { PriceComponent, Rates } from '../core/price.ts'

/** The contract's name of each component, and the pieces its amount is for: a million tokens, or one. */
const COMPONENTS = {
  input: { name: 'input', perMillion: true },
  output: { name: 'output', perMillion: true },
  cacheRead: { name: 'cache_read', perMillion: true },
  cacheWrite5m: { name: 'cache_write_5m', perMillion: true },
  cacheWrite1h: { name: 'cache_write_1h', perMillion: true },
  reasoning: { name: 'reasoning', perMillion: true },
  audioIn: { name: 'audio_in', perMillion: true },
  audioOut: { name: 'audio_out', perMillion: true },
  imageIn: { name: 'image_in', perMillion: true },
  imageOut: { name: 'image_out', perMillion: true },
  requests: { name: 'per_request', perMillion: false },
  searches: { name: 'per_search', perMillion: false },
} as const satisfies Record<PriceComponent, { name: string; perMillion: boolean }>

const ORDER = Object.keys(COMPONENTS) as PriceComponent[]
const PIECES = 1_000_000n

type RateName = (typeof COMPONENTS)[PriceComponent]['name']
type RateTexts = { [N in RateName]?: string | undefined }

/** Every name of the contract, in order. */
export const RATE_NAMES: readonly RateName[] = ORDER.map(rateName)

/** The name a component goes by in the contract. */
export function rateName(component: PriceComponent): RateName {
  return COMPONENTS[component].name
}

/** A rate in nano-dollars per million as USD per million tokens, or per piece for what is priced by the piece. */
export function rateText(component: PriceComponent, nanosPerMillion: bigint): string {
  return formatUsd(COMPONENTS[component].perMillion ? nanosPerMillion : nanosPerMillion / PIECES)
}

/** What the built-in catalogue says a model costs, now and later; undefined when it knows no price. */
export function cataloguePrice(known: KnownModel | undefined): NewPrice | undefined {
  if (!known?.price) return undefined
  const name = known.price.version
  const later = known.later.map(({ from, price }) => ({ from, price: { ...price, origin: { name, later: [] } } }))
  return { ...known.price, origin: { name, later } }
}

/** What is said of a price that is to begin in the past. */
export const IN_THE_PAST = { zh: '生效时间不能早于现在', en: 'A price cannot begin in the past' }

/** Whether a price is to begin before `now`; without a time it begins now. */
export function startsInThePast({ effective_from }: { effective_from?: string | undefined }, now: number): boolean {
  return effective_from !== undefined && Date.parse(effective_from) < now
}

/** A price of the contract as the store takes it. */
export function priceIn(price: ModelPrice): NewPrice {
  const { services = [], hours } = price
  return {
    rates: ratesIn(price),
    tiers: price.tiers.map((tier) => ({ aboveTokens: tier.above_tokens, rates: ratesIn(tier) })),
    ...(services.length > 0 && {
      services: services.map((own) => ({ service: own.service, aboveTokens: own.above_tokens, rates: ratesIn(own) })),
    }),
    ...(hours && { hours: hoursIn(hours) }),
  }
}

/** A price of the store as the contract shows it. */
export function priceOut(price: NewPrice): ModelPrice {
  const { services = [], hours } = price
  return {
    ...ratesOut(price.rates),
    tiers: price.tiers.map((tier) => ({ above_tokens: tier.aboveTokens, ...ratesOut(tier.rates) })),
    ...(services.length > 0 && {
      services: services.map((own) => ({
        service: own.service,
        above_tokens: own.aboveTokens,
        ...ratesOut(own.rates),
      })),
    }),
    ...(hours && { hours: hoursOut(hours) }),
  }
}

function hoursIn({ factor, utc_offset: zoneMinutes, windows, dates }: ShownHours): PriceHours {
  return { factorMicros: parseFactor(factor) ?? ONE_MICROS, zoneMinutes, windows: windows.map(windowIn), dates }
}

/** Hours of the store as the contract shows them. */
export function hoursOut({ factorMicros, zoneMinutes, windows, dates }: PriceHours): ShownHours {
  return {
    factor: formatFactor(factorMicros),
    utc_offset: zoneMinutes,
    windows: windows.map(({ days, from, to }) => ({ days: [...days], from: clockOf(from), to: clockOf(to) })),
    dates: [...dates],
  }
}

function ratesIn(texts: RateTexts): Rates {
  const rates: Rates = {}
  for (const component of ORDER) {
    const { name, perMillion } = COMPONENTS[component]
    const nanos = parseUsd(texts[name] ?? '')
    if (nanos !== undefined) rates[component] = perMillion ? nanos : nanos * PIECES
  }
  return rates
}

function ratesOut(rates: Rates): { [N in RateName]?: string } {
  const texts: { [N in RateName]?: string } = {}
  for (const component of ORDER) {
    const rate = rates[component]
    if (rate !== undefined) texts[rateName(component)] = rateText(component, rate)
  }
  return texts
}
