import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Checklist } from './checklist.tsx'
import { Notes } from './notes.tsx'
import './page.css'

/** What an administrator does first, ticked off by itself, and how the gateway is kept running. */
export function Page() {
  const t = useTexts('onboarding')
  return (
    <>
      <PageHead title={t('title')}>
        <Link to="/dashboard/tutorial" className={buttonClass({})}>
          <Icon of={ArrowUpRight} small />
          {t('open_user')}
        </Link>
      </PageHead>
      <div className="ob">
        <Checklist />
        <Notes />
      </div>
    </>
  )
}
