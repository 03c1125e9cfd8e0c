import type { PriceVersion } from '../../../../src/contract/prices.ts'

/** What each price of a model is called among all it has had, the first from 1. */
export function priceNumbers(versions: readonly PriceVersion[]): ReadonlyMap<string, number> {
  const order = versions.toSorted((a, b) => Date.parse(a.effective_from) - Date.parse(b.effective_from))
  return new Map(order.map(({ id }, at) => [id, at + 1]))
}
