import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../error-state.tsx'
import { Refreshing } from '../refreshing.tsx'

type Props<T> = {
  query: UseQueryResult<T>
  /** What stands there before the first answer. */
  bones: ReactNode
  children: (data: T) => ReactNode
}

/** What a question gave: bones before the answer, the reason when there is none, and old data under a thin bar while new is fetched. Its card must be position relative. */
export function Block<T>({ query, bones, children }: Props<T>) {
  if (query.data === undefined) {
    return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : bones
  }
  return (
    <>
      <Refreshing on={query.isPlaceholderData} />
      {children(query.data)}
    </>
  )
}
