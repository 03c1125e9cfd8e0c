import { Dialog } from '@base-ui/react/dialog'
import type { DialogProps } from './dialog.tsx'

/** The window itself: scrim, focus trap, title, content and buttons. */
export function DialogPanel({ open, onClose, title, wide = false, children, actions }: DialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" onClick={onClose} />
        <Dialog.Popup className={wide ? 'dlg wide' : 'dlg'}>
          <Dialog.Title>{title}</Dialog.Title>
          {children}
          {actions !== undefined && <div className="da">{actions}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
