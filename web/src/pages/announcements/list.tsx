import { Megaphone, Pin, SearchX } from 'lucide-react'
import {
  ANNOUNCEMENT_FILTERS,
  type AnnouncementFilter,
  type AnnouncementRow,
  type listAnnouncements,
} from '../../../../src/contract/announcements.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { grouped } from '../../lib/announcements/grouped.ts'
import { standingOf } from '../../lib/announcements/window.ts'
import { inLanguage } from '../../lib/announcements/words.ts'
import { useLocale } from '../../lib/locale.ts'
import { useFirstWeekday } from '../../lib/preferences.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { usePages } from '../../lib/use-pages.ts'
import { KindChip } from '../../ui/announcements/kind-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

type Pages = ReturnType<typeof usePages<typeof listAnnouncements>>
/** What the list is given; `rows` undefined: nothing has come yet. */
export type Listed = {
  pages: Pages['pages']
  rows: readonly AnnouncementRow[] | undefined
  filter: AnnouncementFilter
  /** Which one is being read. */
  opened: string | undefined
  onOpen: (id: string) => void
}

/** The list with its filters. */
export function List({ pages, rows, filter, opened, onOpen }: Listed) {
  const t = useTexts('announcements')
  const [search, change] = useSearchParams()
  const [text, setText] = useFilterText(one(search, 'q') ?? '', (q) => change({ q }))
  const counts = pages.data?.pages.at(-1)?.counts
  return (
    <div className="al">
      <div className="af">
        <Segmented
          label={t('filter.label')}
          value={filter}
          onChange={(next) => change({ filter: next === 'all' ? null : next })}
          options={ANNOUNCEMENT_FILTERS.map((value) => ({
            value,
            label: (
              <>
                {t(`filter.${value}`)} <span className="t3 n">{counts?.[value]}</span>
              </>
            ),
          }))}
        />
        <SearchField label={t('search')} value={text} onChange={setText} maxLength={200} slash />
      </div>
      <div className="relative">
        <Refreshing on={pages.isPlaceholderData} />
        {rows === undefined ? (
          <Unanswered query={pages} bones={<TableSkeleton rows={6} tall />} />
        ) : rows.length === 0 ? (
          <Nothing filter={filter} searched={text !== ''} />
        ) : (
          <Rows rows={rows} opened={opened} onOpen={onOpen} />
        )}
      </div>
      {rows !== undefined && rows.length > 0 && (
        <div className="foot">
          <span className="n">
            {text === '' && counts
              ? t('listed', { n: rows.length, all: Math.max(counts[filter], rows.length) })
              : t('listed_some', { n: rows.length })}
          </span>
          <span className="sp" />
          <MoreButton pages={pages} kind="ghost">
            {t('more')}
          </MoreButton>
        </div>
      )}
    </div>
  )
}

function Nothing({ filter, searched }: { filter: AnnouncementFilter; searched: boolean }) {
  const t = useTexts('announcements')
  const [, change] = useSearchParams()
  if (filter === 'all' && !searched) {
    return <Empty icon={Megaphone} title={t('nothing.never')} text={t('nothing.never_text')} />
  }
  return (
    <Empty
      icon={SearchX}
      title={t(filter === 'unread' && !searched ? 'nothing.unread' : 'nothing.filtered')}
      actions={<Button onClick={() => change({ filter: null, q: null })}>{t('nothing.clear')}</Button>}
    />
  )
}

function Rows({ rows, opened, onOpen }: Pick<Listed, 'opened' | 'onOpen'> & { rows: readonly AnnouncementRow[] }) {
  const t = useTexts('announcements')
  const { voice } = useFormat()
  return grouped(rows, voice, useFirstWeekday()).map(({ group, rows: members }) => (
    <section key={group} aria-labelledby={`an-${group}`}>
      <h2 className="ag" id={`an-${group}`}>
        {t(`group.${group}`)}
      </h2>
      {members.map((row) => (
        <Row key={row.id} row={row} on={row.id === opened} onOpen={onOpen} />
      ))}
    </section>
  ))
}

function Row({ row, on, onOpen }: { row: AnnouncementRow; on: boolean; onOpen: (id: string) => void }) {
  const t = useTexts('announcements')
  const locale = useLocale()
  const format = useFormat()
  return (
    <button
      type="button"
      className={`an ${row.read ? '' : 'un'}`}
      {...(on && { 'aria-current': true })}
      onClick={() => onOpen(row.id)}
    >
      <span className="row gap4">
        {!row.read && (
          <>
            <Dot tone="acc" />
            <span className="vh">{t('unread_mark')}</span>
          </>
        )}
        <KindChip kind={row.kind} />
        {row.kind === 'maintenance' && <PhaseTag row={row} now={format.voice.now} />}
        <span className="sp" />
        {row.pinned && <Icon of={Pin} small className="t3" label={t('pinned')} />}
        <span className="t3 n">{format.when(row.shown_at)}</span>
      </span>
      <span className="ti">{inLanguage(row.title, locale)}</span>
      <span className="t3 el">{inLanguage(row.excerpt, locale)}</span>
    </button>
  )
}

function PhaseTag({ row, now }: { row: AnnouncementRow; now: number }) {
  const t = useTexts('announcements')
  const format = useFormat()
  const standing = standingOf(row, now)
  if (!standing || standing.phase === 'over') return null
  if (standing.phase === 'coming') return <Tag>{format.relative(row.starts_at)}</Tag>
  return (
    <span className="st warn">
      <Dot tone="warn" />
      {t('window.going')}
    </span>
  )
}
