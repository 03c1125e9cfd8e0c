import type { CSSProperties } from 'react'
import type { FieldWiring } from './field.tsx'
import './slider-field.css'

type Props = {
  min: number
  max: number
  value: number
  onChange: (value: number) => void
  /** The value in words. */
  text: string
  /** Names it where no Field does. */
  label?: string
  wiring?: FieldWiring
}

/** A number on a line. */
export function Slide({ min, max, value, onChange, text, label, wiring }: Props) {
  return (
    <input
      {...wiring}
      type="range"
      className="slide"
      aria-label={label}
      aria-valuetext={text}
      min={min}
      max={max}
      value={value}
      style={{ '--at': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
