import { KeyRound } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { fetchMe } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PasswordForm } from '../ui/password-form.tsx'

/** Stands in place of every page until the one-time password has been replaced. */
export function FirstPassword() {
  const t = useTexts('password')
  return (
    <>
      <PageHead title={t('first.title')} />
      <Card className="first-duty">
        <p className="row t2">
          <Icon of={KeyRound} />
          {t('first.why')}
        </p>
        <PasswordForm onChanged={() => void fetchMe()} />
      </Card>
    </>
  )
}
