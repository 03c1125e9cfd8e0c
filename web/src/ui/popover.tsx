import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import { useTrigger, type TriggerProps } from './use-trigger.ts'

const load = () => import('./popover-popup.tsx')
const PopoverPopup = lazy(() => loadChunk(load).then((found) => ({ default: found.PopoverPopup })))

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
  const { anchor, open, setOpen, props } = useTrigger('dialog', load)
  return (
    <>
      {trigger(props)}
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
