import { useId, type ReactNode } from 'react'

/** What a control takes to be wired to its label, hint and error. */
export type FieldWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Label at the left of the control on wide screens. */
  beside?: boolean
  /** A group of controls (radio buttons, chips) instead of one: the label names the group. */
  group?: boolean
  children: (wiring: FieldWiring) => ReactNode
}

/** A labelled control with its hint and error. */
export function Field({ label, hint, error, required = false, beside = false, group = false, children }: Props) {
  const id = useId()
  const described = [hint !== undefined && `${id}-h`, error && `${id}-e`].filter(Boolean).join(' ')
  const wiring: FieldWiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  const name = (
    <>
      {label}
      {required && (
        <span className="err" aria-hidden="true">
          {' *'}
        </span>
      )}
    </>
  )
  const below = (
    <>
      {hint !== undefined && (
        <div className="h" id={`${id}-h`}>
          {hint}
        </div>
      )}
      {error && (
        <div className="e" id={`${id}-e`} role="alert">
          {error}
        </div>
      )}
    </>
  )
  const look = beside ? 'f side-by' : 'f'
  const inner = beside ? (
    <div className="ctl">
      {children(wiring)}
      {below}
    </div>
  ) : (
    <>
      {children(wiring)}
      {below}
    </>
  )
  if (group) {
    return (
      <fieldset className={look} aria-labelledby={`${id}-l`} aria-describedby={described || undefined}>
        <span className="l" id={`${id}-l`}>
          {name}
        </span>
        {inner}
      </fieldset>
    )
  }
  return (
    <div className={look}>
      <label className="l" htmlFor={id}>
        {name}
      </label>
      {inner}
    </div>
  )
}
