import type { ReactNode } from 'react'

/** What a cell knows of the way into its row: the first one carries it, and while a request runs there is none. */
export type RowButtonProps = { first: boolean; running: boolean }

/** The way into a row for the keyboard, around its first cell. */
export function RowButton({ first, running, children }: RowButtonProps & { children: ReactNode }) {
  return first ? (
    <button type="button" data-row disabled={running}>
      {children}
    </button>
  ) : (
    children
  )
}
