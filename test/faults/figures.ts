import { appendFileSync } from 'node:fs'

/** Whether experiments run in their long form (`npm run faults`); the short one belongs to `npm test`. */
export const LONG = process.env['YUMEN_FAULTS'] === 'long'

/** A number of cases in this form. */
export function many(short: number, long: number): number {
  return LONG ? long : short
}

/** Says what an experiment reached, and leaves it for the report. */
export function reached(id: string, text: string): void {
  process.stdout.write(`${id}: ${text}\n`)
  const file = process.env['YUMEN_FAULTS_FIGURES']
  if (file) appendFileSync(file, `${JSON.stringify({ id, text })}\n`)
}

/** The value below which so large a part of figures lies. */
export function percentile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
