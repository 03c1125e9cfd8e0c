import { useState, type FormEvent } from 'react'
import { changePassword } from '../../../src/contract/users.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import type { Typed } from '../lib/password-strength.ts'
import { selectField } from '../lib/select-field.ts'
import { useSite } from '../lib/site.ts'
import { toast } from '../lib/toast.ts'
import { useUnsaved } from '../lib/use-unsaved.ts'
import { valueOf } from '../lib/value-of.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import { PasswordRules, StrengthBar } from './password-strength.tsx'
import { SecretField } from './secret-field.tsx'

const NO_ERRORS: Errors = {}
const FIELDS = ['current', 'next', 'again'] as const
const NOTHING: Typed = { current: '', next: '', again: '' }
type Errors = { current?: string; next?: string; again?: string; whole?: string }

/** Changes the own password; asks for the current one and twice for the new one. */
export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const t = useTexts('password')
  const { password_min_chars: least } = useSite()
  const [errors, setErrors] = useState(NO_ERRORS)
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState(NOTHING)
  // The present one may have been filled in by the browser, which knows it the next time too.
  const { settle } = useUnsaved(typed.next !== '' || typed.again !== '')

  const note = ({ currentTarget: form }: FormEvent<HTMLFormElement>) =>
    setTyped({ current: valueOf(form, 'current'), next: valueOf(form, 'next'), again: valueOf(form, 'again') })

  const refuse = (form: HTMLFormElement, why: Errors) => {
    setErrors(why)
    const wrong = FIELDS.find((name) => why[name] !== undefined)
    if (wrong !== undefined) selectField(form, wrong)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const [current = '', next = '', again = ''] = FIELDS.map((name) => valueOf(form, name))
    if (next.length < least) return refuse(form, { next: t('short', { least }) })
    if (next !== again) return refuse(form, { again: t('differs') })
    setBusy(true)
    setErrors(NO_ERRORS)
    try {
      await call(changePassword, { body: { current_password: current, new_password: next } })
      form.reset()
      settle()
      setTyped(NOTHING)
      toast.success(t('changed'))
      onChanged?.()
    } catch (error) {
      refuse(form, errorsOf(error, t('failed')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="col gap16" onInput={note} onSubmit={(event) => void submit(event)} noValidate>
      <div className="pw">
        <div className="col gap16 content-start">
          <SecretField name="current" label={t('current')} error={errors.current} autoComplete="current-password" />
          <div>
            <SecretField
              name="next"
              label={t('next')}
              hint={t('rule', { least })}
              error={errors.next}
              autoComplete="new-password"
            />
            <StrengthBar password={typed.next} />
          </div>
          <SecretField name="again" label={t('again')} error={errors.again} autoComplete="new-password" />
        </div>
        <PasswordRules typed={typed} least={least} />
      </div>
      {errors.whole !== undefined && (
        <Note tone="err" urgent>
          <span>{errors.whole}</span>
        </Note>
      )}
      <div>
        <Button type="submit" kind="primary" busy={busy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

function errorsOf(error: unknown, otherwise: string): Errors {
  if (!(error instanceof CallError)) return { whole: otherwise }
  const { current_password: current, new_password: next } = error.fields
  if (current === undefined && next === undefined) return { whole: error.detail || otherwise }
  return { ...(current === undefined ? {} : { current }), ...(next === undefined ? {} : { next }) }
}
