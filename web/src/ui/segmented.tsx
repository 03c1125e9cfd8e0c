import { useId, type ReactNode } from 'react'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: ReactNode; disabled?: boolean }[]
  value: V
  onChange: (value: V) => void
  className?: string
}

/** A few choices side by side, one of them taken: radio buttons in the dress of a switch. */
export function Segmented<V extends string>({ label, options, value, onChange, className = '' }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={`seg ${className}`} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
