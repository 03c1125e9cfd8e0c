import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { BreakdownRow, Dimension, Totals } from '../../../../src/contract/usage.ts'
import { colourOf } from '../../charts/palette.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usdDigits } from '../../lib/format.ts'
import { useScope } from '../../lib/scope.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSort } from '../../lib/sort.ts'
import { toggled, type Filters } from '../../lib/traffic/filters.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { SortHead, Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BreakdownCards } from './breakdown-cards.tsx'
import { BreakdownLine, TotalLine } from './breakdown-line.tsx'
import { COLUMNS, FIGURES_OF, sorted } from './breakdown-sort.ts'
import { useValueName } from './value-name.ts'

/** More rows than these stand behind a button. */
const SHOWN = 10

type Props = {
  query: UseQueryResult<{ items: BreakdownRow[]; next: null }>
  totals: { current: Totals; previous: Totals } | undefined
  by: Dimension
  filters: Filters
}

/** A row as it is shown, with the colour its series has in the chart. */
export type ShownRow = { row: BreakdownRow; name: string; colour: string }

/** Who the totals come from, one row each; a row that is pressed becomes a filter. */
export function Breakdown({ query, totals, by, filters }: Props) {
  const [, change] = useSearchParams()
  const valueName = useValueName()
  const pick = (id: string) => change({ [by]: toggled(filters, by, id) })
  return (
    <Block query={query} bones={<TableSkeleton rows={6} />}>
      {({ items }) => {
        const rows = items.map((row, rank) => ({ row, name: valueName(by, row.id, row.name), colour: colourOf(rank) }))
        return (
          <div className="us-table">
            <ByWidth
              table={<Rows rows={rows} totals={totals} by={by} chosen={filters[by] ?? []} onPick={pick} />}
              cards={<BreakdownCards rows={rows} total={totals?.current} onPick={pick} />}
            />
          </div>
        )
      }}
    </Block>
  )
}

type RowsProps = {
  rows: readonly ShownRow[]
  totals: Props['totals']
  by: Dimension
  chosen: readonly string[]
  onPick: (id: string) => void
}

function Rows({ rows, totals, by, chosen, onPick }: RowsProps) {
  const t = useTexts('usage')
  const scope = useScope()
  const [all, setAll] = useState(false)
  const head = useSort(COLUMNS, '-cost')
  const ordered = sorted(rows, head.sort)
  const digits = usdDigits(rows.map(({ row }) => row.current.cost))
  return (
    <>
      <Table label={t('breakdown', { by: t(`by.${by}`) })}>
        <thead>
          <tr>
            <SortHead column="name" {...head}>
              {t(`dimension.${by}`)}
            </SortHead>
            {FIGURES_OF[scope].map((column) => (
              <SortHead key={column} column={column} number {...head}>
                {t(`column.${column}`)}
              </SortHead>
            ))}
            <th scope="col" className="us-share-head">
              {t('share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, all ? undefined : SHOWN).map((shown) => (
            <BreakdownLine
              key={shown.row.id}
              shown={shown}
              digits={digits}
              total={totals?.current.cost ?? '0'}
              most={rows[0]?.row.current.cost ?? '0'}
              chosen={chosen.includes(shown.row.id)}
              onPick={() => onPick(shown.row.id)}
            />
          ))}
          {totals && <TotalLine totals={totals} digits={digits} />}
        </tbody>
      </Table>
      {rows.length > SHOWN && (
        <div className="foot">
          <Button small onClick={() => setAll(!all)}>
            {all ? t('showFewer') : t('showAll', { count: rows.length })}
          </Button>
        </div>
      )}
    </>
  )
}
