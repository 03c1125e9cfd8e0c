import type { MouseEvent } from 'react'

/** What a press on a row does, where it is not on a button in the row that does something of its own. */
export const unlessButton =
  (act: () => void) =>
  ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('button') === null) act()
  }
