import { useId, type ReactNode } from 'react'
import './radio-rows.css'

type Props = {
  options: readonly { value: string; label: ReactNode; sentence: ReactNode; cost?: ReactNode }[]
  value: string
  onChange: (value: string) => void
  describedBy: string | undefined
}

/** A few choices one below the other, each with what it means and what it costs; the field around it names them. */
export function RadioRows({ options, value, onChange, describedBy }: Props) {
  const name = useId()
  return (
    <div className="radio-rows" aria-describedby={describedBy}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="ra"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <b className="m">{option.label}</b>
          <span className="t2">{option.sentence}</span>
          <span className="t3 n nw">{option.cost}</span>
        </label>
      ))}
    </div>
  )
}
