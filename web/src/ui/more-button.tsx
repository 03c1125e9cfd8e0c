import type { ReactNode } from 'react'
import type { CallError } from '../lib/call-error.ts'
import { Button } from './button.tsx'
import { ErrorLine } from './error-state.tsx'

/** Of what `usePages` answers, whether there is more, and the way to it. */
export type More = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: CallError | null
  fetchNextPage: () => Promise<unknown>
}

type Props = { pages: More; kind?: 'ghost'; children: ReactNode }

/** Reads the rows that follow those of a list; absent when there are none. Where they do not come, it says why. */
export function MoreButton({ pages, kind, children }: Props) {
  if (!pages.hasNextPage) return null
  if (pages.isFetchNextPageError && pages.error !== null && !pages.isFetchingNextPage) {
    return <ErrorLine error={pages.error} onRetry={() => void pages.fetchNextPage()} />
  }
  return (
    <Button small kind={kind} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {children}
    </Button>
  )
}
