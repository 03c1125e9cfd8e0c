import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

/** For a path that leads nowhere. */
export function Page() {
  const t = useTexts('system')
  return (
    <main className="alone">
      <Empty
        icon={Compass}
        title={t('lost.title')}
        text={t('lost.text')}
        actions={
          <Link to="/" className={buttonClass({})}>
            {t('lost.home')}
          </Link>
        }
      />
    </main>
  )
}
