import type { ReactNode } from 'react'
import type { CallError } from '../lib/call-error.ts'
import { Card } from './card.tsx'
import { MoreButton, type More } from './more-button.tsx'
import { Refreshing } from './refreshing.tsx'
import { Unanswered } from './unanswered.tsx'

/** Of what `usePages` answers, what a list of it needs to know. */
export type Pages = More & { isPlaceholderData: boolean; refetch: () => Promise<unknown>; error: CallError | null }

type Props<R> = {
  label: string
  /** What `usePages` answers. */
  list: { pages: Pages; rows: readonly R[] | undefined }
  toolbar: ReactNode
  /** What stands in place of the rows until they are there. */
  bones: ReactNode
  /** The rows that were read, or what is said where there are none. */
  children: (rows: readonly R[]) => ReactNode
  /** At the foot: what is to be known of the list, how many rows were read, and what leads to more. */
  note?: ReactNode
  listed: (count: number) => string
  more: string
}

/** A card around a list that is read page by page. */
export function PagesCard<R>({ label, list: { pages, rows }, toolbar, bones, children, note, listed, more }: Props<R>) {
  return (
    <Card flush className="relative mt" aria-label={label}>
      <Refreshing on={pages.isPlaceholderData} />
      {toolbar}
      <div className="border-t border-line">
        {rows === undefined ? <Unanswered query={pages} bones={bones} /> : children(rows)}
      </div>
      <div className="foot">
        {note}
        <span className="n">{rows !== undefined && listed(rows.length)}</span>
        <span className="sp" />
        <MoreButton pages={pages}>{more}</MoreButton>
      </div>
    </Card>
  )
}
