import { SearchX, Upload, UserPlus, UsersRound } from 'lucide-react'
import type { adminListUsers, AdminUser, UserColumn } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { readColumns } from '../../lib/columns.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useUser } from '../../lib/session.ts'
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
import { UserCards } from './user-cards.tsx'
import { USER_TABLE } from './user-columns.ts'
import type { UserActs } from './user-menu.tsx'
import { UserTable } from './user-table.tsx'
import { UserToolbar } from './user-toolbar.tsx'
import { isFiltered, NO_FILTER, type UserFilter } from './users.ts'

type Props = {
  filter: UserFilter
  list: ReturnType<typeof usePages<typeof adminListUsers>>
  sorting: Sorting<UserColumn>
  acts: UserActs
  onCreate: () => void
  onImport: () => void
}

/** The accounts that the filter leaves, page by page. */
export function UserList({ filter, list, sorting, acts, onCreate, onImport }: Props) {
  const t = useTexts('users')
  const own = useUser()?.id
  const [{ cols }] = useSearchParams()
  const shown = readColumns(cols, USER_TABLE)
  const selection = useSelection(list.rows?.map((user) => user.id) ?? [])
  const picked = list.rows?.filter((user) => selection.has(user.id)) ?? []
  const filtered = isFiltered(filter)
  // Whoever looks at the list is in it.
  const isAlone = (users: readonly AdminUser[]) => users.length === 1 && users[0]?.id === own && !filtered
  return (
    <PagesCard
      label={t('title')}
      list={list}
      toolbar={<UserToolbar filter={filter} sort={sorting.sort} shown={shown} users={list.rows ?? []} />}
      bones={<TableSkeleton rows={8} tall />}
      listed={(count) => t('listed', { count })}
      more={t('more')}
    >
      {(users) => (
        <>
          {picked.length > 0 && <BulkBar users={picked} sort={sorting.sort} shown={shown} onClear={selection.clear} />}
          {users.length > 0 && (
            <ByWidth
              table={<UserTable {...{ users, sorting, selection, acts, shown }} />}
              cards={
                <>
                  <UserSort {...sorting} />
                  <UserCards users={users} selection={selection} acts={acts} />
                </>
              }
            />
          )}
          {(users.length === 0 || isAlone(users)) && (
            <Nobody filtered={filtered} onCreate={onCreate} onImport={onImport} />
          )}
        </>
      )}
    </PagesCard>
  )
}

function Nobody({ filtered, onCreate, onImport }: Pick<Props, 'onCreate' | 'onImport'> & { filtered: boolean }) {
  const t = useTexts('users')
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
      icon={UsersRound}
      title={t('empty.title')}
      text={t('empty.text')}
      actions={
        <>
          <Button kind="primary" onClick={onCreate}>
            <Icon of={UserPlus} small />
            {t('act.create')}
          </Button>
          <Button onClick={onImport}>
            <Icon of={Upload} small />
            {t('act.import')}
          </Button>
        </>
      }
    />
  )
}

function UserSort(sorting: Sorting<UserColumn>) {
  const t = useTexts('users')
  return (
    <SortSelect
      {...sorting}
      columns={[
        { column: 'created', name: t('col.created'), large: true },
        { column: 'name', name: t('col.user') },
        { column: 'cost', name: t('col.cost'), large: true },
        { column: 'requests', name: t('col.requests'), large: true },
        { column: 'keys', name: t('col.keys'), large: true },
        { column: 'active', name: t('col.active'), large: true },
      ]}
    />
  )
}
