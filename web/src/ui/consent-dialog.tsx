import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../i18n/use-texts.ts'
import { answerConsent, useConsent } from '../lib/consent.ts'
import { valueOf } from '../lib/value-of.ts'
import { Button } from './button.tsx'
import { SecretField } from './secret-field.tsx'

/** The dialog behind `withConsent`; a page whose acts may need the reader's password shows it. */
export function ConsentDialog() {
  const fault = useConsent()
  return fault === undefined ? null : <Ask fault={fault} />
}

function Ask({ fault }: { fault: string | null }) {
  const t = useTexts('limits')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  // A drawer behind it listens for Escape on the document and would close too.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    event.preventDefault()
    answerConsent(null)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = valueOf(event.currentTarget, 'password')
    if (password !== '') answerConsent(password)
  }
  // An open drawer hides everything beside it from screen readers, but for what stands in the body and has `aria-live`.
  return createPortal(
    <dialog
      ref={dialog}
      className="dlg ask"
      aria-live="off"
      aria-label={t('consent.title')}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        answerConsent(null)
      }}
    >
      <form className="grid gap-3" onSubmit={submit}>
        <h2>{t('consent.title')}</h2>
        <p className="t2 text-cell">{t('consent.why')}</p>
        <SecretField
          name="password"
          label={t('consent.password')}
          autoComplete="current-password"
          error={fault ?? undefined}
        />
        <div className="da">
          <Button onClick={() => answerConsent(null)}>{t('consent.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('consent.confirm')}
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}
