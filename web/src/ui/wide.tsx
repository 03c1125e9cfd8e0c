import { useEffect, useRef, useState, type ReactNode } from 'react'

/** What may be wider than its place: then it scrolls sideways, and the keyboard can reach it to do so. */
export function Wide({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const box = place.current
    if (box === null) return
    const watch = new ResizeObserver(() => setOver(box.scrollWidth > box.clientWidth))
    for (const one of [box, ...box.children]) watch.observe(one)
    return () => watch.disconnect()
  }, [])
  return (
    <div className="tw" ref={place} {...(over && { role: 'group', tabIndex: 0, 'aria-label': label })}>
      {children}
    </div>
  )
}
