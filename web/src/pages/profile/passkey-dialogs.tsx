import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { removePasskey, renamePasskey, type Passkey } from '../../../../src/contract/passkeys.ts'
import { getSecondFactor } from '../../../../src/contract/second-factor.ts'
import { deviceName } from '../../../../src/core/device.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { beginMaking, make, type Begun } from '../../lib/passkeys/make.ts'
import { problemOf, type PasskeyProblem } from '../../lib/passkeys/problem.ts'
import { ask } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { unlessGone } from '../../lib/unless-gone.ts'
import { valueOf } from '../../lib/value-of.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog as Window } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Note } from '../../ui/note.tsx'
import { ProofForm } from '../../ui/second-factor/proof-form.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = { onClose: () => void }

/** What the server takes for a name. */
const MOST_CHARS = 64

/** A window with a form under its title, which brings its own buttons. */
function Dialog({ title, onClose, children }: Props & { title: string; children: ReactNode }) {
  return (
    <Window open onClose={onClose} title={title}>
      <div className="mt-3">{children}</div>
    </Window>
  )
}

/** Makes a passkey: who is here proves it, and then the browser asks. */
export function AddDialog({ onClose }: Props) {
  const t = useTexts('profile')
  const twoSteps = useQuery(ask(getSecondFactor)).data
  const suggested = deviceName(navigator.userAgent) ?? t('passkeys.title')
  const [name, setName] = useState(suggested)
  const [problem, setProblem] = useState<PasskeyProblem | null>(null)
  // Whoever sent the browser's question away proves nothing a second time: a code is taken once.
  const begun = useRef<Begun | null>(null)
  const add = async (body: { password: string; code?: string }) => {
    setProblem(null)
    begun.current ??= await beginMaking(body)
    try {
      await make(begun.current, name.trim() || suggested)
    } catch (error) {
      if (!(error instanceof CallError)) return setProblem(problemOf(error))
      begun.current = null
      throw error
    }
    toast.success(t('passkeys.done.added'))
    onClose()
  }
  if (twoSteps === undefined) return null
  const asksCode = twoSteps.enabled_at !== null
  return (
    <Dialog onClose={onClose} title={t('passkeys.add')}>
      <ProofForm
        asks={asksCode ? ['password', 'code'] : ['password']}
        recovery
        act={({ password, code }) => add({ password, ...(asksCode && { code }) })}
        submit={t('passkeys.next')}
        onCancel={onClose}
      >
        <p className="t2 text-cell text-pretty">{t('passkeys.add_why')}</p>
        {problem !== null && (
          <Note tone={problem === 'dismissed' ? 'info' : 'err'} urgent>
            <span>{t(`passkeys.problem.${problem}`)}</span>
          </Note>
        )}
        <TextField
          label={t('passkeys.name')}
          hint={t('passkeys.name_hint')}
          value={name}
          maxLength={MOST_CHARS}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </ProofForm>
    </Dialog>
  )
}

type OfProps = Props & { of: Passkey }

/** Calls one by another name. */
export function RenameDialog({ of, onClose }: OfProps) {
  const t = useTexts('profile')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = valueOf(event.currentTarget, 'name').trim()
    if (busy) return
    if (name === '') return setFailure(t('basics.empty'))
    setBusy(true)
    setFailure(null)
    try {
      await call(renamePasskey, { params: { id: of.id }, body: { name } })
      onClose()
    } catch (error) {
      setFailure((error instanceof CallError && error.detail) || t('passkeys.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t('passkeys.rename')}>
      <form className="col gap16" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          name="name"
          label={t('passkeys.name')}
          defaultValue={of.name}
          maxLength={MOST_CHARS}
          autoComplete="off"
          autoFocus
        />
        <FailureNote text={failure} />
        <div className="da mt-1!">
          <Button onClick={onClose}>{t('passkeys.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('basics.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Removes one, with the password. */
export function RemoveDialog({ of, onClose }: OfProps) {
  const t = useTexts('profile')
  return (
    <Dialog onClose={onClose} title={t('passkeys.remove_this', { name: of.name })}>
      <ProofForm
        asks={['password']}
        act={async ({ password }) => {
          await unlessGone(call(removePasskey, { params: { id: of.id }, body: { password } }))
          toast.success(t('passkeys.done.removed', { name: of.name }))
          onClose()
        }}
        submit={t('passkeys.remove')}
        danger
        onCancel={onClose}
      >
        <p className="t2 text-cell text-pretty">{t('passkeys.remove_why')}</p>
      </ProofForm>
    </Dialog>
  )
}
