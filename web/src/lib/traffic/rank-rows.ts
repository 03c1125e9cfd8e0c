import type { BreakdownRow } from '../../../../src/contract/usage.ts'
import { colourOf, MAX_SERIES, OTHERS_COLOUR } from '../../charts/palette.ts'
import type { RankRow } from '../../charts/rank-bars.tsx'
import { usdDigits } from '../format.ts'
import type { Format } from '../use-format.ts'
import { sum } from './figures.ts'

type Around = {
  /** What a row is called; what has no line of its own has no id. */
  nameOf: (id: string | null, given: string) => string
  format: Pick<Format, 'plotted' | 'usd' | 'percent'>
  link?: (id: string) => RankRow['link']
}

/** What the cost went to, the dearest first, each with its share; what has no line of its own is told together. */
export function rankRows(items: readonly BreakdownRow[], { nameOf, format, link }: Around): RankRow[] {
  const all = format.plotted(costOf(items))
  const digits = usdDigits(items.map(({ current }) => current.cost))
  const row = (cost: string): Pick<RankRow, 'share' | 'words'> => {
    const share = all > 0 ? format.plotted(cost) / all : 0
    return { share, words: `${format.usd(cost, digits)} · ${format.percent(share)}` }
  }
  const rest = items.slice(MAX_SERIES)
  return [
    ...items.slice(0, MAX_SERIES).map(({ id, name, current }, rank) => ({
      id,
      name: nameOf(id, name),
      colour: colourOf(rank),
      link: link?.(id),
      ...row(current.cost),
    })),
    ...(rest.length === 0 ? [] : [{ id: null, name: nameOf(null, ''), colour: OTHERS_COLOUR, ...row(costOf(rest)) }]),
  ]
}

/** What all of them cost. */
export const costOf = (items: readonly BreakdownRow[]): string => sum(items.map(({ current }) => current.cost))
