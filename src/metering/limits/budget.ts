/** What may be used in one window of a limit, or of a balance; amounts are nano-dollars or pieces. */
export type Budget = {
  max: bigint
  /** Used as the database knew it when it was last asked. */
  seeded: bigint
  /** Used since then. */
  counted: bigint
  /** Set aside for requests under way, and for batches that are not charged yet. */
  held: bigint
}

/** A budget of which no request holds anything yet. */
export function openBudget(max: bigint, seeded = 0n): Budget {
  return { max, seeded, counted: 0n, held: 0n }
}

/** What was used in the window, by the database and since it was last asked. */
export function usedOf({ seeded, counted }: Budget): bigint {
  return seeded + counted
}

/** What is neither used nor set aside; negative when more is. */
export function restOf(budget: Budget): bigint {
  return budget.max - usedOf(budget) - budget.held
}

/**
 * Whether `want` can be set aside: when it fits; also when no more than `least` is left, and nobody else holds any of it. What
 * needs nothing is always let through.
 */
export function admits(budget: Budget, want: bigint, least: bigint): boolean {
  const rest = restOf(budget)
  return want <= 0n || want <= rest || (least <= rest && budget.held === 0n)
}

/**
 * How much more a request that holds `own` gets when it asks for `want`: all that fits, else what is left; all of it while
 * something is left and nobody else holds any.
 */
export function grantOf(budget: Budget, own: bigint, want: bigint): bigint {
  const rest = restOf(budget)
  if (rest <= 0n) return 0n
  return want <= rest || budget.held === own ? want : rest
}
