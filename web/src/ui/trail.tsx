import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty } from './empty.tsx'
import { MoreButton } from './more-button.tsx'
import type { Pages } from './pages-card.tsx'
import { TableSkeleton } from './skeleton.tsx'
import { Unanswered } from './unanswered.tsx'

type Props<R> = {
  /** What `usePages` answers. */
  list: { pages: Pages; rows: readonly R[] | undefined }
  /** What stands where nothing has happened. */
  icon: LucideIcon
  none: string
  more: string
  /** A line of the list. */
  children: (row: R) => ReactNode
}

/** What happened, newest first, in a drawer or on a page of its own. */
export function Trail<R>({ list: { pages, rows }, icon, none, more, children }: Props<R>) {
  if (rows === undefined) return <Unanswered query={pages} bones={<TableSkeleton rows={4} tall />} />
  if (rows.length === 0) return <Empty icon={icon} title={none} />
  return (
    <>
      <ul className="rounded-card border border-line">{rows.map(children)}</ul>
      <MoreButton pages={pages}>{more}</MoreButton>
    </>
  )
}
