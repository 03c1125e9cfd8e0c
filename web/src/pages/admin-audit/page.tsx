import { lazy, Suspense } from 'react'
import { adminExportAudit } from '../../../../src/contract/audit.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { AuditList } from './audit-list.tsx'
import { ChainCheck } from './chain-check.tsx'
import { useAudit } from './use-audit.ts'
import './audit.css'

const EventDrawer = lazy(() =>
  loadChunk(() => import('./event-drawer.tsx')).then((found) => ({ default: found.EventDrawer })),
)

/** Who changed what. The address has the filters and the act that is open (`event`). */
export function Page() {
  const c = useTexts('common')
  const t = useTexts('audit')
  const [search, change] = useSearchParams()
  const audit = useAudit()
  const opened = one(search, 'event')
  useShortcuts({ '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  return (
    <>
      <PageHead palette title={c('places.audit')}>
        <ExportMenu
          words={{
            name: t('export.do'),
            csv: t('export.csv'),
            json: t('export.json'),
            failed: t('export.failed'),
            retry: t('retry'),
          }}
          save={(format) => download(adminExportAudit, { query: { ...audit.query, format, tz: audit.present.zone } })}
        />
      </PageHead>
      <ChainCheck />
      <AuditList audit={audit} onOpen={(id) => change({ event: id }, { push: true })} />
      <Suspense fallback={null}>
        {opened !== undefined && (
          <EventDrawer
            id={opened}
            ids={audit.rows?.map((event) => event.id) ?? []}
            onMove={(id) => change({ event: id })}
            onClose={() => change({ event: null })}
          />
        )}
      </Suspense>
    </>
  )
}
