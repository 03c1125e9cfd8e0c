import { useRouter, type RouterHistory } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { holdWays, type Holder } from './hold-ways.ts'

/** Holds the ways out of a page as long as this is drawn, by what the holder says when somebody goes. */
export function useHolder(holder: Holder): void {
  const history = useRouter().history as RouterHistory
  const latest = useRef(holder)
  useLayoutEffect(() => {
    latest.current = holder
  })
  useLayoutEffect(
    () =>
      holdWays(history, {
        asks: () => latest.current.asks(),
        holds: (from, to) => latest.current.holds(from, to),
        stays: () => latest.current.stays(),
      }),
    [history],
  )
}
