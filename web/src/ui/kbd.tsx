import type { ReactNode } from 'react'

/** A key of the keyboard. Hidden from screen readers: the action it belongs to is named already. */
export function Kbd({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <kbd className={className} aria-hidden="true">
      {children}
    </kbd>
  )
}
