import { RotateCcw } from 'lucide-react'
import { useId, type CSSProperties } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './slider-field.css'

type Props = {
  label: string
  min: number
  max: number
  step: number
  /** Null: left alone, and not said. */
  value: number | null
  onChange: (value: number | null) => void
  /** Where the slider stands while nothing is said. */
  rest: number
  /** The value in words; of null as well. */
  text: string
  resetLabel: string
}

/** A number on a line, or none. */
export function SliderField({ label, min, max, step, value, onChange, rest, text, resetLabel }: Props) {
  const id = useId()
  const at = value ?? rest
  return (
    <div className="f">
      <span className="row l">
        <label className="m t3" htmlFor={id}>
          {label}
        </label>
        <span className="sp" />
        <output htmlFor={id} className={value === null ? 'n t3' : 'n'}>
          {text}
        </output>
        {value !== null && (
          <Button kind="ghost" small icon aria-label={resetLabel} title={resetLabel} onClick={() => onChange(null)}>
            <Icon of={RotateCcw} small />
          </Button>
        )}
      </span>
      <input
        id={id}
        type="range"
        className={value === null ? 'slide rest' : 'slide'}
        {...{ min, max, step }}
        value={at}
        aria-valuetext={text}
        style={{ '--at': `${((at - min) / (max - min)) * 100}%` } as CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
