import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { call } from '../../lib/call.ts'
import { keyOf } from '../../lib/query.ts'
import type { Scope } from '../../lib/scope.ts'
import { askRequests, requestsOf, type RequestsQuery } from '../../lib/traffic/ask.ts'

const PAGE_SIZE = 50
/** More rows than these make a list slow and nobody reads them. */
export const MAX_ROWS = 500
const POLL_MS = 3000

/** The requests of a query, read page by page; while it is live the newest are asked for every 3 s. */
export function useRequestList(scope: Scope, query: RequestsQuery, live: boolean) {
  const endpoint = requestsOf(scope)
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, {
        query: { ...query, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
        persist: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const head = useQuery({
    ...askRequests(scope, { ...query, limit: PAGE_SIZE }),
    enabled: live,
    refetchInterval: POLL_MS,
    placeholderData: () => undefined,
  })
  const listed = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data])
  const newest = live ? head.data?.items : undefined
  // More has come than one page holds: between the newest and what is listed there would be a hole.
  const torn = newest !== undefined && newest.length === PAGE_SIZE && !overlaps(newest, listed)
  const { refetch } = pages
  useEffect(() => {
    if (torn) void refetch()
  }, [torn, refetch])
  const rows = useMemo(() => merged(torn ? [] : (newest ?? []), listed), [torn, newest, listed])
  return { pages, rows }
}

function overlaps(newest: readonly RequestRow[], listed: readonly RequestRow[]): boolean {
  const known = new Set(listed.map((row) => row.id))
  return newest.some((row) => known.has(row.id))
}

/** The newest rows before the listed ones; a row that is in both is shown as it is now. */
export function merged(newest: readonly RequestRow[], listed: readonly RequestRow[]): RequestRow[] {
  const fresh = new Set(newest.map((row) => row.id))
  return [...newest, ...listed.filter((row) => !fresh.has(row.id))].slice(0, MAX_ROWS)
}

/** Rows that stand still while they are held; what has come since is counted. */
export function useHeld(rows: readonly RequestRow[]) {
  const [held, setHeld] = useState<readonly RequestRow[] | null>(null)
  const known = useMemo(() => held && new Set(held.map((row) => row.id)), [held])
  const waiting = known ? rows.filter((row) => !known.has(row.id)).length : 0
  return {
    rows: held ?? rows,
    waiting: waiting,
    hold: (on: boolean) => setHeld(on ? rows : null),
    isHeld: held !== null,
  }
}
