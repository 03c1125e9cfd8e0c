import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'

const TooltipPopup = lazy(() =>
  loadChunk(() => import('./tooltip-popup.tsx')).then((found) => ({ default: found.TooltipPopup })),
)

const DELAY_MS = 400

/** A remark that appears beside what is pointed at or focused. It must not be the only name of a control: label that too. */
export function Tooltip({
  text,
  children,
  className = '',
}: {
  text: ReactNode
  children: ReactNode
  className?: string
}) {
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState<boolean | null>(null)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (next: boolean, delayMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), delayMs)
  }
  return (
    <span
      ref={anchor}
      className={className}
      aria-describedby={open === true ? id : undefined}
      onPointerEnter={() => later(true, DELAY_MS)}
      onPointerLeave={() => later(false, 0)}
      onFocus={() => later(true, 0)}
      onBlur={() => later(false, 0)}
    >
      {children}
      {open !== null && (
        <Suspense fallback={null}>
          <TooltipPopup {...{ anchor, open, id }} onOpenChange={setOpen}>
            {text}
          </TooltipPopup>
        </Suspense>
      )}
    </span>
  )
}
