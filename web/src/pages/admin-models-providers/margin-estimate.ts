import type { ModelPrice } from '../../../../src/contract/models.ts'
import type { Totals } from '../../../../src/contract/usage.ts'

type Used = Pick<Totals, 'requests' | 'input' | 'cache_read' | 'cache_write' | 'output'>
type Sold = Used & Pick<Totals, 'cost' | 'upstream_cost'>

/** What was charged, what would have been, and what the upstreams took, in USD; `upstream` is null where that is not told. */
export type Margin = { was: number; becomes: number; upstream: number | null }

const MILLION = 1_000_000

/** What tokens like these cost at the base rates of a price, in USD; what is not priced apart costs what input costs. */
export function roughCost(price: ModelPrice, used: Used): number {
  const rate = (text: string | undefined, otherwise = 0) => (text === undefined ? otherwise : Number(text))
  const input = rate(price.input)
  const tokens =
    used.input * input +
    used.cache_read * rate(price.cache_read, input) +
    used.cache_write * rate(price.cache_write_5m, input) +
    used.output * rate(price.output)
  return tokens / MILLION + used.requests * rate(price.per_request)
}

/** What would have been charged with another price: what was, in the proportion of the two prices over tokens like these. */
export function marginOf(sold: Sold, before: ModelPrice | null, after: ModelPrice | null): Margin {
  const was = Number(sold.cost)
  const old = before === null ? 0 : roughCost(before, sold)
  const next = after === null ? 0 : roughCost(after, sold)
  const upstream = sold.upstream_cost === null ? null : Number(sold.upstream_cost)
  // The proportion first: prices that are the same leave what was charged as it is, to the last digit.
  return { was, becomes: old === 0 ? next : was * (next / old), upstream }
}

/** The share of what is charged that is left, null where nothing is charged or the upstreams' cost is not told. */
export function shareLeft(charged: number, upstream: number | null): number | null {
  return charged === 0 || upstream === null ? null : (charged - upstream) / charged
}
