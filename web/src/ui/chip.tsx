import { X } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type ToggleProps = Omit<ComponentPropsWithRef<'button'>, 'type'> & { on?: boolean; dashed?: boolean }

/** A filter or suggestion that is on or off. */
export function Chip({ on = false, dashed = false, className = '', children, ...rest }: ToggleProps) {
  return (
    <button type="button" {...rest} aria-pressed={on} className={`chip ${dashed ? 'dash' : ''} ${className}`}>
      {children}
    </button>
  )
}

type ActiveProps = { children: ReactNode; removeLabel: string; onRemove: () => void }

/** A filter that is set, with the way to take it off. */
export function ActiveChip({ children, removeLabel, onRemove }: ActiveProps) {
  return (
    <span className="chip on">
      {children}
      <button
        type="button"
        className="-mr-1 grid size-6 place-items-center"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        <Icon of={X} small />
      </button>
    </span>
  )
}
