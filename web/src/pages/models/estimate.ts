import type { ModelPrice } from '../../../../src/contract/models.ts'
import { ceilDiv, formatUsd, ONE_MICROS, parseFactor, parseUsd } from '../../../../src/core/money.ts'

/** What is asked of a model every day; tokens are those of one request, `cached` the percentage of its input that is read from the cache. */
export type Load = { requests: number; input: number; cached: number; output: number; days: number }

/** What is reckoned with while the address names no load. */
export const USUAL_LOAD: Load = { requests: 100, input: 8000, cached: 50, output: 800, days: 30 }

/** The largest value of each field: beyond it a number is a slip of the hand. */
export const MOST: Load = { requests: 1_000_000, input: 10_000_000, cached: 100, output: 1_000_000, days: 366 }

const FIELDS = ['requests', 'input', 'cached', 'output', 'days'] as const satisfies readonly (keyof Load)[]

/** Reads what `writeLoad` wrote; null when it is something else. */
export function readLoad(text: string | undefined): Load | null {
  const parts = (text ?? '').split(',')
  const values = parts.map((part) => (/^\d{1,8}$/.test(part) ? Number.parseInt(part, 10) : NaN))
  if (parts.length !== FIELDS.length || FIELDS.some((field, at) => !((values[at] ?? NaN) <= MOST[field]))) return null
  const [requests = 0, input = 0, cached = 0, output = 0, days = 0] = values
  return { requests, input, cached, output, days }
}

/** A load in one word of the address. */
export const writeLoad = (load: Load): string => FIELDS.map((field) => load[field]).join(',')

/** What a cost is made of: fresh input, input from the cache, output, and the price of the request itself. */
export const PARTS = ['fresh', 'cached', 'output', 'request'] as const
export type Part = (typeof PARTS)[number]

/** What a load costs: amounts in USD, and the parts of the whole in nano-dollars. */
export type Estimate = {
  perRequest: string
  perDay: string
  total: string
  totalNanos: bigint
  parts: Record<Part, bigint>
}

/** Rates are told per million tokens, and factors in millionths. */
const NANO_PARTS = 1_000_000n * ONE_MICROS

/** What a load costs at a price outside of its hours, the tier of its input included; writes to the cache are left out. */
export function estimateOf(price: ModelPrice | null, load: Load): Estimate {
  return estimateTimes(price, load, ONE_MICROS)
}

/** What a load costs where all of it is asked within the hours of a price; null where it has none. */
export function estimateInHours(price: ModelPrice | null, load: Load): Estimate | null {
  const micros = price?.hours && parseFactor(price.hours.factor)
  return micros === undefined ? null : estimateTimes(price, load, micros)
}

function estimateTimes(price: ModelPrice | null, load: Load, tokensMicros: bigint): Estimate {
  const tier = price?.tiers.filter(({ above_tokens }) => load.input > above_tokens).at(-1)
  const rates = { ...price, ...tier }
  const rate = (text: string | undefined) => parseUsd(text ?? '0') ?? 0n
  const cached = Math.round((load.input * load.cached) / 100)
  // In parts of a nano-dollar for one request, so that nothing is rounded before the end.
  const one: Record<Part, bigint> = {
    fresh: BigInt(load.input - cached) * rate(rates.input) * tokensMicros,
    cached: BigInt(cached) * rate(rates.cache_read ?? rates.input) * tokensMicros,
    output: BigInt(load.output) * rate(rates.output) * tokensMicros,
    request: rate(rates.per_request) * NANO_PARTS,
  }
  const whole = PARTS.reduce((sum, part) => sum + one[part], 0n)
  const times = (value: bigint, by: number) => ceilDiv(value * BigInt(by), NANO_PARTS)
  const totalNanos = times(whole, load.requests * load.days)
  return {
    perRequest: formatUsd(times(whole, 1)),
    perDay: formatUsd(times(whole, load.requests)),
    total: formatUsd(totalNanos),
    totalNanos,
    parts: {
      fresh: times(one.fresh, load.requests * load.days),
      cached: times(one.cached, load.requests * load.days),
      output: times(one.output, load.requests * load.days),
      request: times(one.request, load.requests * load.days),
    },
  }
}

/** The order of costs from the lowest; equal ones stay as they came. */
export const cheapestFirst = ({ totalNanos: a }: Estimate, { totalNanos: b }: Estimate): number =>
  Number(a > b) - Number(a < b)

/** How many times as much one amount is as another, to one digit; null where there is nothing to compare with. */
export function ratioOf(amount: bigint, least: bigint): string | null {
  if (least <= 0n) return null
  const tenths = (amount * 10n + least / 2n) / least
  return tenths >= 1000n ? String(tenths / 10n) : `${tenths / 10n}.${tenths % 10n}`
}

/** The share of a whole, in per mille: only to be drawn. */
export function perMille(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number.parseInt(String((part * 1000n) / whole), 10)
}

/** What one more percent of the input from the cache saves; null where it saves nothing. */
export function savingOf(price: ModelPrice | null, load: Load): string | null {
  if (load.cached >= 100) return null
  const saved = estimateOf(price, load).totalNanos - estimateOf(price, { ...load, cached: load.cached + 1 }).totalNanos
  return saved > 0n ? formatUsd(saved) : null
}
