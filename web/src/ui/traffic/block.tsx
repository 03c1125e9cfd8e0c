import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { CallError } from '../../lib/call-error.ts'
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
  const error = useStandingError(query)
  if (query.data === undefined) {
    if (error === null) return bones
    return <ErrorState error={error} busy={query.isFetching} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      <Refreshing on={query.isPlaceholderData} />
      {children(query.data)}
    </>
  )
}

/** Why there is no answer, until there is one: a question that is asked again and again would blink otherwise. */
function useStandingError<T>({ error, data }: UseQueryResult<T>): CallError | null {
  const [last, setLast] = useState<CallError | null>(null)
  const standing = error ?? (data === undefined ? last : null)
  if (standing !== last) setLast(standing)
  return standing
}
