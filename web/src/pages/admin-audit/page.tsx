import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { adminExportAudit } from '../../../../src/contract/audit.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { download } from '../../lib/download.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { toast } from '../../lib/toast.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { AuditList } from './audit-list.tsx'
import { ChainCheck } from './chain-check.tsx'
import { useAudit, type Audit } from './use-audit.ts'
import './audit.css'

const EventDrawer = lazy(() =>
  loadChunk(() => import('./event-drawer.tsx')).then((found) => ({ default: found.EventDrawer })),
)

/** Who changed what. The address has the filters and the act that is open (`event`). */
export function Page() {
  const c = useTexts('common')
  const [search, change] = useSearchParams()
  const audit = useAudit()
  const opened = one(search, 'event')
  useShortcuts({ '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  return (
    <>
      <PageHead title={c('places.audit')}>
        <ExportMenu query={audit.query} />
      </PageHead>
      <ChainCheck />
      <AuditList audit={audit} onOpen={(id) => change({ event: id }, { push: true })} />
      <Suspense fallback={null}>
        {opened !== undefined && <EventDrawer id={opened} onClose={() => change({ event: null })} />}
      </Suspense>
    </>
  )
}

function ExportMenu({ query }: Pick<Audit, 'query'>) {
  const t = useTexts('audit')
  const [busy, setBusy] = useState(false)
  const take = async (format: 'csv' | 'json') => {
    setBusy(true)
    try {
      await download(adminExportAudit, { query: { ...query, format } })
    } catch (error) {
      toast.error(t('export.failed'), whyOf(error, t('retry')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      align="end"
      items={(['csv', 'json'] as const).map((format) => ({
        label: t(`export.${format}`),
        onSelect: () => void take(format),
      }))}
      trigger={(trigger) => (
        <Button {...trigger} className="keep" busy={busy} aria-label={t('export.do')}>
          <Icon of={Download} small />
          <span className="hide">{t('export.do')}</span>
        </Button>
      )}
    />
  )
}
