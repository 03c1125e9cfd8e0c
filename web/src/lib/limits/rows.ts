import type { LimitInput, LimitView } from '../../../../src/contract/limits.ts'
import { LIMIT_WINDOWS, type LimitMetric, type LimitWindow } from '../../../../src/core/limits.ts'
import { BILLION_USD, parseUsd } from '../../../../src/core/money.ts'
import { tidyAmount } from '../tidy-amount.ts'

/** A limit as it is filled in; what is counted over no window stands under `total`. */
export type LimitRow = Pick<LimitInput, 'mode' | 'action'> & {
  metric: LimitMetric
  window: LimitWindow
  max: string
}

/** What the contract takes at most. */
export const MOST_LIMITS = 24

/** The windows a metric may be counted over. */
export const windowsOf = (metric: LimitMetric): readonly LimitWindow[] =>
  metric === 'concurrency' ? ['total'] : LIMIT_WINDOWS

type Rule = Pick<LimitView, 'metric' | 'window' | 'max' | 'mode' | 'action'>

/** The limits something has, filled in. */
export function rowsOf(limits: readonly Rule[]): LimitRow[] {
  return limits.map(({ metric, window, max, mode, action }) => ({ metric, window, max: String(max), mode, action }))
}

/** The limits most wish for, in the order they are offered. */
const USUAL: readonly Pick<LimitRow, 'metric' | 'window'>[] = [
  { metric: 'cost', window: 'month' },
  { metric: 'cost', window: 'day' },
  { metric: 'requests', window: 'minute' },
  { metric: 'concurrency', window: 'total' },
]

/** What is usual and not there yet, as empty rows. */
export function offeredRows(rows: readonly LimitRow[]): LimitRow[] {
  return USUAL.filter((usual) => !rows.some((row) => isSame(row, usual))).map((usual) => ({
    ...usual,
    max: '',
    mode: 'normal',
    action: 'refuse',
  }))
}

type Place = Pick<LimitRow, 'metric' | 'window'>
const isSame = (one: Place, other: Place) => one.metric === other.metric && one.window === other.window

/** A row that counts something else, over the same window where it can. */
export function withMetric(row: LimitRow, metric: LimitMetric): LimitRow {
  const windows = windowsOf(metric)
  return { ...row, metric, window: windows.includes(row.window) ? row.window : (windows[0] ?? 'total') }
}

/** What is wrong with a row: no such amount or one that is too large, or a limit of the same kind stands above it. */
export type RowFault = 'cost' | 'count' | 'twice'

/** What is wrong with each row; null where nothing is. */
export function faultsOf(rows: readonly LimitRow[]): (RowFault | null)[] {
  return rows.map((row, at) => {
    if (rows.slice(0, at).some((other) => isSame(other, row))) return 'twice'
    if (row.metric === 'cost') return isAmount(row.max) ? null : 'cost'
    return isCount(row.max) ? null : 'count'
  })
}

function isAmount(text: string): boolean {
  const nanos = parseUsd(tidyAmount(text)) ?? -1n
  return nanos >= 0n && nanos <= BILLION_USD
}

const isCount = (text: string) => /^\d{1,15}$/.test(tidyAmount(text))

/** The rows as the server takes them; only after they have no fault. */
export function inputOf(rows: readonly LimitRow[]): LimitInput[] {
  return rows.map(({ metric, window, max, ...rules }): LimitInput => {
    if (metric === 'cost') return { metric, window, max: tidyAmount(max), ...rules }
    const pieces = Number.parseInt(tidyAmount(max), 10)
    return metric === 'concurrency'
      ? { metric, window: 'total', max: pieces, ...rules }
      : { metric, window, max: pieces, ...rules }
  })
}
