import { useCallback, useState } from 'react'

/** The width in CSS pixels of the element its ref is put on, followed while it changes; 0 before it is known. */
export function useWidth(): [(element: HTMLElement | null) => void | (() => void), number] {
  const [width, setWidth] = useState(0)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, width]
}
