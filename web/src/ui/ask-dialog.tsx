import { useEffect, useRef, type ComponentPropsWithoutRef, type KeyboardEvent, type MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { isComposing } from '../lib/single-key.ts'

type Props = ComponentPropsWithoutRef<'dialog'> & {
  /** Escape, or a press on the backdrop. */
  onDismiss: () => void
}

/** The window of a question over everything else, a form inside: the native one, for its focus trap. The focus begins at `data-first`, and goes back where it was. */
export function AskDialog({ onDismiss, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  // Only the backdrop is outside of the form that fills the dialog.
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onDismiss()
  }
  // A drawer behind it listens for Escape on the document and would keep the dialog's own from happening, or close too.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    // It ends the word that is composed, not the question.
    if (isComposing(event.nativeEvent)) return
    event.preventDefault()
    onDismiss()
  }
  // An open drawer hides everything beside it from screen readers, but for what stands in the body and has `aria-live`.
  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      className="dlg ask"
      aria-live="off"
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      onKeyDown={onKeyDown}
      onMouseDown={onBackdrop}
    />,
    document.body,
  )
}
