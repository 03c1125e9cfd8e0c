import { useRef, useState, type FormEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { valueOf } from '../../lib/value-of.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Note } from '../../ui/note.tsx'
import { codeMessageOf, type LoginMessage } from './message.ts'
import { useEnter, type Credentials } from './use-enter.ts'

const NO_REFUSAL: Refusal = {}
type Refusal = { field?: string; whole?: string }

type Props = {
  /** What was right of the first step. */
  held: Credentials
  /** Back to the first step, where it is no longer right for this reason. */
  onBack: (why: LoginMessage | null) => void
}

/** The second step of a sign-in: the code of an authenticator, sent as soon as it is whole, or a recovery code. */
export function CodeForm({ held, onBack }: Props) {
  const t = useTexts('login')
  const enter = useEnter()
  const field = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState(NO_REFUSAL)
  const [busy, setBusy] = useState(false)

  const refused = (error: unknown) => {
    const failure = error instanceof CallError ? error : new CallError(0, {}, error)
    const message = codeMessageOf(failure)
    if (message === 'credentials') return onBack(message)
    if (message === 'wrong') setRefusal({ field: t('code.wrong') })
    else setRefusal({ whole: message === 'many' ? failure.detail || t('code.many') : t(`error.${message}`) })
    field.current?.select()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const code = valueOf(event.currentTarget, 'code').trim()
    if (code === '') return setRefusal({ field: t('code.empty') })
    setBusy(true)
    setRefusal(NO_REFUSAL)
    try {
      await enter(held, code)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="col gap16" noValidate onSubmit={(event) => void submit(event)}>
      <CodeField
        ref={field}
        name="code"
        recovery
        autoFocus
        error={refusal.field}
        onTurn={() => setRefusal(NO_REFUSAL)}
      />
      <div role="alert">
        {refusal.whole !== undefined && (
          <Note tone="err">
            <span>{refusal.whole}</span>
          </Note>
        )}
      </div>
      <Button type="submit" kind="primary" className="go" disabled={busy}>
        {t(busy ? 'submitting' : 'submit')}
      </Button>
      <Button kind="ghost" onClick={() => onBack(null)}>
        {t('code.back')}
      </Button>
    </form>
  )
}
