import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { call } from '../../lib/call.ts'
import { merged } from '../../lib/live/merged.ts'
import { useLiveRequests } from '../../lib/live/use-live-requests.ts'
import { keyOf } from '../../lib/query.ts'
import type { Scope } from '../../lib/scope.ts'
import { askRequests, requestsOf, type RequestsQuery } from '../../lib/traffic/ask.ts'

const PAGE_SIZE = 50
/** How often the newest are asked for where they cannot be followed. */
const POLL_MS = 3000

/** The requests of a query, read page by page; while it is live, those that come in as well. */
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
  const { rows: told, connected, gaps } = useLiveRequests(scope, query, live)
  const head = useQuery({
    ...askRequests(scope, { ...query, limit: PAGE_SIZE }),
    enabled: live,
    refetchInterval: connected ? false : POLL_MS,
    placeholderData: () => undefined,
  })
  const { refetch: askAgain } = head
  useEffect(() => {
    if (live && gaps > 0) void askAgain()
  }, [live, gaps, askAgain])
  const listed = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data])
  const newest = live ? head.data?.items : undefined
  // More has come than one page holds: between the newest and what is listed there would be a hole.
  const torn = newest !== undefined && newest.length === PAGE_SIZE && !overlaps(newest, listed)
  const { refetch } = pages
  useEffect(() => {
    if (torn) void refetch()
  }, [torn, refetch])
  // A list that is not there yet is not what has just come in.
  const rows = useMemo(
    () => (pages.data ? merged(told, torn ? [] : (newest ?? []), listed) : []),
    [pages.data, told, torn, newest, listed],
  )
  return { pages, rows }
}

function overlaps(newest: readonly RequestRow[], listed: readonly RequestRow[]): boolean {
  const known = new Set(listed.map((row) => row.id))
  return newest.some((row) => known.has(row.id))
}
