import { ShieldAlert } from 'lucide-react'
import { exportActivity } from '../../../../src/contract/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TimeRangeControl } from '../../ui/time-range.tsx'
import { Filters } from './filters.tsx'
import { MonthCard } from './month-card.tsx'
import { SecurityCard, SECURITY_ID } from './security-card.tsx'
import { Timeline } from './timeline.tsx'
import { useActivity } from './use-activity.ts'
import { useFailures } from './use-failures.ts'
import './page.css'

/** What happened to the account, day by day, and whether somebody else tried to get in. */
export function Page() {
  const t = useTexts('activity')
  const c = useTexts('common')
  const activity = useActivity()
  const { time, filter, query, summary } = activity
  const failures = useFailures()
  useShortcuts({ '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  return (
    <>
      <PageHead title={c('places.activity')}>
        <span className="hide">
          <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
        </span>
        <ExportMenu
          words={{
            name: t('export'),
            csv: t('exports.csv'),
            json: t('exports.json'),
            failed: t('exports.failed'),
            retry: t('exports.retry'),
          }}
          save={(format) => download(exportActivity, { query: { ...query, format } })}
        />
      </PageHead>
      {failures.count > 0 && (
        <div className="ac-alert">
          <Note tone="err" icon={ShieldAlert}>
            <b>{t('security.alerts', { count: failures.count })}</b>
            <span className="sp" />
            <a href={`#${SECURITY_ID}`} className="err">
              {t('security.look')}
            </a>
          </Note>
        </div>
      )}
      <div className="only-m ac-range">
        <TimeRangeControl range={time.range} onRange={time.setRange} present={time.present} />
      </div>
      <Filters filter={filter} groups={summary.data?.groups} />
      <div className="ac-page mt">
        <Timeline {...activity} />
        <div className="ac-aside">
          <SecurityCard failures={failures} />
          <MonthCard summary={summary} />
        </div>
      </div>
    </>
  )
}
