import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode, RefObject } from 'react'

type Props = {
  anchor: RefObject<HTMLSpanElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  id: string
  children: ReactNode
}

/** The part of a tooltip that floats. */
export function TooltipPopup({ anchor, open, onOpenChange, id, children }: Props) {
  return (
    <Tooltip.Root open={open} onOpenChange={onOpenChange} disableHoverablePopup>
      <Tooltip.Portal>
        <Tooltip.Positioner className="floating" anchor={anchor} sideOffset={6} collisionPadding={8}>
          <Tooltip.Popup className="tip" role="tooltip" id={id}>
            {children}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
