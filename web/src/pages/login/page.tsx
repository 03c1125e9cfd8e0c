import { useRouter } from '@tanstack/react-router'
import { CornerDownRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { placeOf } from '../../lib/place.ts'
import { loadSite, useSite } from '../../lib/site.ts'
import { valueOf } from '../../lib/value-of.ts'
import { wantedPath } from '../../lib/wanted-path.ts'
import { Mark, PRODUCT } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Foot } from './foot.tsx'
import { messageOf, type LoginMessage } from './message.ts'
import { useEnter, type Credentials } from './use-enter.ts'
import './login.css'

/** The sign-in page; the only one that loads without the frame. */
export function Page() {
  useEffect(() => {
    const leaving = new AbortController()
    void loadSite(leaving.signal)
    return () => leaving.abort()
  }, [])
  return (
    <main className="login">
      <div className="box">
        <div className="card">
          <SignIn />
        </div>
        <Foot />
      </div>
    </main>
  )
}

// Apart: what this page imports is loaded with every page.
const PasskeyDoor = lazy(() =>
  loadChunk(() => import('./passkey-door.tsx')).then((found) => ({ default: found.PasskeyDoor })),
)

const loadCodeForm = () => loadChunk(() => import('./code-form.tsx')).then((found) => found.CodeForm)

/** The second step: what was right of the first, and its form, which most sign-ins never load. */
type Second = { held: Credentials; CodeForm: Awaited<ReturnType<typeof loadCodeForm>> }

/** Both steps of a sign-in; what was typed in the first is kept in memory only, until a code stands beside it. */
function SignIn() {
  const t = useTexts('login')
  const { name } = useSite()
  const [second, setSecond] = useState<Second | null>(null)
  const [refusal, setRefusal] = useState<LoginMessage | null>(null)
  const back = (why: LoginMessage | null) => {
    setRefusal(why)
    setSecond(null)
  }
  const go = async (held: Credentials) => setSecond({ held, CodeForm: await loadCodeForm() })
  return (
    <>
      <div className="row gap12">
        <Mark size={36} />
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{t('title', { site: name ?? PRODUCT })}</h1>
          <div className="t2 wrap-anywhere">
            {second === null ? t('lead') : t('code.lead', { email: second.held.email })}
          </div>
        </div>
      </div>
      <WayBack />
      {second === null ? (
        <>
          <LoginForm refusal={refusal} onCodeNeeded={go} />
          <Suspense fallback={<div className="go" />}>
            <PasskeyDoor />
          </Suspense>
        </>
      ) : (
        <second.CodeForm held={second.held} onBack={back} />
      )}
    </>
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

type FormProps = {
  /** Why a code was not even looked at. */
  refusal: LoginMessage | null
  /** They are right, and not enough. */
  onCodeNeeded: (who: Credentials) => Promise<void>
}

function LoginForm({ refusal, onCodeNeeded }: FormProps) {
  const t = useTexts('login')
  const enter = useEnter()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState(refusal)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const who = { email: valueOf(event.currentTarget, 'email'), password: valueOf(event.currentTarget, 'password') }
    setBusy(true)
    setMessage(null)
    try {
      await enter(who)
    } catch (error) {
      const failure = error instanceof CallError ? error : null
      if (failure?.code === 'code_needed') return await onCodeNeeded(who).catch(() => setMessage('other'))
      const why = messageOf(failure?.status ?? 0)
      setMessage(why)
      const wrong = (why === 'email' ? email : password).current
      wrong?.focus()
      wrong?.select()
    } finally {
      setBusy(false)
    }
  }

  // The server judges the fields, so that its answers are what the visitor reads.
  return (
    <form className="col gap16" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        ref={email}
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username webauthn"
        autoFocus
        spellCheck={false}
      />
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
