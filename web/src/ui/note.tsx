import { CircleX, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const ICONS = { tint: Info, info: Info, warn: TriangleAlert, err: CircleX } as const satisfies Record<
  string,
  LucideIcon
>

type Props = {
  tone?: keyof typeof ICONS
  icon?: LucideIcon
  /** Read out as soon as it appears. */
  urgent?: boolean
  className?: string
  children: ReactNode
}

/** A coloured line or two that explain or warn. */
export function Note({ tone = 'tint', icon, urgent = false, className = '', children }: Props) {
  return (
    <div className={`note ${tone} ${className}`} {...(urgent && { role: 'alert' })}>
      <Icon of={icon ?? ICONS[tone]} small />
      {children}
    </div>
  )
}
