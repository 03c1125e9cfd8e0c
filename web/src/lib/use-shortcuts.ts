import { useEffect, useRef } from 'react'
import { isSingleKey } from './single-key.ts'

/** Single keys that do something while the component is shown, before those of the frame. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, where: 'page' | 'over' = 'page'): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = latest.current[event.key.toLowerCase()]
      if (run === undefined || !isSingleKey(event, where)) return
      // Else the key would also be typed into a field that it leads to.
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [where])
}
