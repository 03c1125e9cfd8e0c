import type { RefCallback } from 'react'

/** The page is told how high a bar is, so that what the keyboard comes to does not lie beneath it. */
const stuck =
  (name: '--bar-over' | '--bar-under'): RefCallback<HTMLElement> =>
  (bar) => {
    if (bar === null) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => style.setProperty(name, `${bar.offsetHeight}px`))
    watch.observe(bar)
    return () => {
      watch.disconnect()
      style.removeProperty(name)
    }
  }

/** For a bar that stays in sight over what is read. */
export const stuckOver = stuck('--bar-over')
/** For a bar that stays in sight under what is read. */
export const stuckUnder = stuck('--bar-under')
