import { Download, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { exportActivity } from '../../../../src/contract/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
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
        <ExportMenu query={query} />
      </PageHead>
      {failures.count > 0 && (
        <div className="only-m ac-alert">
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
        <div className="col gap16 content-start">
          <SecurityCard failures={failures} />
          <MonthCard summary={summary} />
        </div>
      </div>
    </>
  )
}

function ExportMenu({ query }: Pick<ReturnType<typeof useActivity>, 'query'>) {
  const t = useTexts('activity')
  const [busy, setBusy] = useState(false)
  const take = async (format: 'csv' | 'json') => {
    setBusy(true)
    try {
      await download(exportActivity, { query: { ...query, format } })
    } catch (error) {
      toast.error(t('exports.failed'), whyOf(error, t('exports.retry')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      align="end"
      items={(['csv', 'json'] as const).map((format) => ({
        label: t(`exports.${format}`),
        onSelect: () => void take(format),
      }))}
      trigger={(trigger) => (
        <Button {...trigger} className="keep" busy={busy} aria-label={t('export')}>
          <Icon of={Download} small />
          <span className="hide">{t('export')}</span>
        </Button>
      )}
    />
  )
}
