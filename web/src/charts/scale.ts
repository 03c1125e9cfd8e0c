/** At most this many grid lines above the base line. */
const MAX_LINES = 5

/** What an axis is about comes in whole pieces: there is no half a request. */
type Pieces = { whole?: boolean }

/** An axis from 0, or from `min` below it, in round steps that holds `max`, with about five grid lines. */
export function linearAxis(
  max: number,
  min = 0,
  { whole = false }: Pieces = {},
): { bottom: number; top: number; ticks: number[] } {
  if (!(max > 0) && !(min < 0)) return { bottom: 0, top: 1, ticks: [0, 1] }
  const least = (max - min) / MAX_LINES
  const step = whole ? wholeStep(least) : roundStep(least)
  const first = Math.floor(min / step + 1e-9)
  const lines = Math.ceil(max / step - 1e-9) - first
  // Built by multiplying, not by adding up, so that 0.3 is not 0.30000000000000004.
  const ticks = Array.from({ length: lines + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
  return { bottom: ticks[0] ?? min, top: ticks[lines] ?? max, ticks }
}

/** Above 5 every round step is whole. */
function wholeStep(least: number): number {
  return least > 5 ? roundStep(least) : ([1, 2, 5].find((step) => step >= least) ?? 5)
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9)) ?? 10
  return Number((factor * power).toPrecision(12))
}

/** A logarithmic axis around positive values with marks at round parts of each decade, thinned to six. */
export function logAxis(values: readonly number[]): { bottom: number; top: number; ticks: number[] } {
  const positive = values.filter((value) => value > 0)
  if (positive.length === 0) return { bottom: 1, top: 10, ticks: [1, 2, 5, 10] }
  const bottom = Math.min(...positive) / 1.15
  const top = Math.max(...positive) * 1.15
  const first = Math.floor(Math.log10(bottom))
  const decades = Array.from({ length: Math.ceil(Math.log10(top)) - first + 1 }, (_, index) => 10 ** (first + index))
  const marksOf = (factors: readonly number[]) =>
    decades.flatMap((decade) => factors.map((factor) => Number((factor * decade).toPrecision(3))))
  const fitting = [[1, 1.5, 2, 3, 4, 5, 7], [1, 2, 5], [1, 3], [1]].map((factors) =>
    marksOf(factors).filter((mark) => mark >= bottom && mark <= top),
  )
  return { bottom, top, ticks: fitting.find((marks) => marks.length <= 6) ?? fitting.at(-1) ?? [] }
}

/** Every how many labels one is written so that they do not touch. */
export function labelEvery(labels: readonly string[], width: number): number {
  const longest = Math.max(1, ...labels.map(textWidth))
  const fit = Math.max(1, Math.floor(width / (longest + 18)))
  return Math.max(1, Math.ceil(labels.length / fit))
}

/** About how wide a text at 12 px is, in CSS pixels. */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text) width += (char.codePointAt(0) ?? 0) > 0x2e80 ? 12 : 7
  return width
}
