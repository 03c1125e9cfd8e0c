import { LogOut, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { signOut } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Stands in place of every page of an account that was disabled: its session is kept, and every answer is a refusal. */
export function ShutOut() {
  const t = useTexts('system')
  const s = useTexts('shell')
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <>
      <PageHead title={t('shut_out.title')} />
      <Card className="first-duty">
        <p className="row t2" role="alert">
          <Icon of={UserRoundX} />
          {t('shut_out.why')}
        </p>
        <div>
          <Button kind="primary" busy={leaving} onClick={leave}>
            <Icon of={LogOut} small />
            {s('account.sign_out')}
          </Button>
        </div>
      </Card>
    </>
  )
}
