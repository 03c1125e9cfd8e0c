import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useLocale } from '../../lib/locale.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { SectionNav } from './section-nav.tsx'
import { keysLike, keysOf, sectionOf, type SectionId } from './sections.ts'
import { SettingList } from './setting-list.tsx'
import { useSettings, type Settings } from '../../lib/settings/use-settings.ts'
import './system.css'

const AnnouncementDesk = lazy(() =>
  loadChunk(() => import('../../ui/announcements/desk/desk.tsx')).then((found) => ({
    default: found.AnnouncementDesk,
  })),
)
const Backup = lazy(() => loadChunk(() => import('./backup.tsx')).then((found) => ({ default: found.Backup })))
const Alerts = lazy(() => loadChunk(() => import('./alerts.tsx')).then((found) => ({ default: found.Alerts })))
const Retention = lazy(() => loadChunk(() => import('./retention.tsx')).then((found) => ({ default: found.Retention })))
const About = lazy(() => loadChunk(() => import('./about.tsx')).then((found) => ({ default: found.About })))

/** What the operator decides for the whole gateway. The address names the section (`section`) and what is looked for (`q`). */
export function Page() {
  const t = useTexts('config')
  const c = useTexts('common')
  const [search, change] = useSearchParams()
  const section = sectionOf(one(search, 'section'))
  const [text, setText] = useFilterText(one(search, 'q') ?? '', (q) => change({ q }))
  const settings = useSettings('system')
  const locale = useLocale()
  useUnsaved(settings.changes.length > 0)
  useShortcuts({ '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  const found = text.trim() === '' ? null : keysLike(text, locale)
  return (
    <>
      <PageHead palette title={c('places.system')}>
        <Link
          to="/admin/audit-logs"
          search={{ action: 'settings.' }}
          className={buttonClass({ className: 'keep' })}
          aria-label={t('history')}
        >
          <Icon of={History} small />
          <span className="hide">{t('history')}</span>
        </Link>
      </PageHead>
      <div className="sys">
        <div className="sys-side">
          <SearchField label={t('search')} value={text} onChange={setText} slash />
          <SectionNav here={found === null ? section : null} changes={settings.changes} />
        </div>
        <div className="sys-main">
          {found === null ? (
            <Suspense fallback={<TableSkeleton />}>
              <Section id={section} settings={settings} />
            </Suspense>
          ) : (
            <SettingList
              title={t('found', { count: found.length })}
              remark={t('found_remark')}
              keys={found}
              settings={settings}
            />
          )}
        </div>
      </div>
    </>
  )
}

function Section({ id, settings }: { id: SectionId; settings: Settings }) {
  const t = useTexts('config')
  if (id === 'announcements') return <AnnouncementDesk />
  if (id === 'backup') return <Backup />
  if (id === 'about') return <About />
  if (id === 'retention') return <Retention settings={settings} />
  return (
    <>
      {id === 'alerts' && <Alerts />}
      <SettingList title={t(`section.${id}`)} remark={t(`remark.${id}`)} keys={keysOf(id)} settings={settings} />
    </>
  )
}
