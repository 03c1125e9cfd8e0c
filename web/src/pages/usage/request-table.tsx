import { memo, useMemo } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Table } from '../../ui/table.tsx'
import { isNumber, type Column, type Shown } from './columns.ts'
import { Cell, usePen, type ColumnLimits } from './request-cell.tsx'
import { limitsOf } from './time-cell.tsx'

type Props = {
  rows: readonly RequestRow[]
  onOpen: (id: string) => void
  isFresh: (row: RequestRow) => boolean
  shown: Shown
}

/** The requests as a table. */
export function RequestTable({ rows, onOpen, isFresh, shown }: Props) {
  const t = useTexts('usage')
  const limits = useMemo(
    () => ({
      first_token: limitsOf(rows.map((row) => row.first_token_ms)),
      total: limitsOf(rows.map((row) => row.total_ms)),
    }),
    [rows],
  )
  return (
    <Table label={t('tab.requests')} className="gives rq">
      <Heads shown={shown} />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} fresh={isFresh(row)} {...{ row, shown, limits, onOpen }} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = { row: RequestRow; fresh: boolean; shown: Shown; limits: ColumnLimits; onOpen: (id: string) => void }

// A filter in the address draws the page anew long before the rows it leaves are there.
const Row = memo(function Row({ row, fresh, shown, limits, onOpen }: RowProps) {
  const pen = usePen()
  // Of one that runs nothing is known yet, and there is nothing to open.
  const running = row.status === 'running'
  return (
    <tr
      className={`${running ? '' : 'open'} ${fresh ? 'fresh' : ''}`}
      {...(!running && { onClick: () => onOpen(row.id) })}
    >
      {shown.columns.map((column, index) => (
        <Cell
          key={column}
          column={column}
          row={row}
          pen={pen}
          limits={limits}
          first={index === 0}
          narrow={shown.narrow[column] ?? ''}
        />
      ))}
    </tr>
  )
})

function Heads({ shown: { columns, narrow } }: { shown: Shown }) {
  const name = useColumnName()
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={[isNumber(column) && 'r', narrow[column]].filter(Boolean).join(' ')}>
            {name(column)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** What the columns are called. */
export function useColumnName(): (column: Column) => string {
  const t = useTexts('usage')
  return (column) => t(`list.${column}`)
}
