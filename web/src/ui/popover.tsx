import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import type { TriggerProps } from './menu.tsx'

const load = () => loadChunk(() => import('./popover-popup.tsx'))
const PopoverPopup = lazy(() => load().then((found) => ({ default: found.PopoverPopup })))

type Props = {
  /** Names what floats. */
  label: string
  trigger: (props: TriggerProps) => ReactNode
  /** What floats; given the way to close it. */
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'center' | 'end'
}

/** A small panel that opens from a button; its code loads at the first hover. */
export function Popover({ label, trigger, children, align = 'start' }: Props) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean | null>(null)
  const prepare = () => void load()
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': open === true,
        onClick: () => setOpen(true),
        onPointerEnter: prepare,
        onFocus: prepare,
      })}
      {open !== null && (
        <Suspense fallback={null}>
          <PopoverPopup {...{ anchor, open, align, label }} onOpenChange={setOpen}>
            {typeof children === 'function' ? children(() => setOpen(false)) : children}
          </PopoverPopup>
        </Suspense>
      )}
    </>
  )
}
