import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { LoaderCircle } from 'lucide-react'
import { Icon } from './icon.tsx'

const KINDS = { plain: '', primary: 'pri', danger: 'dan', dangerFilled: 'danf', ghost: 'gho' } as const

/** All that a `<button>` takes, and how it looks. */
export type ButtonProps = ComponentPropsWithRef<'button'> & {
  kind?: keyof typeof KINDS | undefined
  small?: boolean | undefined
  /** Square, for an icon alone: give it an aria-label. */
  icon?: boolean | undefined
  /** Working: keeps its width and the focus, shows a wheel, takes no clicks. */
  busy?: boolean | undefined
}

/** A button; `type` is button unless said otherwise. */
export function Button({ kind = 'plain', small, icon, busy, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, small, icon, className })}
      aria-busy={busy || undefined}
      // Not `disabled`: that would take the focus from who has just pressed it.
      aria-disabled={busy || undefined}
      onClick={busy ? refuse : rest.onClick}
    >
      {busy === undefined ? children : <span className="face">{children}</span>}
      {busy && (
        <span className="busy">
          <Icon of={LoaderCircle} small className="spin" />
        </span>
      )}
    </button>
  )
}

// A form is not sent again either.
const refuse = (event: MouseEvent) => event.preventDefault()

type Looks = Pick<ButtonProps, 'kind' | 'small' | 'icon'> & { className?: string | undefined }

/** The classes of a button, for links that look like one. */
export function buttonClass({ kind = 'plain', small = false, icon = false, className = '' }: Looks): string {
  return ['btn', KINDS[kind], small && 'sm', icon && 'ic', className].filter(Boolean).join(' ')
}
