import { ceilDiv, type Micros, MILLION_USD, type Nanos, ONE_MICROS } from '../core/money.ts'
import {
  isPiece,
  type Price,
  type PriceComponent,
  type PriceTier,
  type Rates,
  type ServiceRates,
} from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'
import { inputTotal, type Usage } from '../core/usage.ts'

/** What one component of a request adds to its bill. Rates are nano-dollars per million, amounts nano-dollars. */
type CostLine = {
  component: PriceComponent
  tokens: number
  rateNanos: bigint
  /** What the hours of the price make of the rate; absent: nothing. */
  factorMicros?: Micros
  amountNanos: Nanos
}

type Bill = {
  lines: readonly CostLine[]
  /** The sum of the lines, before the multiplier. */
  subtotalNanos: Nanos
  costNanos: Nanos
  /** The threshold of the context tier that applied; null on the base price. */
  tierAbove: number | null
  /** The service tier the upstream used; `priced` is false where the price names none, so that the standard one held. */
  service: { tier: ServiceTier; priced: boolean } | null
}

/** A class without a price of its own costs what its tokens would cost in the class it belongs to. */
const FALLBACK: Partial<Record<PriceComponent, PriceComponent>> = {
  cacheRead: 'input',
  cacheWrite5m: 'input',
  cacheWrite1h: 'cacheWrite5m',
  reasoning: 'output',
  audioIn: 'input',
  imageIn: 'input',
  audioOut: 'output',
  imageOut: 'output',
}

const COMPONENTS: readonly PriceComponent[] = [
  'input',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'reasoning',
  'audioIn',
  'audioOut',
  'imageIn',
  'imageOut',
  'requests',
  'searches',
]

const PER_MILLION = 1_000_000n
const PER_MILLION_SQUARED = PER_MILLION * PER_MILLION
const PER_MILLION_CUBED = PER_MILLION * PER_MILLION_SQUARED

/** The cost of a usage: `ceil(Σ tokens × rate × factor of the hour × multiplier)`, rounded once, upwards (docs/money.md). */
export function costNanos(
  usage: Usage,
  price: Price,
  multiplierMicros: Micros,
  service: ServiceTier | null = null,
): Nanos {
  const rates = isPlain(price, service) ? price.rates : ratesFor(price, readBy(usage), service).rates
  const factor = hoursFactor(price, service)
  const billed = billedTokens(usage)
  let sum = 0n
  for (let i = 0; i < billed.length; i += 1) {
    const [tokens = 0, component] = [billed[i], COMPONENTS[i]]
    if (tokens > 0 && component) sum += worthOf(component, BigInt(tokens) * rateOf(rates, component), factor)
  }
  return chargedOf(sum, multiplierMicros, factor)
}

/**
 * The factor of the hours a price was looked up in. A batch runs for hours whenever there is room, and no vendor that has hours says
 * when it counts: it costs half of the price in full.
 */
function hoursFactor({ factorMicros }: Price, service: ServiceTier | null): Micros | undefined {
  return service === 'batch' ? undefined : factorMicros
}

/** What tokens times their rate are worth; with a factor in millionths of that. What is sold by the piece costs the same at every hour. */
function worthOf(component: PriceComponent, plain: bigint, factor: Micros | undefined): bigint {
  if (factor === undefined) return plain
  return plain * (isPiece(component) ? ONE_MICROS : factor)
}

/** Whether there is but one rate for each class, as most prices have, so that none has to be chosen. */
function isPlain({ tiers }: Price, service: ServiceTier | null): boolean {
  return service === null && tiers.length === 0
}

/** The same cost line by line; the lines add up to the subtotal to the nano-dollar. */
export function billOf(usage: Usage, price: Price, multiplierMicros: Micros, service: ServiceTier | null = null): Bill {
  const { rates, tierAbove, priced } = ratesFor(price, readBy(usage), service)
  const factor = hoursFactor(price, service)
  const unit = factor === undefined ? PER_MILLION : PER_MILLION_SQUARED
  const lines: CostLine[] = []
  const billed = billedTokens(usage)
  let sum = 0n
  for (const [i, component] of COMPONENTS.entries()) {
    const tokens = billed[i] ?? 0
    if (tokens === 0) continue
    const rateNanos = rateOf(rates, component)
    const before = ceilDiv(sum, unit)
    sum += worthOf(component, BigInt(tokens) * rateNanos, factor)
    // Each line takes what it adds to the rounded running sum, so that no line's rounding is lost or counted twice.
    const amountNanos = ceilDiv(sum, unit) - before
    const factored = factor !== undefined && !isPiece(component) && { factorMicros: factor }
    lines.push({ component, tokens, rateNanos, ...factored, amountNanos })
  }
  return {
    lines,
    subtotalNanos: ceilDiv(sum, unit),
    costNanos: chargedOf(sum, multiplierMicros, factor),
    tierAbove,
    service: service && { tier: service, priced },
  }
}

/** Some requests that were charged at the same rates and factors: what they used together, what each read at least, and what they were charged. */
type ChargedAlike = { usage: Usage; leastRead: number; service: ServiceTier | null; costNanos: Nanos }

/**
 * What was charged for each component of requests that were charged alike, which is what it would cost without the roundings of each,
 * give or take a nano-dollar a request: together it is what was charged. The factor is in there, whatever it was.
 */
export function sharesOf(
  { usage, leastRead, service, costNanos: charged }: ChargedAlike,
  price: Price,
): ReadonlyMap<PriceComponent, Nanos> {
  const { rates } = ratesFor(price, leastRead, service)
  const billed = billedTokens(usage)
  const factor = hoursFactor(price, service)
  const weights = COMPONENTS.map((component, i) =>
    worthOf(component, BigInt(billed[i] ?? 0) * rateOf(rates, component), factor),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const shares = new Map<PriceComponent, Nanos>()
  if (all === 0n) return shares
  let sum = 0n
  for (const [i, component] of COMPONENTS.entries()) {
    const before = (charged * sum) / all
    sum += weights[i] ?? 0n
    // As with the lines of a bill, each takes what it adds to the rounded running sum.
    shares.set(component, (charged * sum) / all - before)
  }
  return shares
}

/** What a context tier is chosen by. Sound is part of what the model reads. So are pictures, but they are in `input`: `imageIn` is what tools of the upstream read. */
const readBy = (usage: Usage): number => inputTotal(usage) + usage.audioIn

/** What a sum of worths comes to. The factor that changes nothing is left out: it would cancel, but only as numbers of more than 64 bits. */
function chargedOf(sum: bigint, multiplierMicros: Micros, factor: Micros | undefined): Nanos {
  const plain = multiplierMicros === ONE_MICROS
  const unit = factor === undefined ? PER_MILLION : PER_MILLION_SQUARED
  const unitTimesMultiplier = factor === undefined ? PER_MILLION_SQUARED : PER_MILLION_CUBED
  const nanos = plain ? ceilDiv(sum, unit) : ceilDiv(sum * multiplierMicros, unitTimesMultiplier)
  // Only an absurd price, factor or usage comes this far, and thousands of such still add up in the 64 bits of a column.
  return nanos < MILLION_USD ? nanos : MILLION_USD
}

const NONE: readonly ServiceRates[] = []

type Chosen = { rates: Rates; tierAbove: number | null; priced: boolean }

/** The next nearest tiers of one that is two at once, for prices that do not name it. */
const NEAREST: Partial<Record<ServiceTier, readonly ServiceTier[]>> = { fast_us: ['fast', 'us'] }

/**
 * The base rates, with those of the context tier laid over them, and those of the service tier over both. A service tier that
 * names no rate at this length of input costs the standard price: what a vendor asks there is not known. Only batches are
 * everywhere half of it (wire.md §1.3, §1.5); their usage is the sum of many requests, so that no context tier can hold for it.
 */
function ratesFor(price: Price, read: number, service: ServiceTier | null): Chosen {
  const total = service === 'batch' ? 0 : read
  const tier = highest(price.tiers, total)
  const own = levelsOf(price, service)
  const level = highest(own, total)
  const tierAbove = tier?.aboveTokens ?? null
  const laid = tier ? { ...price.rates, ...tier.rates } : price.rates
  const standard = service === 'batch' ? halved(laid) : laid
  if (!level || level.aboveTokens < (tierAbove ?? 0)) return { rates: standard, tierAbove, priced: false }
  const base = own.find((one) => one.aboveTokens === 0)
  return {
    rates: { ...standard, ...base?.rates, ...level.rates },
    tierAbove: level.aboveTokens || null,
    priced: level.service === service,
  }
}

/** What a price names for a service tier, at each length of input. */
function levelsOf({ services = NONE }: Price, service: ServiceTier | null): readonly ServiceRates[] {
  if (service === null) return NONE
  const named = [service, ...(NEAREST[service] ?? [])].find((one) => services.some((own) => own.service === one))
  return services.filter((own) => own.service === named)
}

/** What is sold by the piece, such as a search, costs the same in a batch. */
function halved(rates: Rates): Rates {
  const halves = Object.entries(rates).map(([component, rate]) => [
    component,
    isPiece(component) ? rate : ceilDiv(rate, 2n),
  ])
  return Object.fromEntries(halves) as Rates
}

/** The level with the highest threshold that the input exceeds; the base, at 0, holds for every input. */
function highest<T extends PriceTier>(levels: readonly T[], total: number): T | null {
  let chosen: T | null = null
  for (const level of levels) {
    const holds = level.aboveTokens === 0 || total > level.aboveTokens
    if (holds && level.aboveTokens > (chosen?.aboveTokens ?? -1)) chosen = level
  }
  return chosen
}

/**
 * What is billed of each component, in their order. Reasoning is part of the output; it is billed on a line of its own, and the
 * output line bears the rest. Read by name: to read what a name in a list says takes four times as long.
 */
function billedTokens(usage: Usage): readonly number[] {
  const reasoning = Math.min(usage.reasoning, usage.output)
  return [
    usage.input,
    usage.cacheRead,
    usage.cacheWrite5m,
    usage.cacheWrite1h,
    usage.output - reasoning,
    reasoning,
    usage.audioIn,
    usage.audioOut,
    usage.imageIn,
    usage.imageOut,
    usage.requests,
    usage.searches,
  ]
}

function rateOf(rates: Rates, component: PriceComponent): bigint {
  const own = rates[component]
  if (own !== undefined) return own
  const parent = FALLBACK[component]
  return parent ? rateOf(rates, parent) : 0n
}
