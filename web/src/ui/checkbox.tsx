import { useEffect, useRef, type ComponentPropsWithoutRef } from 'react'

type Props = Omit<ComponentPropsWithoutRef<'input'>, 'onChange' | 'type' | 'checked'> & {
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
}

/** A box to tick; `mixed` when some of what it stands for is ticked. Name it with aria-label or a label around it. */
export function Checkbox({ checked, onChange, className = '', ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null)
  // No attribute says "mixed"; only the property does.
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'mixed'
  }, [checked])
  return (
    <input
      type="checkbox"
      {...rest}
      ref={box}
      className={`cb ${className}`}
      checked={checked === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
