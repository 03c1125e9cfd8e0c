import { useQuery } from '@tanstack/react-query'
import { RankBars } from '../../charts/rank-bars.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { groupName } from '../../lib/traffic/group-name.ts'
import { costOf, rankRows } from '../../lib/traffic/rank-rows.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { writeRange } from '../../lib/time-range.ts'
import { useFormat } from '../../lib/use-format.ts'
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
  const total = query.data && costOf(query.data.items)
  const to = `${BASE_PATHS[scope]}/usage`
  const link = (model: string) => ({ to, search: { ...writeRange(time.range), model } })
  const nameOf = (id: string | null, name: string) => groupName(id, name, charts)
  return (
    <Card className="relative">
      <CardHead title={t('share')}>{total !== undefined && <span className="t3 n">{format.usd(total)}</span>}</CardHead>
      <Block query={query} bones={<RankBones />}>
        {(data) =>
          data.items.length === 0 ? (
            <p className="t3">{t('nothingInRange')}</p>
          ) : (
            <RankBars rows={rankRows(data.items, { nameOf, format, link })} />
          )
        }
      </Block>
    </Card>
  )
}
