import { ScrollText, SearchX } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagesCard } from '../../ui/pages-card.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { AuditCards, AuditTable, type RowsProps } from './audit-rows.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { NO_FILTER } from './filter.ts'
import type { Audit } from './use-audit.ts'

/** The acts that the filter leaves, page by page, newest first. */
export function AuditList({ audit, onOpen }: { audit: Audit } & Pick<RowsProps, 'onOpen'>) {
  const t = useTexts('audit')
  const c = useTexts('common')
  return (
    <PagesCard
      label={c('places.audit')}
      list={audit}
      toolbar={<AuditToolbar audit={audit} />}
      bones={<TableSkeleton rows={10} />}
      note={<span className="t3">{t('kept')}</span>}
      listed={(count) => t('listed', { count })}
      more={t('more')}
    >
      {(rows) =>
        rows.length === 0 ? (
          <Nothing audit={audit} />
        ) : (
          <ByWidth
            table={<AuditTable rows={rows} onOpen={onOpen} />}
            cards={<AuditCards rows={rows} onOpen={onOpen} />}
          />
        )
      }
    </PagesCard>
  )
}

function Nothing({ audit: { query, change } }: { audit: Audit }) {
  const t = useTexts('audit')
  if (Object.keys(query).length === 0) return <Empty icon={ScrollText} title={t('none.never')} />
  return (
    <Empty
      icon={SearchX}
      title={t('none.filtered')}
      actions={<Button onClick={() => change(NO_FILTER)}>{t('none.clear')}</Button>}
    />
  )
}
