import type { RequestRow } from '../../../../src/contract/usage.ts'

/** More rows than these make a list slow and nobody reads them. */
export const MAX_ROWS = 500

/** The requests of some lists, newest first and each once: as the first list has it, but one that has ended before one that runs. */
export function merged(...lists: readonly (readonly RequestRow[])[]): RequestRow[] {
  const rows = new Map<string, RequestRow>()
  for (const row of lists.flat()) {
    const known = rows.get(row.id)
    if (!known || (known.status === 'running' && row.status !== 'running')) rows.set(row.id, row)
  }
  return [...rows.values()].toSorted(newestFirst).slice(0, MAX_ROWS)
}

// As the server orders them.
function newestFirst(one: RequestRow, other: RequestRow): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}
