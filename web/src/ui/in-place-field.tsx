import { useState } from 'react'
import { isComposing } from '../lib/single-key.ts'

type Props = {
  label: string
  /** As it is written when nobody types. */
  value: string
  placeholder?: string | undefined
  className: string
  /** Given what was typed, also when it is the same. */
  onCommit: (typed: string) => void
}

/** A number edited where it stands: Enter or leaving commits it, Escape takes it back. */
export function InPlaceField({ label, value, placeholder, className, onCommit }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed === null) return
    setTyped(null)
    onCommit(typed)
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      className={className}
      placeholder={placeholder}
      value={typed ?? value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        // While an input method is at work, both keys are its own.
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
