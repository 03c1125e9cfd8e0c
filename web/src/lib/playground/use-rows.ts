import { useQueries } from '@tanstack/react-query'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { askRequest } from '../traffic/ask.ts'

/** A request's row is written a moment after its answer has ended. */
const WAIT_MS = 400
const MOST_WAITS = 10

/** The rows of some requests that have ended, by id, as far as they are written. */
export function useRows(ids: readonly string[]): ReadonlyMap<string, RequestDetail> {
  const rows = useQueries({
    queries: ids.map((id) => ({
      ...askRequest('user', id),
      retry: (failures: number, error: { status: number }) => error.status === 404 && failures < MOST_WAITS,
      retryDelay: WAIT_MS,
      staleTime: Infinity,
    })),
    combine: (found) => found.map(({ data }) => data),
  })
  return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])))
}
