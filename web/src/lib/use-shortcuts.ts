import { useEffect, useRef } from 'react'

const TYPING = 'input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable=true]'
const LAYERS = ['[role=dialog][data-open]', 'dialog[open]', '[role=menu]']

/**
 * Single keys that do something while the component is shown; never while somebody types or composes, or holds a modifier.
 * Keys of a page rest while a layer is open over it; a layer says `over` for its own.
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, where: 'page' | 'over' = 'page'): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = latest.current[event.key.toLowerCase()]
      if (run === undefined || event.defaultPrevented || event.isComposing || event.keyCode === 229) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (where === 'page' && LAYERS.some((layer) => document.querySelector(layer))) return
      // Else the key would also be typed into a field that it leads to.
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [where])
}
