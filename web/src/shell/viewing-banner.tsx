import { useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { endView } from '../lib/view-as.ts'
import type { Viewing } from '../lib/viewing.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import './viewing-banner.css'

/** Says on every page whose console it is, and leads back. */
export function ViewingBanner({ viewing: { id, name } }: { viewing: Viewing }) {
  const t = useTexts('system')
  const navigate = useNavigate()
  const leave = async () => {
    await endView()
    await navigate({ to: '/admin/users', search: { user: id } })
  }
  return (
    <Note tone="warn" icon={Eye} className="viewing">
      <b role="status">{t('viewing.who', { name })}</b>
      <span className="t2 hide">{t('viewing.only')}</span>
      <span className="sp" />
      <Button small onClick={() => void leave()}>
        {t('viewing.leave')}
      </Button>
    </Note>
  )
}
