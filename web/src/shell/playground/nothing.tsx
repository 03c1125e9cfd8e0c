import { Link } from '@tanstack/react-router'
import { KeyRound, Layers } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

/** What is said to somebody who has no key that works. */
export function NoKeys() {
  const t = useTexts('playground')
  return (
    <Empty
      icon={KeyRound}
      title={t('noKeys.title')}
      text={t('noKeys.text')}
      actions={
        <Link to="/dashboard/api-keys" className={buttonClass({ kind: 'primary' })}>
          {t('noKeys.action')}
        </Link>
      }
    />
  )
}

/** What is said while there is no model to talk to. */
export function NoModels() {
  const t = useTexts('playground')
  return <Empty icon={Layers} title={t('noModels.title')} text={t('noModels.text')} />
}
