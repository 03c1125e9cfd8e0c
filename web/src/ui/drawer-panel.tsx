import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from './button.tsx'
import type { DrawerProps } from './drawer.tsx'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'

const WIDTHS = { slim: 'slim', normal: '', wide: 'wide' } as const

/** The sheet itself: scrim, focus trap, head, and what it is given. */
export function DrawerPanel(props: Omit<DrawerProps, 'footer' | 'composed'>) {
  const { open, onClose, title, remark, actions, width = 'normal', children } = props
  const t = useTexts('ui')
  const popup = useRef<HTMLDivElement>(null)
  const onOpenChange: Dialog.Root.Props['onOpenChange'] = (_, { reason }) => {
    // A question stands in front and takes the Escape.
    if (reason === 'escape-key' && document.querySelector('dialog[open]')) return
    onClose()
  }
  const focusFirst = () => popup.current?.querySelector<HTMLElement>('[data-focus-first]') ?? popup.current
  // Only the scrim counts as "beside": toasts and questions float above.
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" onClick={onClose} />
        <Dialog.Popup ref={popup} className={`drawer ${WIDTHS[width]}`} initialFocus={focusFirst}>
          <div className="dh">
            <Dialog.Title className="el">{title}</Dialog.Title>
            {remark}
            <span className="sp" />
            {actions}
            <Kbd className="hide">Esc</Kbd>
            <Button kind="ghost" small icon aria-label={t('drawer.close')} onClick={onClose}>
              <Icon of={X} />
            </Button>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
