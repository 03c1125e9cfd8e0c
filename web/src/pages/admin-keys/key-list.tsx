import { KeyRound, Plus, SearchX } from 'lucide-react'
import type { adminListKeys, AdminKey, KeyColumn } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import type { usePages } from '../../lib/use-pages.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PagesCard } from '../../ui/pages-card.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import type { Sorting } from '../../ui/table.tsx'
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
export function KeyList({ filter, list, sorting, acts, onCreate }: Props) {
  const t = useTexts('allkeys')
  const selection = useSelection(list.rows?.map((key) => key.id) ?? [])
  const picked: readonly AdminKey[] = list.rows?.filter((key) => selection.has(key.id)) ?? []
  return (
    <PagesCard
      label={t('title')}
      list={list}
      toolbar={<KeyToolbar filter={filter} sort={sorting.sort} keys={list.rows ?? []} />}
      bones={<TableSkeleton rows={8} tall />}
      listed={(count) => t('listed', { count })}
      more={t('more')}
    >
      {(keys) =>
        keys.length === 0 ? (
          <Nothing filtered={isFiltered(filter)} onCreate={onCreate} />
        ) : (
          <>
            {picked.length > 0 && <BulkBar keys={picked} sort={sorting.sort} onClear={selection.clear} />}
            <ByWidth
              table={<KeyTable keys={keys} sorting={sorting} selection={selection} acts={acts} />}
              cards={
                <>
                  <KeySort {...sorting} />
                  <KeyCards keys={keys} selection={selection} acts={acts} />
                </>
              }
            />
          </>
        )
      }
    </PagesCard>
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
