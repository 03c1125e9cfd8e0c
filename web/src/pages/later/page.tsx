import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { usePlace } from '../../lib/place.ts'
import { useScope } from '../../lib/scope.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'

const READY = {
  user: { dashboard: '/dashboard', usage: '/dashboard/usage' },
  admin: { dashboard: '/admin/dashboard', usage: '/admin/usage' },
} as const

/** Stands at the routes whose pages come with a later release. */
export function Page() {
  const t = useTexts('system')
  const c = useTexts('common')
  const ready = READY[useScope()]
  const title = usePlace()?.title
  return (
    <>
      <PageHead title={title === undefined ? '' : c(`places.${title}`)} />
      <Empty
        icon={Hourglass}
        title={t('later.title')}
        text={t('later.text')}
        actions={
          <>
            <Link to={ready.dashboard} className={buttonClass({})}>
              {t('later.dashboard')}
            </Link>
            <Link to={ready.usage} className={buttonClass({ kind: 'ghost' })}>
              {t('later.usage')}
            </Link>
          </>
        }
      />
    </>
  )
}
