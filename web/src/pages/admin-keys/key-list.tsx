import { KeyRound, Plus, SearchX } from 'lucide-react'
import type { adminListKeys, AdminKey, KeyColumn } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import type { usePages } from '../../lib/use-pages.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import type { Sorting } from '../../ui/table.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { KeyCards } from './key-cards.tsx'
import type { KeyActs } from './key-menu.tsx'
import { KeyTable } from './key-table.tsx'
import { KeyToolbar } from './key-toolbar.tsx'
import { isFiltered, NO_FILTER, type KeyFilter } from './keys.ts'

type Props = {
  filter: KeyFilter
  list: ReturnType<typeof usePages<typeof adminListKeys>>
  sorting: Sorting<KeyColumn>
  acts: KeyActs
  onCreate: () => void
}

/** The keys that the filter leaves, page by page. */
export function KeyList({ filter, list: { pages, rows }, sorting, acts, onCreate }: Props) {
  const t = useTexts('allkeys')
  const selection = useSelection(rows?.map((key) => key.id) ?? [])
  const picked: readonly AdminKey[] = rows?.filter((key) => selection.has(key.id)) ?? []
  return (
    <Card flush className="relative mt" aria-label={t('title')}>
      <Refreshing on={pages.isPlaceholderData} />
      <KeyToolbar filter={filter} sort={sorting.sort} />
      <div className="border-t border-line">
        {picked.length > 0 && <BulkBar keys={picked} sort={sorting.sort} onClear={selection.clear} />}
        {rows === undefined ? (
          <Unanswered query={pages} bones={<TableSkeleton rows={8} tall />} />
        ) : rows.length === 0 ? (
          <Nothing filtered={isFiltered(filter)} onCreate={onCreate} />
        ) : (
          <ByWidth
            table={<KeyTable keys={rows} sorting={sorting} selection={selection} acts={acts} />}
            cards={
              <>
                <KeySort {...sorting} />
                <KeyCards keys={rows} selection={selection} acts={acts} />
              </>
            }
          />
        )}
      </div>
      <div className="foot">
        <span className="n">{rows !== undefined && t('listed', { count: rows.length })}</span>
        <span className="sp" />
        <MoreButton pages={pages}>{t('more')}</MoreButton>
      </div>
    </Card>
  )
}

function Nothing({ filtered, onCreate }: { filtered: boolean; onCreate: () => void }) {
  const t = useTexts('allkeys')
  const [, change] = useSearchParams()
  if (filtered) {
    return (
      <Empty
        icon={SearchX}
        title={t('none.title')}
        actions={<Button onClick={() => change(NO_FILTER)}>{t('none.clear')}</Button>}
      />
    )
  }
  return (
    <Empty
      icon={KeyRound}
      title={t('empty.title')}
      text={t('empty.text')}
      actions={
        <Button kind="primary" onClick={onCreate}>
          <Icon of={Plus} small />
          {t('act.create')}
        </Button>
      }
    />
  )
}

function KeySort(sorting: Sorting<KeyColumn>) {
  const t = useTexts('allkeys')
  return (
    <SortSelect
      {...sorting}
      columns={[
        { column: 'created', name: t('find.created'), large: true },
        { column: 'name', name: t('col.key') },
        { column: 'cost', name: t('col.cost'), large: true },
        { column: 'used', name: t('col.used'), large: true },
        { column: 'addresses', name: t('col.addresses'), large: true },
        { column: 'expires', name: t('col.expires') },
      ]}
    />
  )
}
