import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field } from './field.tsx'

type Props = ComponentPropsWithRef<'textarea'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  beside?: boolean
}

/** Several lines of text with their label. */
export function TextArea({ label, hint, error, beside = false, required, className = '', ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error} beside={beside} required={required === true}>
      {(wiring) => <textarea className={`in ${className}`} {...area} {...wiring} />}
    </Field>
  )
}
