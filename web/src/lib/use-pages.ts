import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf, Endpoint } from '../../../src/contract/endpoint.ts'
import type { QueryValues } from './address.ts'
import { call } from './call.ts'
import { keyOf } from './query.ts'

const PAGE_SIZE = 50

type PageOf<E extends Endpoint> = Extract<AnswerOf<E>, { items: unknown[]; next: string | null }>
type Asked = { params?: Readonly<Record<string, string>>; query?: QueryValues }
/** An endpoint that answers page by page; what it is asked with is checked where it is called. */
type Ask<E extends Endpoint> = (endpoint: E, args: Asked & { signal: AbortSignal; persist: true }) => Promise<PageOf<E>>

type Row = { id: string }

// The order may change between two pages: what has moved on to a later one would be there twice, and its key as well.
function eachOnce<R extends Row>(rows: readonly R[]): R[] {
  const known = new Set<string>()
  return rows.filter(({ id }) => !known.has(id) && known.add(id))
}

/** A list that is read page by page, and all rows read so far, each once. */
export function usePages<E extends Endpoint>(endpoint: E, asked: Asked = {}) {
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, asked), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      (call as unknown as Ask<E>)(endpoint, {
        ...asked,
        query: { ...asked.query, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
        persist: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const { data } = pages
  const rows = useMemo(
    () => data && (eachOnce(data.pages.flatMap((page) => page.items as Row[])) as PageOf<E>['items']),
    [data],
  )
  return { pages, rows }
}
