import { useEffect, useRef } from 'react'
import { useFilterText } from './use-filter-text.ts'

/** So long nothing must be typed before the address follows. */
export const PAUSE_MS = 300

/** A text that is kept in the address as `useFilterText` keeps it, but follows once typing pauses: each address is a question to the server. */
export function usePausedText(inAddress: string, write: (text: string) => void): [string, (text: string) => void] {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What somebody else put there meanwhile stays, and so does what was there when the page was left.
  useEffect(() => () => clearTimeout(waiting.current), [inAddress])
  return useFilterText(inAddress, (text) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => write(text), PAUSE_MS)
  })
}
