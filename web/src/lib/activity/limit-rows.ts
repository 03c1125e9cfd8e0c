import { LIMIT_METRICS, LIMIT_WINDOWS, type LimitMetric, type LimitWindow } from '../../../../src/core/limits.ts'

/** A limit that was changed; null where there was, or is, none. */
type LimitRow = { metric: LimitMetric; window: LimitWindow; before: string | null; after: string | null }

/** The limits that differ, of lists as events tell them: `cost.month=500 requests.minute=60`. What is not understood is left out. */
export function limitRows(before: string, after: string): LimitRow[] {
  const [old, now] = [readLimits(before), readLimits(after)]
  return LIMIT_METRICS.flatMap((metric) =>
    LIMIT_WINDOWS.flatMap((window) => {
      const name = `${metric}.${window}`
      const row = { metric, window, before: old.get(name) ?? null, after: now.get(name) ?? null }
      return row.before === row.after ? [] : [row]
    }),
  )
}

function readLimits(text: string): Map<string, string> {
  return new Map(
    text.split(' ').flatMap((part): [string, string][] => {
      const [name = '', max] = part.split('=')
      return max === undefined ? [] : [[name, max]]
    }),
  )
}
