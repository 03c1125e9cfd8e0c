import type { Search } from './search-params.ts'

/** The columns of a table that may be chosen: all of them in order, those it begins with, and which of these go first where it is narrow, as classes of their cells. */
export type Columns<C extends string> = {
  all: readonly C[]
  standard: readonly C[]
  narrow: Readonly<Record<string, string>>
}

/** The columns that are shown; `narrow` says of some below which width they are not, unless they were chosen. */
export type ShownColumns<C extends string> = {
  columns: readonly C[]
  narrow: Readonly<Record<string, string>>
  chosen: boolean
}

/** Reads the columns from the search parameter `cols`; without any that is known, those the table begins with. */
export function readColumns<C extends string>(
  asked: Search[string] | undefined,
  { all, standard, narrow }: Columns<C>,
): ShownColumns<C> {
  const names = [asked].flat()
  const columns = all.filter((column) => names.includes(column))
  return columns.length > 0 ? { columns, narrow: {}, chosen: true } : { columns: standard, narrow, chosen: false }
}

/** The shown columns with one put in or taken out, as the address has them; the last one stays. */
export function toggledColumn<C extends string>(
  shown: readonly C[],
  column: C,
  { all, standard }: Columns<C>,
): readonly C[] {
  const next = all.filter((one) => shown.includes(one) !== (one === column))
  if (next.length === 0) return shown
  return next.join() === standard.join() ? [] : next
}
