import { ceilDiv, type Micros, type Nanos } from '../core/money.ts'
import type { Price, PriceComponent, Rates } from '../core/price.ts'
import { inputTotal, type Usage } from '../core/usage.ts'

/** What one component of a request adds to its bill. Rates are nano-dollars per million, amounts nano-dollars. */
export type CostLine = { component: PriceComponent; tokens: number; rateNanos: bigint; amountNanos: Nanos }

export type Bill = {
  lines: readonly CostLine[]
  /** The sum of the lines, before the multiplier. */
  subtotalNanos: Nanos
  costNanos: Nanos
  /** The threshold of the tier that applied; null on the base price. */
  tierAbove: number | null
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

/** The cost of a usage: `ceil(Σ tokens × rate × multiplier)`, rounded once, upwards (money.md, Units). */
export function costNanos(usage: Usage, price: Price, multiplierMicros: Micros): Nanos {
  const { rates } = ratesFor(price, usage)
  let sum = 0n
  for (const component of COMPONENTS) {
    const tokens = billedTokens(usage, component)
    if (tokens > 0) sum += BigInt(tokens) * rateOf(rates, component)
  }
  return ceilDiv(sum * multiplierMicros, PER_MILLION * PER_MILLION)
}

/** The same cost line by line; the lines add up to the subtotal to the nano-dollar. */
export function billOf(usage: Usage, price: Price, multiplierMicros: Micros): Bill {
  const { rates, tierAbove } = ratesFor(price, usage)
  const lines: CostLine[] = []
  let sum = 0n
  for (const component of COMPONENTS) {
    const tokens = billedTokens(usage, component)
    if (tokens === 0) continue
    const rateNanos = rateOf(rates, component)
    const before = ceilDiv(sum, PER_MILLION)
    sum += BigInt(tokens) * rateNanos
    // Each line takes what it adds to the rounded running sum, so that no line's rounding is lost or counted twice.
    lines.push({ component, tokens, rateNanos, amountNanos: ceilDiv(sum, PER_MILLION) - before })
  }
  return {
    lines,
    subtotalNanos: ceilDiv(sum, PER_MILLION),
    costNanos: ceilDiv(sum * multiplierMicros, PER_MILLION * PER_MILLION),
    tierAbove,
  }
}

/** The base rates, with those of the highest tier whose threshold the whole input exceeds laid over them. */
function ratesFor(price: Price, usage: Usage): { rates: Rates; tierAbove: number | null } {
  const total = inputTotal(usage)
  let chosen: Price['tiers'][number] | null = null
  for (const tier of price.tiers) {
    if (total > tier.aboveTokens && tier.aboveTokens > (chosen?.aboveTokens ?? -1)) chosen = tier
  }
  return chosen
    ? { rates: { ...price.rates, ...chosen.rates }, tierAbove: chosen.aboveTokens }
    : { rates: price.rates, tierAbove: null }
}

/** Reasoning is part of the output; it is billed on a line of its own, and the output line bears the rest. */
function billedTokens(usage: Usage, component: PriceComponent): number {
  const tokens = component === 'output' ? usage.output - Math.min(usage.reasoning, usage.output) : usage[component]
  return component === 'reasoning' ? Math.min(tokens, usage.output) : tokens
}

function rateOf(rates: Rates, component: PriceComponent): bigint {
  const own = rates[component]
  if (own !== undefined) return own
  const parent = FALLBACK[component]
  return parent ? rateOf(rates, parent) : 0n
}
