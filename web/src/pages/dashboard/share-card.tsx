import { useQuery } from '@tanstack/react-query'
import { colourOf, MAX_SERIES, OTHERS_COLOUR } from '../../charts/palette.ts'
import { RankBars, type RankRow } from '../../charts/rank-bars.tsx'
import type { BreakdownRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { plotted } from '../../lib/format.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { sum } from '../../lib/traffic/figures.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { writeRange } from '../../lib/time-range.ts'
import { useFormat, type Format } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'

/** Which models the money goes to; a model leads to its usage. */
export function ShareCard({ time }: { time: PeriodState }) {
  const t = useTexts('dashboard')
  const charts = useTexts('charts')
  const format = useFormat()
  const scope = useScope()
  const query = useQuery(askBreakdown(scope, { ...time.query, by: 'model' }))
  const total = query.data && sum(query.data.items.map((row) => row.current.cost))
  const to = `${BASE_PATHS[scope]}/usage`
  const link = (model: string) => ({ to, search: { ...writeRange(time.range), model } })
  return (
    <Card className="relative">
      <CardHead title={t('share')}>{total !== undefined && <span className="t3 n">{format.usd(total)}</span>}</CardHead>
      <Block query={query} bones={<RankBones />}>
        {(data) =>
          data.items.length === 0 ? (
            <p className="t3">{t('nothingInRange')}</p>
          ) : (
            <RankBars rows={rowsOf(data.items, { total: total ?? '0', others: charts('others'), format, link })} />
          )
        }
      </Block>
    </Card>
  )
}

type Around = { total: string; others: string; format: Format; link: (model: string) => RankRow['link'] }

function rowsOf(items: readonly BreakdownRow[], { total, others, format, link }: Around): RankRow[] {
  const row = (cost: string): Pick<RankRow, 'share' | 'words'> => {
    const share = plotted(total) > 0 ? plotted(cost) / plotted(total) : 0
    return { share, words: `${format.usd(cost)} · ${format.percent(share)}` }
  }
  const rest = items.slice(MAX_SERIES)
  return [
    ...items.slice(0, MAX_SERIES).map(({ id, name, current }, rank) => ({
      id,
      name,
      colour: colourOf(rank),
      link: link(id),
      ...row(current.cost),
    })),
    ...(rest.length === 0
      ? []
      : [{ id: null, name: others, colour: OTHERS_COLOUR, ...row(sum(rest.map((one) => one.current.cost))) }]),
  ]
}
