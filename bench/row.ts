import type { Contestant } from './contestant.ts'

/** A figure that must be reached, round by round. */
export type Check = {
  /** What it is, such as `÷ nginx`. */
  label: string
  values: readonly number[]
  /** Absent: the figure is told and nothing is asked of it. */
  must?: number
  aim?: number
  better: 'more' | 'less'
}

/** A scenario's figures in each round. */
export type Row = {
  name: string
  unit: string
  found: Partial<Record<Contestant['name'] | 'direct', readonly number[]>>
  checks: readonly Check[]
}

/** The middle figure. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
}

/** The figure below which this share of all lies. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Each round's figure over the other's of the same round. */
export function ratios(own: readonly number[], other: readonly number[]): number[] {
  return own.map((figure, round) => figure / (other[round] ?? Number.NaN))
}

/** Whether a figure is what it must be; one that is only told is. */
export function isReached({ values, must, better }: Check): boolean {
  if (must === undefined) return true
  if (values.length === 0) return false
  const value = median(values)
  return better === 'more' ? value >= must : value <= must
}

const COLUMNS = ['yumen', 'bare', 'nginx', 'portkey', 'direct'] as const
const TITLES = { yumen: 'Yumen', bare: 'Yumen, bare', nginx: 'nginx', portkey: 'Portkey', direct: 'direct' }

/** The rows as a table in Markdown: medians, and for what is checked the spread of the rounds, must and aim. */
export function tableOf(rows: readonly Row[]): string {
  const columns = COLUMNS.filter((column) => rows.some(({ found }) => found[column]))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = ['scenario', ...columns.map((column) => TITLES[column]), 'figure', 'must', 'aim', '']
  const body = rows.flatMap(({ name, unit, found, checks }) => {
    const figures = columns.map((column) => {
      const values = found[column]
      return values ? `${figure(median(values))} ${unit}` : ''
    })
    return checks.map((check, i) =>
      line([...(i === 0 ? [name, ...figures] : ['', ...columns.map(() => '')]), ...cellsOf(check)]),
    )
  })
  return [line(head), line(head.map(() => '---')), ...body].join('\n')
}

function cellsOf(check: Check): string[] {
  const { label, values, must, aim, better } = check
  const spread = values.length > 1 ? ` (${figure(Math.min(...values))}–${figure(Math.max(...values))})` : ''
  const bound = (at: number | undefined) => (at === undefined ? '' : `${better === 'more' ? '≥' : '≤'} ${at}`)
  const sign = must === undefined ? '' : isReached(check) ? '✓' : '✗'
  return [`${label} ${figure(median(values))}${spread}`, bound(must), bound(aim), sign]
}

function figure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}
