import type { MatrixRow } from '../../../../../src/contract/overview.ts'

/** An endpoint and the provider it is of. */
export type Pair = { row: MatrixRow; endpoint: MatrixRow['endpoints'][number] }

/** How the health of endpoints may be ordered; `worst` is how the server tells it. */
export const ORDERS = ['worst', 'name', 'availability', 'firstToken', 'load'] as const
export type Order = (typeof ORDERS)[number]

/** What goes first has the smallest number; what is not known goes last. */
const NUMBERS: Record<Exclude<Order, 'worst' | 'name'>, (pair: Pair) => number | null> = {
  availability: ({ endpoint }) => endpoint.strip.availability,
  firstToken: ({ endpoint: { strip } }) => (strip.first_token_p50 === null ? null : -strip.first_token_p50),
  // Where any number may be under way there is no share of it: it goes by its number, after those that have one.
  load: ({ endpoint }) => -(loadOf(endpoint) ?? 0) - endpoint.in_flight / 1e9,
}

/** How full an endpoint is, as a share of 1; null where any number may be under way. */
export function loadOf({ in_flight: used, max_concurrency: most }: Pair['endpoint']): number | null {
  return most === null ? null : Math.min(1, used / most)
}

/** The pairs in an order; equals keep the one they came in. */
export function inOrder(pairs: readonly Pair[], order: Order): readonly Pair[] {
  if (order === 'worst') return pairs
  if (order === 'name') return pairs.toSorted((a, b) => a.row.name.localeCompare(b.row.name))
  const number = NUMBERS[order]
  return pairs.toSorted((a, b) => (number(a) ?? Infinity) - (number(b) ?? Infinity) || 0)
}
