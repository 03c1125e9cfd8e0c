/** How many series have a colour of their own; what is left is one grey series. */
export const MAX_SERIES = 6

/** The colour of everything that is not among the first. */
export const OTHERS_COLOUR = 'var(--c0)'

/** The colour of a rank, counted from 0. */
export function colourOf(rank: number): string {
  return rank >= 0 && rank < MAX_SERIES ? `var(--c${rank + 1})` : OTHERS_COLOUR
}

/** The heat step (0 to 4) of a value among values whose largest is `max`; only nothing is step 0. */
export function heatStep(value: number, max: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || max <= 0) return 0
  const share = value / max
  return share < 0.25 ? 1 : share < 0.5 ? 2 : share < 0.75 ? 3 : 4
}

/** The largest value without the few that stand out, so that one busy day does not make all others pale. */
export function usualMax(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0
}
