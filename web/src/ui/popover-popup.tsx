import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'

type Props = {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  align: 'start' | 'center' | 'end'
  label: string
  children: ReactNode
}

/** The part of a popover that floats. Modal, so that a press on its button closes it instead of opening it again. */
export function PopoverPopup({ anchor, open, onOpenChange, align, label, children }: Props) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange} modal>
      <Popover.Portal>
        <Popover.Positioner className="floating" anchor={anchor} align={align} sideOffset={4} collisionPadding={8}>
          <Popover.Popup className="pop" finalFocus={anchor} aria-label={label}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
