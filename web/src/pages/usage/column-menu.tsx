import { useReader } from '../../lib/traffic/use-reader.ts'
import { ColumnMenu } from '../../ui/column-menu.tsx'
import { columnsFor, type Shown } from './columns.ts'
import { useColumnName } from './request-table.tsx'

/** Chooses the columns of the list. */
export function RequestColumns({ shown }: { shown: Shown }) {
  return <ColumnMenu shown={shown} of={columnsFor(useReader())} name={useColumnName()} small />
}
