import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { adminGetUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { useAct } from '../../lib/use-act.ts'
import { viewAs } from '../../lib/view-as.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PersonField } from '../../ui/person-field.tsx'

/** Shows the tutorial as one of the users sees it, with their keys and models. */
export function PreviewAs({ unsaved }: { unsaved: boolean }) {
  const t = useTexts('onboarding')
  const navigate = useNavigate()
  const [user, setUser] = useState<string | null>(null)
  const { busy, act } = useAct({ failed: t('users.preview_failed'), retry: t('users.retry') })
  const open = (id: string) =>
    act(async () => {
      await viewAs(await call(adminGetUser, { params: { id } }))
      await navigate({ to: '/dashboard/tutorial' })
    })
  return (
    <Card className="ob-card" aria-label={t('users.preview_as')}>
      <h2>{t('users.preview_as')}</h2>
      <PersonField label={t('users.preview_who')} value={user} onChange={setUser} />
      <div className="row wrap">
        <Button disabled={user === null || unsaved} busy={busy} onClick={() => user !== null && void open(user)}>
          {t('open_user')}
        </Button>
        <span className="t3">{t(unsaved ? 'users.preview_unsaved' : 'users.preview_hint')}</span>
      </div>
    </Card>
  )
}
