import { useNavigate, useRouter } from '@tanstack/react-router'
import { CornerDownRight } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { placeOf } from '../../lib/place.ts'
import { signIn } from '../../lib/session.ts'
import { loadSite } from '../../lib/site.ts'
import { valueOf } from '../../lib/value-of.ts'
import { wantedPath } from '../../lib/wanted-path.ts'
import { Mark } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Foot } from './foot.tsx'
import { messageOf, type LoginMessage } from './message.ts'
import './login.css'

/** The sign-in page; the only one that loads without the frame. */
export function Page() {
  const t = useTexts('login')
  useEffect(() => {
    const leaving = new AbortController()
    void loadSite(leaving.signal)
    return () => leaving.abort()
  }, [])
  return (
    <main className="login">
      <div className="box">
        <div className="card">
          <div className="row gap12">
            <Mark size={36} />
            <div>
              <h1>{t('title')}</h1>
              <div className="t2">{t('lead')}</div>
            </div>
          </div>
          <WayBack />
          <LoginForm />
        </div>
        <Foot />
      </div>
    </main>
  )
}

function WayBack() {
  const t = useTexts('login')
  const c = useTexts('common')
  const router = useRouter()
  const wanted = wantedPath()
  const place = wanted === null ? undefined : placeOf(router, new URL(wanted, location.origin).pathname)
  if (place === undefined) return null
  return (
    <Note tone="info" icon={CornerDownRight}>
      <span>
        {t('back')}
        <b>{c(`places.${place.title}`)}</b>
      </span>
    </Note>
  )
}

function LoginForm() {
  const t = useTexts('login')
  const navigate = useNavigate()
  const password = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState<LoginMessage | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [email, secret] = [valueOf(event.currentTarget, 'email'), valueOf(event.currentTarget, 'password')]
    setBusy(true)
    setMessage(null)
    try {
      await signIn(email, secret)
      // The guard knows where a signed-in visitor of this page belongs.
      await navigate({ to: '/login', replace: true })
    } catch (error) {
      setMessage(messageOf(error instanceof CallError ? error.status : 0))
      password.current?.select()
    } finally {
      setBusy(false)
    }
  }

  // The server judges the fields, so that its answers are what the visitor reads.
  return (
    <form className="col gap16" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={t('email')} name="email" type="email" autoComplete="username" autoFocus spellCheck={false} />
      <SecretField
        ref={password}
        name="password"
        autoComplete="current-password"
        label={
          <>
            {t('password')}
            <span className="sp" />
            <span className="t3">{t('forgot')}</span>
          </>
        }
      />
      <div role="alert">
        {message !== null && (
          <Note tone="err">
            <span>{t(`error.${message}`)}</span>
          </Note>
        )}
      </div>
      <Button type="submit" kind="primary" className="go" disabled={busy}>
        {t(busy ? 'submitting' : 'submit')}
      </Button>
    </form>
  )
}
