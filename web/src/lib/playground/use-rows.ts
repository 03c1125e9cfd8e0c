import { useQueries } from '@tanstack/react-query'
import { type RequestDetail, usage } from '../../../../src/contract/usage.ts'
import { call } from '../call.ts'
import { keyOf } from '../query.ts'

/** A request's row is written a moment after its answer has ended. */
const FIRST_WAIT_MS = 300
const WAIT_MS = 400
const MOST_WAITS = 10

/** The row of a request; null when it could not be read. */
export type Row = RequestDetail | null

/** The rows of some requests that have ended, by id, as far as they are written. */
export function useRows(ids: readonly string[]): ReadonlyMap<string, Row> {
  const rows = useQueries({
    queries: ids.map((id) => ({
      queryKey: [...keyOf(usage.request, { params: { id } }), 'settled'],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        // Rarely sooner, and a question in vain is an error in the browser's log.
        await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS))
        return call(usage.request, { params: { id }, signal, persist: true })
      },
      retry: (failures: number, error: { status: number }) => error.status === 404 && failures < MOST_WAITS,
      retryDelay: WAIT_MS,
      staleTime: Infinity,
    })),
    combine: (found) => found.map(({ data, isError }) => (isError ? null : data)),
  })
  return new Map(ids.flatMap((id, at) => (rows[at] === undefined ? [] : [[id, rows[at]]])))
}
