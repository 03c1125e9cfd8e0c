/** A scenario's figures: ours and the floor's in each round, and the ratio that must be and is aimed at. */
export type Row = {
  name: string
  own: readonly number[]
  floor: readonly number[]
  unit: string
  must: number
  aim: number
  better: 'more' | 'less'
  missed?: boolean
}

/** The middle figure. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

/** A table in Markdown with the ratio of each round's pair, its median and spread; marks rows whose must is missed. */
export function tableOf(rows: Row[]): string {
  const lines = rows.map((row) => {
    const ratios = row.own.map((figure, i) => figure / (row.floor[i] ?? 1))
    const ratio = median(ratios)
    row.missed = row.better === 'more' ? ratio < row.must : ratio > row.must
    const figure = (one: number) => (one >= 100 ? one.toFixed(0) : one.toFixed(1))
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
    const sign = row.better === 'more' ? '≥' : '≤'
    return `| ${row.name} | ${figure(median(row.own))} ${row.unit} | ${figure(median(row.floor))} ${row.unit} | ${ratio.toFixed(2)} (${spread}) | ${sign} ${row.must} | ${sign} ${row.aim} | ${row.missed ? '✗' : '✓'} |`
  })
  return [
    '| scenario | Yumen | nginx | ratio (spread) | must | aim | |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
