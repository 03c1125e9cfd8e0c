import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sort } from '../../../../src/contract/common.ts'
import type { Dimension } from '../../../../src/contract/usage.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { askBreakdown, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { DIMENSIONS_OF } from '../../lib/traffic/filters.ts'
import type { ShownRow } from './breakdown.tsx'
import { sorted, type Column } from './breakdown-sort.ts'
import { useValueName } from './value-name.ts'

/** More parts than these stand behind a button. */
const SHOWN = 10

/** What the rows of a breakdown are unfolded by: what was asked, what they are of, and what their parts are of and ordered by. */
export type Parts = { asked: TrafficQuery; by: Dimension; within: Dimension; sort: Sort<Column> }

/** What each row of a breakdown is unfolded by, and what else it can be; only everybody's figures are unfolded. */
export function useWithin(by: Dimension): { within: Dimension | undefined; choices: readonly Dimension[] } {
  const scope = useScope()
  const [search] = useSearchParams()
  const choices = scope === 'admin' ? DIMENSIONS_OF.admin.filter((dimension) => dimension !== by) : []
  const standard = by === 'model' ? 'user' : 'model'
  const wanted = one(search, 'within') ?? standard
  const within =
    choices.find((dimension) => dimension === wanted) ?? choices.find((dimension) => dimension === standard)
  return { within, choices }
}

/** The parts of one row of a breakdown, which take its colour, and the way to see all of them. */
export function useParts({ asked, by, within, sort }: Parts, of: ShownRow) {
  const scope = useScope()
  const valueName = useValueName()
  const [, change] = useSearchParams()
  const [all, setAll] = useState(false)
  const query = useQuery(askBreakdown(scope, { ...asked, [by]: [of.row.id], by: within }))
  const rows = query.data?.items.map((row) => ({
    row,
    name: valueName(within, row.id, row.name),
    colour: of.colour,
  }))
  return {
    query,
    rows: rows && sorted(rows, sort).slice(0, all ? undefined : SHOWN),
    /** How many there are, while some of them are not shown. */
    more: rows && rows.length > SHOWN && !all ? rows.length : undefined,
    showAll: () => setAll(true),
    pick: (id: string) => change({ [by]: [of.row.id], [within]: [id] }),
  }
}
