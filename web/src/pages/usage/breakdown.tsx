import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { BreakdownRow, Dimension, Totals } from '../../../../src/contract/usage.ts'
import { colourOf } from '../../charts/palette.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usdDigits } from '../../lib/format.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useScope } from '../../lib/scope.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSort } from '../../lib/sort.ts'
import { toggled, type Filters } from '../../lib/traffic/filters.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { SortHead, Table, type Sorting } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import type { TrafficQuery } from '../../lib/traffic/ask.ts'
import { BreakdownCards } from './breakdown-cards.tsx'
import { BreakdownLine, TotalLine, type Digits } from './breakdown-line.tsx'
import { COLUMNS, FIGURES_OF, meanCost, NARROW, sorted, type Column } from './breakdown-sort.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { FoldingLine } from './folding-line.tsx'
import { useValueName } from './value-name.ts'
import { useWithin, type Parts } from './within.ts'

/** More rows than these stand behind a button. */
const SHOWN = 10

type Props = {
  query: UseQueryResult<{ items: BreakdownRow[]; next: null }>
  totals: { current: Totals; previous: Totals } | undefined
  by: Dimension
  filters: Filters
  /** What its figures were asked with. */
  asked: TrafficQuery
}

/** A row as it is shown, with the colour its series has in the chart. */
export type ShownRow = { row: BreakdownRow; name: string; colour: string }

/** Who the totals come from, one row each; a row that is pressed becomes a filter. */
export function Breakdown({ query, totals, by, filters, asked }: Props) {
  const t = useTexts('usage')
  const [, change] = useSearchParams()
  const [all, setAll] = useState(false)
  const valueName = useValueName()
  const sorting = useSort(COLUMNS, '-cost')
  const { within, choices } = useWithin(by)
  const pick = (id: string) => change({ [by]: toggled(filters, by, id) })
  return (
    <Block query={query} bones={<TableSkeleton rows={6} />}>
      {({ items }) => {
        const rows = items.map((row, rank) => ({ row, name: valueName(by, row.id, row.name), colour: colourOf(rank) }))
        const shown = sorted(rows, sorting.sort).slice(0, all ? undefined : SHOWN)
        const digits = {
          cost: usdDigits(items.map(({ current }) => current.cost)),
          mean: usdDigits(items.map(({ current }) => meanCost(current))),
        }
        const most = rows[0]?.row.current.cost ?? '0'
        const chosen = filters[by] ?? []
        const parts = within && { asked, by, within, sort: sorting.sort }
        return (
          <div className="us-table">
            {within && <Head by={by} within={within} choices={choices} />}
            <ByWidth
              table={<Rows rows={shown} {...{ digits, totals, most, by, chosen, sorting, parts }} onPick={pick} />}
              cards={
                <>
                  <CardOrder by={by} {...sorting} />
                  <BreakdownCards
                    rows={shown}
                    digits={digits.cost}
                    total={totals?.current}
                    parts={parts}
                    onPick={pick}
                  />
                </>
              }
            />
            {rows.length > SHOWN && (
              <div className="foot">
                <Button small onClick={() => setAll(!all)}>
                  {all ? t('showFewer') : t('showAll', { count: rows.length })}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </Block>
  )
}

type HeadProps = { by: Dimension; within: Dimension; choices: readonly Dimension[] }

/** What the rows are of, and what each of them is unfolded by. */
function Head({ by, within, choices }: HeadProps) {
  const t = useTexts('usage')
  const [, change] = useSearchParams()
  const crossed = (other: Dimension) => t('crossed', { by: t(`dimension.${by}`), within: t(`dimension.${other}`) })
  return (
    <div className="hd">
      <h2>{t('detail')}</h2>
      <span className="t3 hide">{t('pickHint')}</span>
      <span className="sp" />
      <ChoiceMenu
        label={t('unfoldBy')}
        value={within}
        onChange={(next) => change({ within: next })}
        options={choices.map((value) => ({ value, label: crossed(value) }))}
      />
    </div>
  )
}

function CardOrder({ by, ...sorting }: Sorting<Column> & { by: Dimension }) {
  const t = useTexts('usage')
  const figures = FIGURES_OF[useScope()].map((column) => ({ column, name: t(`column.${column}`), large: true }))
  return <SortSelect {...sorting} columns={[{ column: 'name', name: t(`dimension.${by}`) }, ...figures]} />
}

type RowsProps = {
  rows: readonly ShownRow[]
  digits: Digits
  totals: Props['totals']
  /** The cost of the costliest. */
  most: string
  by: Dimension
  chosen: readonly string[]
  sorting: Sorting<Column>
  parts: Parts | undefined
  onPick: (id: string) => void
}

function Rows({ rows, digits, totals, most, by, chosen, sorting, parts, onPick }: RowsProps) {
  const t = useTexts('usage')
  const scope = useScope()
  const narrow = NARROW[scope][usePreference('tokens') === 'full' ? 'full' : 'short']
  return (
    <Table label={t('breakdown', { by: t(`by.${by}`) })} className="gives">
      <thead>
        <tr>
          <SortHead column="name" {...sorting}>
            {t(`dimension.${by}`)}
          </SortHead>
          {FIGURES_OF[scope].map((column) => (
            <SortHead key={column} column={column} number className={narrow[column] ?? ''} {...sorting}>
              {t(`column.${column}`)}
            </SortHead>
          ))}
          <th scope="col">{t('share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((shown) => {
          const line = {
            shown,
            digits,
            total: totals?.current.cost ?? '0',
            most,
            chosen: chosen.includes(shown.row.id),
            onPick: () => onPick(shown.row.id),
          }
          const key = JSON.stringify([by, shown.row.id])
          return parts ? <FoldingLine key={key} {...line} parts={parts} /> : <BreakdownLine key={key} {...line} />
        })}
        {totals && <TotalLine totals={totals} digits={digits} />}
      </tbody>
    </Table>
  )
}
