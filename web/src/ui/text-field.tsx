import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field } from './field.tsx'

type Props = ComponentPropsWithRef<'input'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  beside?: boolean
  /** Stands inside the box, before the text. */
  before?: ReactNode
  /** Stands inside the box, after the text: a unit, a counter, a button. */
  after?: ReactNode
}

/** One line of text with its label. */
export function TextField({
  label,
  hint,
  error,
  beside = false,
  before,
  after,
  required,
  className = '',
  ...input
}: Props) {
  return (
    <Field label={label} hint={hint} error={error} beside={beside} required={required === true}>
      {(wiring) => (
        <span className={`in ${error ? 'bad' : ''} ${className}`}>
          {before}
          <input type="text" {...input} {...wiring} />
          {after}
        </span>
      )}
    </Field>
  )
}
