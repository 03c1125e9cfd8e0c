import type { Sort } from '../../../src/contract/common.ts'
import { one, type Search, useSearchParams } from './search-params.ts'

/** How a list is ordered by the address (`sort`), where it names one of the columns. */
export function readSort<C extends string>(search: Search, columns: readonly C[], standard: Sort<C>): Sort<C> {
  const asked = one(search, 'sort')
  return columns.flatMap((column): Sort<C>[] => [column, `-${column}`]).find((sort) => sort === asked) ?? standard
}

/** How a list is ordered by the address, and the way to order it otherwise; the standard order is not written. */
export function useSort<C extends string>(columns: readonly C[], standard: Sort<C>) {
  const [search, change] = useSearchParams()
  const onSort = (sort: Sort<C>) => change({ sort: sort === standard ? null : sort })
  return { sort: readSort(search, columns, standard), onSort }
}
