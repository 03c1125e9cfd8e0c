import type { ComponentPropsWithRef } from 'react'

type Props = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'type' | 'role' | 'checked'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once. Name it with aria-label or a label around it. */
export function Switch({ checked, onChange, className = '', ...rest }: Props) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      {...rest}
      className={`sw ${className}`}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
