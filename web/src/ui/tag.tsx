import type { ReactNode } from 'react'

/** A small quiet label: a protocol, a role, a kind. */
export function Tag({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <span className={`tag ${className}`}>{children}</span>
}
