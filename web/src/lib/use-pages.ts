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

/** A list that is read page by page, and all rows read so far. */
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
    () => data?.pages.flatMap((page): PageOf<E>['items'] => page.items) as PageOf<E>['items'] | undefined,
    [data],
  )
  return { pages, rows }
}
