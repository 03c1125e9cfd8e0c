import { RowButton, type RowButtonProps } from './row-button.tsx'

/** The time a full bar stands for, and the one only a twentieth of the list lies above. */
export type Limits = { max: number; p95: number }

/** The limits of a column of times. */
export function limitsOf(times: readonly (number | null)[]): Limits {
  const known = times.filter((ms) => ms !== null).toSorted((a, b) => a - b)
  const p95 = known[Math.ceil(known.length * 0.95) - 1] ?? 0
  // One endless request must not shrink the bars of all others to nothing.
  return { max: Math.min(known.at(-1) ?? 0, p95 * 2), p95 }
}

type TimeProps = RowButtonProps & {
  ms: number | null
  limits: Limits
  text: (ms: number | null) => string
  /** Where there is no room for it, as a class. */
  narrow: string
}

/** A time with a thin bar against the longest of the list; those that stand out are amber. */
export function TimeCell({ ms, limits, text, narrow, ...button }: TimeProps) {
  const slow = ms !== null && ms > limits.p95
  return (
    <td className={`r rq-time ${slow ? 'warn' : ''} ${narrow}`}>
      <RowButton {...button}>{text(ms)}</RowButton>
      {ms !== null && limits.max > 0 && <i style={{ width: `${Math.min(1, ms / limits.max) * 100}%` }} />}
    </td>
  )
}
