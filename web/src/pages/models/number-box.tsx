import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  label: string
  unit: string
  value: number
  most: number
  hint?: string
  onChange: (value: number) => void
}

/** A whole number with its unit; what is no number leaves the last one in force. */
export function NumberBox({ label, unit, value, most, hint, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    setTyped(text)
    const digits = text.normalize('NFKC').replaceAll(/[,\s]/g, '')
    if (/^\d{1,8}$/.test(digits)) onChange(Math.min(Number.parseInt(digits, 10), most))
  }
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? value.toLocaleString('en')}
      after={<span className="t3 nw">{unit}</span>}
      onChange={(event) => take(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyped(null)}
    />
  )
}
