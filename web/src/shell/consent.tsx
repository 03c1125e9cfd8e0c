import { useState, type FormEvent } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { answerConsent, useConsent } from '../lib/consent.ts'
import { selectField } from '../lib/select-field.ts'
import { valueOf } from '../lib/value-of.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { SecretField } from '../ui/secret-field.tsx'

const decline = () => answerConsent(null)

/** The dialog behind `withConsent`. */
export function Page() {
  const t = useTexts('limits')
  const fault = useConsent()
  const [empty, setEmpty] = useState(false)
  if (fault === undefined) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = valueOf(event.currentTarget, 'password')
    setEmpty(password === '')
    if (password === '') selectField(event.currentTarget, 'password')
    else answerConsent(password)
  }
  return (
    <AskDialog aria-label={t('consent.title')} onDismiss={decline}>
      <form className="grid gap-3" onSubmit={submit}>
        <h2>{t('consent.title')}</h2>
        <p className="t2 text-cell">{t('consent.why')}</p>
        <SecretField
          name="password"
          label={t('consent.password')}
          autoComplete="current-password"
          data-first
          error={empty ? t('consent.empty') : (fault ?? undefined)}
        />
        <div className="da">
          <Button onClick={decline}>{t('consent.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('consent.confirm')}
          </Button>
        </div>
      </form>
    </AskDialog>
  )
}
