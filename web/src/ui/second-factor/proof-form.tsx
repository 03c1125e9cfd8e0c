import { useState, type FormEvent, type ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { selectField } from '../../lib/select-field.ts'
import { valueOf } from '../../lib/value-of.ts'
import { Button } from '../button.tsx'
import { CodeField } from '../code-field.tsx'
import { FailureNote } from '../failure-note.tsx'
import { SecretField } from '../secret-field.tsx'

const NO_ERRORS: Errors = {}
/** What shows that it is the owner of the account who asks. */
type Proof = { password: string; code: string }
type Errors = Partial<Proof> & { whole?: string }

type Props = {
  /** What of it is wanted here. */
  asks: readonly (keyof Proof)[]
  /** Whether a recovery code will do in place of a code. */
  recovery?: boolean
  /** The deed; what it throws is told beside the field it is about. */
  act: (proof: Proof) => Promise<void>
  submit: string
  danger?: boolean
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** Asks for the password, a code or both, and does something with them. */
export function ProofForm({ asks, recovery = false, act, submit, danger = false, onCancel, children }: Props) {
  const t = useTexts('twostep')
  const [errors, setErrors] = useState(NO_ERRORS)
  const [busy, setBusy] = useState(false)

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const proof = { password: valueOf(form, 'password'), code: valueOf(form, 'code').trim() }
    const missing = asks.find((name) => proof[name] === '')
    if (missing !== undefined) return setErrors({ [missing]: t(`empty.${missing}`) })
    setBusy(true)
    setErrors(NO_ERRORS)
    try {
      await act(proof)
    } catch (error) {
      const told = errorsOf(error, t('failed'))
      setErrors(told)
      const wrong = asks.find((name) => told[name] !== undefined)
      if (wrong !== undefined) selectField(form, wrong)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="col gap16" noValidate onSubmit={(event) => void onSubmit(event)}>
      {children}
      {asks.includes('password') && (
        <SecretField
          name="password"
          label={t('password.label')}
          error={errors.password}
          autoComplete="current-password"
          autoFocus
        />
      )}
      {asks.includes('code') && (
        <CodeField
          name="code"
          recovery={recovery}
          error={errors.code}
          autoFocus={!asks.includes('password')}
          onTurn={() => setErrors(NO_ERRORS)}
        />
      )}
      <FailureNote text={errors.whole ?? null} />
      <div className="da mt-1!">
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button type="submit" kind={danger ? 'dangerFilled' : 'primary'} busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

function errorsOf(error: unknown, otherwise: string): Errors {
  if (!(error instanceof CallError)) return { whole: otherwise }
  const { password, code } = error.fields
  if (password === undefined && code === undefined) return { whole: error.detail || otherwise }
  return { ...(password === undefined ? {} : { password }), ...(code === undefined ? {} : { code }) }
}
