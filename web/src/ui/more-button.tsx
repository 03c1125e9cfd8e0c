import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  /** What `usePages` answers. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  kind?: 'ghost'
  children: ReactNode
}

/** Reads the rows that follow those of a list; absent when there are none. */
export function MoreButton({ pages, kind, children }: Props) {
  if (!pages.hasNextPage) return null
  return (
    <Button small kind={kind} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {children}
    </Button>
  )
}
